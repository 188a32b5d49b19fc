package coach

import (
	"slices"
	"strings"

	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// courseKey is the key of a variant's lessons among what is derived from the variant.
type courseKey struct{}

// course returns the lessons on a variant: those on Raumschach, or one for each piece that is new
// to somebody who knows Raumschach, because Raumschach has none of that name or it moves otherwise.
func course(v *rules.Variant) []lesson {
	return v.Derived(courseKey{}, func() any {
		known, err := rules.Find(action.LessonVariant)
		if err != nil || v.Name == action.LessonVariant {
			return lessons()
		}
		all := []lesson{}
		for i := range v.Kinds[1:] {
			id := rules.KindID(i + 1)
			fresh := &v.Kinds[id]
			if slices.ContainsFunc(known.Kinds[1:], func(k rules.Kind) bool {
				return k.Name == fresh.Name && slices.Equal(k.MoveWords(), fresh.MoveWords())
			}) {
				continue
			}
			if l, ok := lessonOn(v, id); ok {
				all = append(all, l)
			}
		}
		return all
	}).([]lesson)
}

// lessonOn returns a lesson on a piece: alone on the board but for the Kings, it has to take a
// piece or, if it cannot take anything, to go to a cell. The cell is the one with the longest way
// to it. ok is false if there is no such position.
func lessonOn(v *rules.Variant, id rules.KindID) (l lesson, ok bool) {
	kind, from := &v.Kinds[id], v.DiagramCell(id)
	name := phrase.Term(kind.Name)
	words := []phrase.Text{phrase.Of("%s (%s), a piece of %s.", name, kind.Code, v.Title)}
	for _, said := range append(kind.MoveWords(), kind.PromotionWords()) {
		if said != "" {
			words = append(words, phrase.Term(said))
		}
	}
	l = lesson{text: phrase.Join(words, "\n"), chosen: v.Board.Name(from),
		hint: phrase.Of("Press the %s on %s: every cell that it can reach is marked, on all levels.", name, v.Board.Name(from))}
	moves, captures := v.Reach(id, rules.White, from)
	if p, to, found := farthest(v, id, from, captures, true); found {
		victim := phrase.Term(v.Kind(p.At(to)).Name)
		l.goal, l.target, l.position = capture, v.Board.Name(to), p.Line()
		l.task = phrase.Of("Take the black %s on %s with your %s.", victim, l.target, name)
		return l, true
	}
	p, to, found := farthest(v, id, from, moves, false)
	if found {
		l.goal, l.target, l.position = reach, v.Board.Name(to), p.Line()
		l.task = phrase.Of("Move your %s to %s.", name, l.target)
	}
	return l, found
}

// farthest returns the position with a white piece on a cell from which the way to one of some
// cells is the longest. Black has a piece there if takes is true.
func farthest(v *rules.Variant, id rules.KindID, from rules.Cell, cells []rules.Cell, takes bool) (p *rules.Position, to rules.Cell, found bool) {
	alone, err := place(v, id, from, rules.NoCell, rules.NoKind)
	length := map[rules.Cell]int{}
	for _, to := range cells {
		var way []rules.Cell
		if err == nil { // else the piece would give check if it were alone
			way, _ = alone.Passage(rules.Move{From: from, To: to, Via: rules.NoCell})
		}
		length[to] = 2 * len(way)
		if v.Board.Place(to).Level != v.Board.Place(from).Level {
			length[to]++
		}
	}
	cells = slices.Clone(cells)
	slices.SortStableFunc(cells, func(a, b rules.Cell) int { return length[b] - length[a] })
	victims := []rules.KindID{rules.NoKind}
	if takes {
		victims = harmless(v)
	}
	for _, to := range cells {
		for _, victim := range victims {
			if p, err := place(v, id, from, to, victim); err == nil && p.Status() == rules.Ongoing && leads(p, from, to, takes) {
				return p, to, true
			}
		}
	}
	return nil, to, false
}

// leads reports whether a legal move leads from one cell to another or, if takes is true, takes the
// piece there.
func leads(p *rules.Position, from, to rules.Cell, takes bool) bool {
	return slices.ContainsFunc(p.LegalFrom(from), func(m rules.Move) bool {
		at, taken := p.Capture(m)
		return !takes && m.To == to && taken == rules.NoPiece || takes && taken != rules.NoPiece && at == to
	})
}

// place returns the position with a white piece on one cell, and a black one of the kind victim, if
// that is not [rules.NoKind], on another.
func place(v *rules.Variant, id rules.KindID, from, to rules.Cell, victim rules.KindID) (*rules.Position, error) {
	men := [2]map[rules.Cell]rules.KindID{{from: id}, {}}
	if victim != rules.NoKind {
		men[rules.Black][to] = victim
	}
	needed(v, id, &men, to)
	return rules.ReadPosition(v, strings.Join([]string{"w", army(v, men[rules.White]), army(v, men[rules.Black]), "- - - 0 1"}, " "))
}

// harmless returns the kinds that may stand in a lesson to be taken, those that move least first.
func harmless(v *rules.Variant) (all []rules.KindID) {
	for i := range v.Kinds[1:] {
		if k := &v.Kinds[i+1]; !k.Royal && len(k.Aura) == 0 {
			all = append(all, rules.KindID(i+1))
		}
	}
	slices.SortStableFunc(all, func(a, b rules.KindID) int {
		moves := func(id rules.KindID) int {
			quiet, captures := v.Reach(id, rules.Black, v.Board.Center())
			return len(quiet) + len(captures)
		}
		return moves(a) - moves(b)
	})
	return all[:min(len(all), 3)]
}

// needed adds, on the cells of the start, the men without whom the game would not go on: the royal
// pieces, those whom the players must keep, and the one without whom the piece id cannot move.
func needed(v *rules.Variant, id rules.KindID, men *[2]map[rules.Cell]rules.KindID, to rules.Cell) {
	start := v.Start()
	keep := slices.Concat(v.Survival.Families...)
	if key := v.Kinds[id].Freeze; key != "" {
		keep = append(keep, key)
	}
	for c := range rules.Cell(v.Board.Len()) {
		piece := start.At(c)
		if piece == rules.NoPiece || c == to {
			continue
		}
		kind := v.Kind(piece)
		if !kind.Royal && !slices.Contains(keep, kind.Code) || kind.Royal && piece.Kind() == id && piece.Side() == rules.White {
			continue
		}
		if _, taken := men[rules.White][c]; !taken {
			men[piece.Side()][c] = piece.Kind()
		}
	}
}

// army writes men as a position line does.
func army(v *rules.Variant, men map[rules.Cell]rules.KindID) string {
	var words []string
	for c, id := range men {
		words = append(words, v.Kinds[id].Code+v.Board.Name(c))
	}
	if slices.Sort(words); len(words) == 0 {
		return "-"
	}
	return strings.Join(words, ",")
}
