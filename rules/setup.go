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
			if v.DoubleStep && v.Kinds[id].Pawn {
				t.pawnHome[White].add(c)
				t.pawnHome[Black].add(v.opposite(c))
			}
		}
	}
	p.reserve = [2]bool{t.reserveKind != NoKind, t.reserveKind != NoKind}
	return p
}

// emptyPosition has no pieces; it is no position to play.
func (t *tables) emptyPosition() *Position {
	return &Position{tables: t, passed: NoCell, passer: NoCell, royals: [2]Cell{NoCell, NoCell}, full: 1}
}

// read returns the kinds that the drawing shows, by cell.
func (d RankDrawing) read(v *Variant) map[Cell]KindID {
	b := v.Board
	stand := map[Cell]KindID{}
	words := strings.Fields(d.Drawing)
	if len(words) == 1 {
		for c := range Cell(b.Len()) {
			if b.places[c].Rank+1 == d.Rank {
				stand[c] = v.mustKind(words[0])
			}
		}
		return stand
	}
	for line := range strings.Lines(strings.TrimSpace(d.Drawing)) {
		words := strings.Fields(line)
		level := slices.IndexFunc(b.levels, func(s Slice) bool { return s.Name == words[0] })
		for i, code := range words[1:] {
			if code == "..." {
				continue
			}
			c := b.at(Place{level, i, d.Rank - 1})
			if c == NoCell {
				panic(fmt.Sprintf("rules: the array of %s has no room for %s in level %s", v.Name, code, words[0]))
			}
			stand[c] = v.mustKind(code)
		}
	}
	return stand
}

// A castlingLine is one way to castle (section 3): the royal piece
// goes two cells toward the partner, the partner to the cell crossed.
type castlingLine struct {
	right       uint16 // its bit in Position.rights
	royal, to   Cell
	partner     Cell
	partnerKind KindID
	crossed     Cell
	between     []Cell // all cells between royal piece and partner
}

// addCastling finds the castling lines of the array.
func (t *tables) addCastling() {
	v, b, start := t.variant, t.variant.Board, t.start
	for s := White; s <= Black; s++ {
		for _, name := range v.Castling {
			partner, royal := v.mustCell(name), start.royals[White]
			if s == Black {
				partner, royal = v.opposite(partner), v.opposite(royal)
			}
			line := castlingLine{royal: royal, partner: partner, partnerKind: start.board[partner].Kind()}
			direction := unit(b.points[royal], b.points[partner])
			line.crossed = b.step(royal, direction)
			line.to = b.step(line.crossed, direction)
			for c := line.crossed; c != partner; c = b.step(c, direction) {
				line.between = append(line.between, c)
			}
			t.castling[s] = append(t.castling[s], line)
			t.rightCells = append(t.rightCells, partner)
		}
	}
	slices.Sort(t.rightCells)
	for s := range t.castling {
		for i := range t.castling[s] {
			line := &t.castling[s][i]
			line.right = 1 << slices.Index(t.rightCells, line.partner)
			t.lost[line.partner] |= line.right
			t.lost[line.royal] |= line.right
			start.rights |= line.right
		}
	}
}

// unit is the single step from a toward b.
func unit(a, b Vector) Vector {
	var v Vector
	for i := range v {
		v[i] = max(-1, min(1, b[i]-a[i]))
	}
	return v
}
