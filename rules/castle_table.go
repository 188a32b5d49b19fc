package rules

import "slices"

// A castlingLine is one way to castle (section 3).
type castlingLine struct {
	right       uint64 // its bit in Position.rights
	royal, to   Cell
	partner     Cell
	partnerKind KindID
	partnerTo   Cell
	// empty lists the cells that must be empty, safe those that must not be attacked before the move.
	empty, safe []Cell
	// before holds the cells where the royal piece and its partner arrive before a transfer takes them
	// to the other level. Without transfer it equals to and partnerTo.
	before [2]Cell
	named  bool // the move's text names the partner's cell
}

// addCastling finds the castling lines of the array and the rights.
func (t *tables) addCastling() {
	v, start := t.variant, t.start
	for s := White; s <= Black; s++ {
		for _, castle := range v.Castling {
			line := t.newCastlingLine(castle, s)
			line.partnerKind = start.board[line.partner].Kind()
			t.castling[s] = append(t.castling[s], line)
			t.rightCells = append(t.rightCells, line.partner)
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
	if v.DoubleStep == StraightDoubleStep {
		t.addMovedPawns()
	}
}

// newCastlingLine computes a way to castle for one side.
func (t *tables) newCastlingLine(castle Castle, s Side) castlingLine {
	v, b := t.variant, t.variant.Board
	line := castlingLine{royal: t.start.royals[White], partner: v.mustCell(castle.Partner), named: castle.To != ""}
	direction := unit(b.points[line.royal], b.points[line.partner])
	var between []Cell
	for c := b.step(line.royal, direction); c != line.partner && c != NoCell; c = b.step(c, direction) {
		between = append(between, c)
	}
	if line.named {
		line.to, line.partnerTo = v.mustCell(castle.To), v.mustCell(castle.PartnerTo)
		for _, c := range []Cell{line.to, line.partnerTo} {
			if c != line.royal && c != line.partner && !slices.Contains(between, c) {
				between = append(between, c)
			}
		}
		line.safe = []Cell{line.to}
	} else {
		line.partnerTo = b.step(line.royal, direction)
		line.to = b.step(line.partnerTo, direction)
		line.safe = []Cell{line.partnerTo}
	}
	line.empty = between
	if s == Black {
		line.royal, line.to, line.partner, line.partnerTo = v.opposite(line.royal), v.opposite(line.to), v.opposite(line.partner), v.opposite(line.partnerTo)
		for _, cells := range [][]Cell{line.empty, line.safe} {
			for i := range cells {
				cells[i] = v.opposite(cells[i])
			}
		}
	}
	line.before = [2]Cell{line.to, line.partnerTo}
	if t.twin != nil {
		line.to, line.partnerTo = t.twin[line.to], t.twin[line.partnerTo]
		line.empty = append(line.empty, line.to, line.partnerTo)
	}
	return line
}

// addMovedPawns assigns a right to each cell where Pawns start. The right is set while a Pawn is on
// the cell that has already moved, and so has no double step.
func (t *tables) addMovedPawns() {
	bit := len(t.rightCells)
	for s := range t.movedPawn {
		t.movedPawn[s] = make([]uint64, t.variant.Board.Len())
		for _, c := range t.pawnHome[s].cells() {
			i := slices.Index(t.movedCells, c)
			if i < 0 {
				i = len(t.movedCells)
				t.movedCells = append(t.movedCells, c)
			}
			right := uint64(1) << (bit + i)
			t.movedPawn[s][c] = right
			t.lost[c] |= right
		}
	}
}
