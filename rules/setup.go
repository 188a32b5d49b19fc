package rules

import (
	"fmt"
	"slices"
	"strings"
)

// newStart sets up the array of the variant.
func (t *tables) newStart() *Position {
	v := t.variant
	p := t.emptyPosition()
	for _, drawing := range v.Array {
		for c, id := range drawing.read(v) {
			p.put(c, MakePiece(id, White))
			p.put(v.opposite(c), MakePiece(id, Black))
			if v.DoubleStep != NoDoubleStep && v.Kinds[id].Pawn {
				t.pawnHome[White].add(c)
				t.pawnHome[Black].add(v.opposite(c))
			}
		}
	}
	p.reserve = [2]bool{t.reserveKind != NoKind, t.reserveKind != NoKind}
	return p
}

// emptyPosition returns a position without pieces, which cannot be played.
func (t *tables) emptyPosition() *Position {
	return &Position{tables: t, passed: NoCell, passer: NoCell, royals: [2]Cell{NoCell, NoCell}, full: 1}
}

// read returns the kinds in the drawing, by cell. The definition must have been checked.
func (d RankDrawing) read(v *Variant) map[Cell]KindID {
	stand, err := d.parse(v)
	if err != nil {
		panic("rules: " + v.Name + ": " + err.Error())
	}
	return stand
}

// isEmpty reports whether a word in a drawing means an empty cell.
func isEmpty(word string) bool { return strings.Trim(word, "-.") == "" }

// parse parses a drawing. The error says what does not fit the game.
func (d RankDrawing) parse(v *Variant) (map[Cell]KindID, error) {
	b := v.Board
	stand := map[Cell]KindID{}
	words := strings.Fields(d.Drawing)
	if len(words) == 1 {
		id, ok := v.KindByCode(words[0])
		if !ok {
			return nil, fmt.Errorf("there is no piece %.20q", words[0])
		}
		for c := range Cell(b.Len()) {
			if b.places[c].Rank+1 == d.Rank {
				stand[c] = id
			}
		}
		return stand, nil
	}
	for line := range strings.Lines(strings.TrimSpace(d.Drawing)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		level := slices.IndexFunc(b.levels, func(s Slice) bool { return s.Name == words[0] })
		if level < 0 {
			return nil, fmt.Errorf("each line begins with a level; %.20q is none", words[0])
		}
		for i, code := range words[1:] {
			if isEmpty(code) {
				continue
			}
			id, ok := v.KindByCode(code)
			c := b.at(Place{level, i, d.Rank - 1})
			switch {
			case !ok:
				return nil, fmt.Errorf("there is no piece %.20q", code)
			case c == NoCell:
				return nil, fmt.Errorf("rank %d of level %s has no cell for the %s at place %d", d.Rank, words[0], code, i+1)
			case stand[c] != NoKind:
				return nil, fmt.Errorf("level %s is drawn twice", words[0])
			}
			stand[c] = id
		}
	}
	return stand, nil
}

// unit returns the single step from a toward b.
func unit(a, b Vector) Vector {
	var v Vector
	for i := range v {
		v[i] = max(-1, min(1, b[i]-a[i]))
	}
	return v
}
