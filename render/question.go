package render

import (
	"fmt"
	"strings"

	"raumbot/rules"
)

// Standing answers "what stands on level w" or "on rank 3". The error names
// the levels and ranks of the board.
func Standing(p *rules.Position, slice string) (string, error) {
	s := NewScene(p)
	s.Slice, s.View = slice, Single
	panel, err := s.singlePanel()
	if err != nil {
		return "", err
	}
	return s.standing(sliceWord(panel.Name), panel), nil
}

// Where answers "where are my Spies": the cells of one side's pieces of a
// kind.
func Where(p *rules.Position, piece rules.Piece) string {
	v := p.Variant()
	var cells []string
	for c := range v.Board.Len() {
		if p.At(rules.Cell(c)) == piece {
			cells = append(cells, v.Board.Name(rules.Cell(c)))
		}
	}
	name := v.Kind(piece).Name
	if cells == nil {
		return fmt.Sprintf("%s has no %s.", piece.Side(), name)
	}
	return fmt.Sprintf("%s's %s: %s.", piece.Side(), name, strings.Join(cells, " "))
}

// CanDo answers "what can we1 do": what stands there, and the legal moves it
// has.
func CanDo(p *rules.Position, c rules.Cell) string {
	return NewScene(p).canDo(c, p.LegalFrom(c))
}

func (s Scene) canDo(c rules.Cell, moves []rules.Move) string {
	v, piece := s.Position.Variant(), s.Position.At(c)
	if piece == rules.NoPiece {
		return fmt.Sprintf("%s is empty.", v.Board.Name(c))
	}
	who := fmt.Sprintf("%s's %s on %s", piece.Side(), v.Kind(piece).Name, v.Board.Name(c))
	if s.Position.Frozen(piece) {
		return who + " is frozen: its set cannot move without its key piece."
	}
	if piece.Side() != s.Position.Turn() && len(moves) == 0 {
		return fmt.Sprintf("%s waits: it is %s's turn.", who, s.Position.Turn())
	}
	groups := [3][]string{}
	seen := map[rules.Cell]bool{}
	for _, m := range moves {
		if seen[m.To] {
			continue
		}
		seen[m.To] = true
		name := v.Board.Name(m.To)
		_, victim := s.Position.Capture(m)
		switch {
		case victim != rules.NoPiece:
			groups[1] = append(groups[1], fmt.Sprintf("%s on %s", v.Kind(victim).Name, name))
		case special(s.Position, m):
			groups[2] = append(groups[2], name)
		default:
			groups[0] = append(groups[0], name)
		}
	}
	var parts []string
	for i, form := range []string{"can go to %s", "can take the %s", "can promote, castle or marry on %s"} {
		if groups[i] != nil {
			parts = append(parts, fmt.Sprintf(form, strings.Join(groups[i], ", ")))
		}
	}
	if parts == nil {
		return who + " has no legal move."
	}
	return who + " " + strings.Join(parts, "; it ") + "."
}
