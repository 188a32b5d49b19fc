package render

import (
	"strings"

	"raumbot/rules"
)

// Standing answers "what stands on level w" or "on rank 3". The error lists
// the levels and ranks of the board.
func Standing(p *rules.Position, slice string, say Say) (string, error) {
	s := NewScene(p)
	s.Say = say
	s.Slice, s.View = slice, Single
	panel, err := s.singlePanel()
	if err != nil {
		return "", err
	}
	return s.standing(panel), nil
}

// Where answers "where are my Spies": the cells of one side's pieces of a
// kind.
func Where(p *rules.Position, piece rules.Piece, say Say) string {
	v := p.Variant()
	var cells []string
	for c := range v.Board.Len() {
		if p.At(rules.Cell(c)) == piece {
			cells = append(cells, v.Board.Name(rules.Cell(c)))
		}
	}
	switch len(cells) {
	case 0:
		return say.of("%s has no %s.", piece.Side(), say.name(v.Kind(piece).Name))
	case 1:
		return say.of("%s has one %s, on %s.", piece.Side(), say.name(v.Kind(piece).Name), cells[0])
	}
	return say.of("%s has %s on %s.", piece.Side(), say.name(v.Kind(piece).Plural()), say.list(cells))
}

// OnFile answers "what stands on file a", for all levels. It returns "" if the board has no such
// file.
func OnFile(p *rules.Position, file string, say Say) string {
	s := NewScene(p)
	s.Say = say
	var cells []rules.Cell
	for c := range p.Variant().Board.Len() {
		name := strings.TrimRight(p.Variant().Board.Name(rules.Cell(c)), "0123456789")
		if strings.HasSuffix(name, strings.ToLower(file)) {
			cells = append(cells, rules.Cell(c))
		}
	}
	if cells == nil || len(file) != 1 {
		return ""
	}
	lines := []string{s.Say.of("File %s.", strings.ToLower(file))}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if list := s.piecesOn(side, cells); list != "" {
			lines = append(lines, "  "+s.Say.of("%s: %s.", side, list))
		}
	}
	if len(lines) == 1 {
		return s.Say.of("File %s is empty.", strings.ToLower(file))
	}
	return strings.Join(lines, "\n")
}

// Move describes the last move of a scene in a sentence, "" before the first.
func Move(s Scene) string {
	if words := s.moveWords(); words != "" {
		return words + "."
	}
	return ""
}

// Situation says whose turn it is and who gives check, or how the game ended.
func Situation(s Scene) string { return s.situation() }

// canDo says what stands on a cell and what it can do, given its legal moves.
func (s Scene) canDo(c rules.Cell, moves []rules.Move) string {
	v, piece := s.Position.Variant(), s.Position.At(c)
	if piece == rules.NoPiece {
		return s.Say.of("%s is empty.", v.Board.Name(c))
	}
	who := s.Say.of("%s's %s on %s", piece.Side(), s.Say.name(v.Kind(piece).Name), v.Board.Name(c))
	if s.Position.Frozen(piece) {
		return s.Say.of("%s is frozen: its set cannot move without its key piece.", who)
	}
	if piece.Side() != s.Position.Turn() && len(moves) == 0 {
		return s.Say.of("%s waits: it is %s's turn.", who, s.Position.Turn())
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
			groups[1] = append(groups[1], s.Say.of("%s on %s", s.Say.name(v.Kind(victim).Name), name))
		case special(s.Position, m):
			groups[2] = append(groups[2], name)
		default:
			groups[0] = append(groups[0], name)
		}
	}
	var parts []string
	for i, cells := range groups {
		if cells == nil {
			continue
		}
		if parts != nil {
			who = s.Say.of("it")
		}
		list := strings.Join(cells, ", ")
		switch i {
		case 0:
			parts = append(parts, s.Say.of("%s can go to %s", who, list))
		case 1:
			parts = append(parts, s.Say.of("%s can take the %s", who, list))
		default:
			parts = append(parts, s.Say.of("%s can promote, castle or marry on %s", who, list))
		}
	}
	if parts == nil {
		return s.Say.of("%s has no legal move.", who)
	}
	return strings.Join(parts, "; ") + "."
}
