package rules

import (
	"fmt"
	"math"
	"slices"
)

// movement checks one movement.
func (c *checker) movement(path string, m Movement) {
	c.families(path, m.Families)
	c.vectors(path+".vectors", m.Vectors)
	c.vectors(path+".turns", m.Turns)
	c.zones(path+".from", m.From)
	for _, level := range m.Levels {
		if !c.isLevel(level) {
			c.fault(path+".levels", "the board has no level %.20q", level)
		}
	}
	if !within(m.Steps, MaxCells) || !within(m.Climb, 9) || !within(m.Aside[0], 25) || !within(m.Aside[1], 25) {
		c.fault(path, "numbers of steps, ranks and cells are not negative and not beyond the board")
	}
	if len(m.Families)+len(m.Vectors) > 96 || len(m.Families) > 12 {
		c.fault(path, "a move has too many families or vectors")
	}
	if m.Crossing != AnyCrossing && c.v.Board.rings == nil {
		c.fault(path+".crossing", "only a board with rings has thin and thick boundaries")
	}
	if (m.Forward || m.Switching || m.Crossing != AnyCrossing) && m.Shape != Step && m.Shape != Leap {
		c.fault(path, "forward, switching and crossing limit steps and leaps only")
	}
	if m.Mode > Rifle {
		c.fault(path+".mode", "the mode is any, quiet, capture or rifle")
	}
	c.shape(path, m)
}

// families checks that the board has some families of directions.
func (c *checker) families(path string, families []Family) {
	b := c.v.Board
	for _, f := range families {
		switch {
		case f == LoopWise || f == ChainWise:
			if b.rings == nil {
				c.fault(path, "only a board with rings has a %s", f)
			}
		case len(b.families[f]) == 0:
			c.fault(path, "the board has no family of directions %.30q", f)
		}
	}
}

// within reports whether a number is from 0 to most.
func within(n, most int) bool { return n >= 0 && n <= most }

// shape checks that a movement has what its shape needs.
func (c *checker) shape(path string, m Movement) {
	along := m.along(LoopWise) || m.along(ChainWise)
	directed := len(m.Families)+len(m.Vectors) > 0
	switch m.Shape {
	case Ride:
		if !directed || along {
			c.fault(path, "a ride needs families or vectors; along boundaries it is called follow")
		}
	case Step, Leap:
		c.jump(path, m, directed)
	case Crooked, Planar:
		c.pair(path, m)
	case Curved:
		c.curve(path, m)
	case Follow:
		if len(m.Families) != 1 || !along {
			c.fault(path, "follow a loop or a chain")
		}
	case Bent:
		if !directed || along || len(m.Turns) == 0 {
			c.fault(path, "a bent move needs a first step and turns")
		}
	case Return:
		if directed || m.Mode != Quiet {
			c.fault(path, "a return goes to empty starting cells: it is quiet and has no directions")
		}
	default:
		c.fault(path, "say how the piece moves: ride, step, leap, crooked, planar, curved, follow, bent or return")
	}
}

// jump checks a step or leap.
func (c *checker) jump(path string, m Movement, directed bool) {
	switch {
	case m.along(LoopWise) || m.along(ChainWise) && len(m.Families) > 1:
		c.fault(path, "a step or leap along boundaries goes along the chain alone")
	case m.along(ChainWise) && m.Steps > 25:
		c.fault(path, "no chain has %d steps", m.Steps)
	case m.Aside != [2]int{} && (directed || m.Climb == 0):
		c.fault(path, "a leap by ranks has a number of ranks, and no families or vectors")
	case m.Aside == [2]int{} && !directed:
		c.fault(path, "a step or leap needs families or vectors")
	}
}

// pair checks the two directions of a crooked or planar movement.
func (c *checker) pair(path string, m Movement) {
	if len(m.Families) != 2 || len(m.Vectors) > 0 || pairNames[m.Families[0]] == "" || pairNames[m.Families[1]] == "" {
		c.fault(path, "a crooked or planar move has two families: rook, bishop or unicorn")
		return
	}
	if m.Shape == Planar && m.Mode != Any {
		c.fault(path+".mode", "a planar move both moves and captures")
	}
	if len(c.v.Board.pairs(m.Families[0], m.Families[1], m.Angle)) == 0 {
		c.fault(path+".angle", "no %s and %s directions are %v degrees apart", m.Families[0], m.Families[1], m.Angle)
	}
}

// curve checks a movement that turns.
func (c *checker) curve(path string, m Movement) {
	if len(m.Families) == 0 || len(m.Vectors) > 0 || m.along(LoopWise) || m.along(ChainWise) || len(m.Families) > 3 {
		c.fault(path, "a curve has one to three families of directions")
		return
	}
	if m.Steps < 2 || m.Steps > 12 {
		c.fault(path+".steps", "a curve has 2 to 12 steps, not %d", m.Steps)
	}
	if math.IsNaN(m.Angle) || m.Angle <= 0 || m.Angle >= 180 {
		c.fault(path+".angle", "a curve turns by an angle between 0 and 180 degrees")
	}
}

// Limits of the tables that a game may need: the numbers of cells on the paths of one kind from one
// cell, per cell of the board, and in total. The largest numbers of the games in this package are
// 206, 2,400 and 1,200,000, or 570,000 with a royal piece.
const (
	maxPathCells  = 2_000
	maxCellPaths  = 3_000
	maxTableCells = 1_400_000
)

// size checks the size of the tables. Attack tables are as large as tables of moves.
func (c *checker) size() {
	b, total := c.v.Board, 0
	most := min(maxTableCells, maxCellPaths*b.Len())
	if slices.ContainsFunc(c.v.Kinds, func(k Kind) bool { return k.Royal }) {
		most /= 2
	}
	for i := range c.v.Kinds {
		for cell := range Cell(b.Len()) {
			from := 0
			for _, m := range c.v.Kinds[i].Moves {
				for _, path := range m.paths(b, White, cell) {
					from += len(path)
				}
			}
			if total += from; from > maxPathCells || total > most {
				c.fault(fmt.Sprintf("piece[%d].moves", i-1), "the pieces up to this one have too many paths on this board")
				return
			}
		}
	}
}

// properties checks the rules other than movement.
func (c *checker) properties() {
	v := c.v
	royal := slices.ContainsFunc(v.Kinds, func(k Kind) bool { return k.Royal })
	if v.Marriage != "" {
		c.code("rules.marriage", v.Marriage, false)
		if !royal {
			c.fault("rules.marriage", "marriage needs a royal piece")
		}
	}
	if v.Reserve.Code != "" {
		c.code("rules.reserve.code", v.Reserve.Code, false)
	}
	for _, code := range v.Reserve.After {
		c.code("rules.reserve.after", code, false)
	}
	c.survival()
	levels := len(v.Board.levels)
	if v.Transfer && (levels != 2 || v.Board.box == nil || v.Board.box.Holes+v.Board.box.Cells != "") {
		c.fault("rules.transfer", "transfer needs a board of two whole levels")
	}
	pawns := 0
	for _, drawing := range v.Array {
		men, _ := drawing.parse(v)
		for _, id := range men {
			if v.Kinds[id].Pawn {
				pawns++
			}
		}
	}
	if v.DoubleStep == StraightDoubleStep && 2*pawns+2*len(v.Castling) > 64 {
		c.fault("rules.double_step", "straight double steps and castling together have at most 64 cells of pawns and partners, not %d", 2*pawns+2*len(v.Castling))
	}
	if v.DoubleStep == AnyDoubleStep && v.Transfer {
		c.fault("rules.double_step", "with transfer the double step is straight")
	}
	if len(v.Castling) > 0 && !royal {
		c.fault("rules.castling", "castling needs a royal piece")
		return
	}
	if len(v.Castling) > 8 {
		c.fault("rules.castling", "there are at most 8 ways to castle, not %d", len(v.Castling))
		return
	}
	for i, castle := range v.Castling {
		c.castling(fmt.Sprintf("rules.castling[%d]", i), castle, v.Castling[:i])
	}
}

func (c *checker) survival() {
	s := c.v.Survival
	if len(s.Families) == 0 {
		return
	}
	if s.Ends != Triples && s.Ends != Extinction {
		c.fault("rules.survival.ends", "survival ends in triples or extinction")
	}
	if s.Min < 1 || s.Min > MaxCells || len(s.Families) > 16 {
		c.fault("rules.survival.min", "a player must keep 1 or more of each of at most 16 families")
	}
	for _, family := range s.Families {
		for _, code := range family {
			c.code("rules.survival.families", code, false)
		}
	}
}

// castling checks one way to castle.
func (c *checker) castling(path string, castle Castle, before []Castle) {
	v, b := c.v, c.v.Board
	stand := map[Cell]KindID{}
	royal := NoCell
	for _, drawing := range v.Array {
		men, _ := drawing.parse(v)
		for cell, id := range men {
			stand[cell] = id
			if v.Kinds[id].Royal {
				royal = cell
			}
		}
	}
	for _, name := range []string{castle.Partner, castle.To, castle.PartnerTo} {
		if _, ok := b.Cell(name); !ok && !(name == "" && castle.To == castle.PartnerTo) {
			c.fault(path, "the board has no cell %.20q", name)
			return
		}
	}
	partner, ok := b.Cell(castle.Partner)
	if !ok || stand[partner] == NoKind || partner == royal {
		c.fault(path, "no partner of White's stands on %.20q", castle.Partner)
		return
	}
	if slices.ContainsFunc(before, func(other Castle) bool { return other.Partner == castle.Partner }) {
		c.fault(path, "there are two castlings with %s", castle.Partner)
	}
	if castle.To != "" {
		to, partnerTo := v.mustCell(castle.To), v.mustCell(castle.PartnerTo)
		if to == partnerTo || to == royal {
			c.fault(path, "the two pieces cannot end on these cells")
		}
		return
	}
	direction, distance := unit(b.points[royal], b.points[partner]), 0
	for at := royal; at != NoCell && at != partner; distance++ {
		at = b.step(at, direction)
		if at == NoCell {
			distance = 0
			break
		}
	}
	if distance < 3 {
		c.fault(path, "%s is not on a line with the royal piece, three cells away or more", castle.Partner)
	}
}
