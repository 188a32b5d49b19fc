package rules

import "slices"

// quiet limits a movement to empty cells.
func (m Movement) quiet() Movement { m.Mode = Quiet; return m }

// capturing limits a movement to captures.
func (m Movement) capturing() Movement { m.Mode = Capture; return m }

// pawnLike marks a movement as a Pawn's for the fifty-move rule.
func (m Movement) pawnLike() Movement { m.PawnLike = true; return m }

// from limits a movement to pieces that stand on files of these zones.
func (m Movement) from(zones ...Zone) Movement {
	m.Zones = zones
	m.words = "from " + zoneWords(zones) + " files " + m.words
	return m.keep(func(b *Board, _ Side, from, _ Cell) bool { return slices.Contains(zones, b.zones[from]) })
}

// forward limits a movement of single cells to those that gain a rank.
func (m Movement) forward() Movement {
	m.sided = true
	m.words += ", forward only"
	return m.keep(func(b *Board, s Side, from, to Cell) bool { return b.ahead(s, from, to) > 0 })
}

// switching limits a movement of single cells to files of another zone.
func (m Movement) switching() Movement {
	m.words += ", to a file of another kind"
	return m.keep(func(b *Board, _ Side, from, to Cell) bool { return b.zones[from] != b.zones[to] })
}

// keep limits a movement of single cells to those of which a condition holds.
func (m Movement) keep(holds func(b *Board, s Side, from, to Cell) bool) Movement {
	all := m.paths
	m.paths = func(b *Board, s Side, c Cell) [][]Cell {
		return slices.DeleteFunc(all(b, s, c), func(path []Cell) bool { return !holds(b, s, c, path[0]) })
	}
	return m
}

// stockbroker returns the two movements of the Pawn of boards with rings
// (section 2): one step forward, quiet straight ahead or over a thin
// boundary, capturing over a thick one or over a corner.
func stockbroker() []Movement {
	aside := func(b *Board, from, to Cell) Boundary {
		p, q := b.places[from], b.places[to]
		return b.rings.boundary(file{p.Level, p.File}, file{q.Level, q.File})
	}
	peaceful := func(b *Board, _ Side, from, to Cell) bool {
		p, q := b.places[from], b.places[to]
		return p.Level == q.Level && p.File == q.File || aside(b, from, to) == Thin
	}
	hostile := func(b *Board, s Side, from, to Cell) bool { return !peaceful(b, s, from, to) }
	quiet := step(RookWise, BishopWise).forward().keep(peaceful).quiet().pawnLike()
	quiet.words = "steps one rank forward, straight ahead or over a thin boundary"
	captures := step(BishopWise, UnicornWise).forward().keep(hostile).capturing().pawnLike()
	captures.words = "steps one rank forward over a thick boundary, or diagonally over the corner of a file"
	return []Movement{quiet, captures}
}

// coheir is one step forward to a file of another zone (section 6).
func coheir() Movement {
	return step(BishopWise, UnicornWise).forward().switching().pawnLike()
}
