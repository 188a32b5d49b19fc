package compose

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"raumbot/rules"
)

// sketch is a position that is being set up.
type sketch struct {
	variant *rules.Variant
	men     [2]map[rules.Cell]rules.KindID
	rights  string // as in a position line
	hand    string
	// clear rules out examples in which more happens than the rule says: a check, the end of the game,
	// or a promotion to another piece than the first of the menu.
	clear bool
}

// bare returns a sketch with the pieces without which the game would not go on, on cells of the
// start: the royal pieces, and of those whom the players must keep as few as possible.
func bare(v *rules.Variant) sketch {
	s := sketch{variant: v, men: [2]map[rules.Cell]rules.KindID{{}, {}}, rights: "-", hand: "-"}
	start := v.Start()
	for side := rules.White; side <= rules.Black; side++ {
		have := make([]int, len(v.Survival.Families))
		for c := range rules.Cell(v.Board.Len()) {
			piece := start.At(c)
			if piece == rules.NoPiece || piece.Side() != side {
				continue
			}
			kind, needed := v.Kind(piece), false
			for i, family := range v.Survival.Families {
				needed = needed || have[i] < v.Survival.Min && slices.Contains(family, kind.Code)
			}
			if !needed && !kind.Royal {
				continue
			}
			for i, family := range v.Survival.Families {
				if slices.Contains(family, kind.Code) {
					have[i]++
				}
			}
			s.men[side][c] = piece.Kind()
		}
	}
	return s
}

// with returns the sketch with a piece of a side on a cell, instead of what stands there. A royal
// piece is moved there.
func (s sketch) with(side rules.Side, id rules.KindID, c rules.Cell) sketch {
	for i := range s.men {
		s.men[i] = maps.Clone(s.men[i])
		delete(s.men[i], c)
	}
	if s.variant.Kinds[id].Royal {
		maps.DeleteFunc(s.men[side], func(_ rules.Cell, o rules.KindID) bool { return o == id })
	}
	s.men[side][c] = id
	return s
}

// free reports whether nothing stands on a cell.
func (s sketch) free(c rules.Cell) bool {
	_, white := s.men[rules.White][c]
	_, black := s.men[rules.Black][c]
	return !white && !black
}

// read returns the position, in which a side is to move. ok is false if it cannot be played, if
// somebody is in check, or if a piece stands where it never gets: where it could not move.
func (s sketch) read(turn rules.Side) (p *rules.Position, ok bool) {
	for side, men := range s.men {
		for c, id := range men {
			if moves, captures := s.variant.Reach(id, rules.Side(side), c); len(moves)+len(captures) == 0 {
				return nil, false
			}
		}
	}
	p, err := rules.ReadPosition(s.variant, strings.Join([]string{string("wb"[turn]), s.army(rules.White), s.army(rules.Black), s.rights, "-", s.hand, "0 1"}, " "))
	return p, err == nil && p.Status() == rules.Ongoing
}

// army writes the pieces of a side as a position line does.
func (s sketch) army(side rules.Side) string {
	var words []string
	for c, id := range s.men[side] {
		words = append(words, s.variant.Kinds[id].Code+s.variant.Board.Name(c))
	}
	if slices.Sort(words); len(words) == 0 {
		return "-"
	}
	return strings.Join(words, ",")
}

// bases returns the sketches on which examples are searched, in this order: with the black royal
// piece where it begins, in the centre and in a corner, and last without regard to clarity.
func bases(v *rules.Variant) []sketch {
	loose := bare(v)
	first := loose
	first.clear = true
	all := []sketch{first}
	for _, royal := range kinds(v, func(k *rules.Kind) bool { return k.Royal }) {
		for _, c := range []rules.Cell{v.Board.Center(), cornered(v, royal)} {
			if first.free(c) {
				all = append(all, first.with(rules.Black, royal, c))
			}
		}
	}
	return append(all, loose)
}

// find returns the first move of White that shows a rule.
func (s sketch) find(r Rule) (Example, bool) {
	p, ok := s.read(rules.White)
	if !ok {
		return Example{}, false
	}
	return s.findIn(p, r)
}

// findIn is find for a position that has come from the sketch.
func (s sketch) findIn(p *rules.Position, r Rule) (e Example, ok bool) {
	for _, m := range p.Legal() {
		if !r.Shown(p, m) {
			continue
		}
		after, err := p.Play(m)
		if err != nil || s.clear && !r.clear(p, m, after) {
			continue
		}
		e = Example{Rule: r, Before: p, Move: m, Frozen: rules.NoCell}
		if r == Aura || r == Key {
			e.Frozen, _ = r.frozen(p, after)
		}
		return e, true
	}
	return e, false
}

// clear reports whether nothing else happens by a move than the rule says.
func (r Rule) clear(p *rules.Position, m rules.Move, after *rules.Position) bool {
	switch r {
	case Checkmate, Loss:
		return true
	case Marriage: // a picture shows both large if they stand on one level
		b, royal := p.Variant().Board, after.Royal(rules.White)
		return royal != m.To && b.Place(m.To).Level == b.Place(royal).Level
	}
	if m.Promotion != rules.NoKind {
		v := p.Variant()
		first := v.Kind(p.At(m.From)).Promotion.Menu[0].Codes[0]
		if _, taken := p.Capture(m); taken != rules.NoPiece || v.Kinds[m.Promotion].Code != first {
			return false
		}
	}
	return after.Status() == rules.Ongoing
}

// central returns the cells of a board, those nearest to its centre first.
func central(b *rules.Board) (all []rules.Cell) {
	middle := b.Place(b.Center())
	far := func(c rules.Cell) int {
		at := b.Place(c)
		level, file, rank := at.Level-middle.Level, at.File-middle.File, at.Rank-middle.Rank
		return level*level + file*file + rank*rank
	}
	for c := range rules.Cell(b.Len()) {
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(x, y rules.Cell) int { return cmp.Compare(far(x), far(y)) })
	return all
}
