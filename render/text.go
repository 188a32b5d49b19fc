package render

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/rules"
)

// Text returns the scene as text for reading aloud: first the game, the side to
// move, check and the last move; then, level by level from the top or rank by
// rank, each side's pieces with their cells. Its lines are sentences, not
// drawings.
func Text(s Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s. %s\n", s.Position.Variant().Title, s.situation())
	if last := s.lastMove(); last != "" {
		fmt.Fprintf(&b, "%s\n", last)
	}
	for _, line := range []string{s.tried(), s.seated(), oneLine(s.Note)} {
		if line != "" {
			fmt.Fprintln(&b, line)
		}
	}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if piece := s.Position.Reserve(side); piece != rules.NoPiece {
			fmt.Fprintln(&b, s.Say.of("%s has a %s in reserve.", side, s.Say.name(s.Position.Variant().Kind(piece).Name)))
		}
	}
	if s.Chosen != rules.NoCell {
		fmt.Fprintf(&b, "%s\n", s.canDo(s.Chosen, s.Targets))
	}
	panels := levelPanels(s.Position.Variant().Board, rules.White)
	switch s.View {
	case Ranks:
		panels = rankPanels(s.Position.Variant().Board, rules.White)
	case Single:
		if p, err := s.singlePanel(); err == nil {
			panels = []*panel{p}
		}
	}
	for _, p := range panels {
		fmt.Fprintf(&b, "\n%s\n", s.standing(p))
	}
	return b.String()
}

// seated says who plays, in a sentence; it is empty if nobody is named.
func (s Scene) seated() string {
	if s.White == "" && s.Black == "" {
		return ""
	}
	return s.Say.of("White: %s. Black: %s.", oneLine(s.White), oneLine(s.Black))
}

// tried says which moves have been tried, empty if all have been played.
func (s Scene) tried() string {
	if s.Tried == nil {
		return ""
	}
	return s.Say.of("Tried, not played: %s.", strings.Join(s.Tried, ", "))
}

// ofRank reports whether the panel is a rank rather than a level: ranks are named by numbers.
func (p *panel) ofRank() bool { return p.Name[0] >= '0' && p.Name[0] <= '9' }

// standing lists the pieces on a panel.
func (s Scene) standing(p *panel) string {
	var lines []string
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if list := s.pieces(side, p); list != "" {
			lines = append(lines, "  "+s.Say.of("%s: %s.", side, list))
		}
	}
	switch rank := p.ofRank(); {
	case lines == nil && rank:
		return s.Say.of("Rank %s is empty.", p.Name)
	case lines == nil:
		return s.Say.of("Level %s is empty.", p.Name)
	case rank:
		return s.Say.of("Rank %s.", p.Name) + "\n" + strings.Join(lines, "\n")
	default:
		return s.Say.of("Level %s.", p.Name) + "\n" + strings.Join(lines, "\n")
	}
}

// pieces lists one side's pieces on a panel by kind, in the order of the
// variant's kinds.
func (s Scene) pieces(side rules.Side, p *panel) string {
	var all []rules.Cell
	for _, row := range p.Rows {
		all = append(all, row...)
	}
	return s.piecesOn(side, all)
}

// piecesOn is pieces for arbitrary cells.
func (s Scene) piecesOn(side rules.Side, all []rules.Cell) string {
	v := s.Position.Variant()
	cells := make([][]string, len(v.Kinds))
	for _, c := range all {
		if c == rules.NoCell || s.Position.At(c) == rules.NoPiece || s.Position.At(c).Side() != side {
			continue
		}
		kind := s.Position.At(c).Kind()
		cells[kind] = append(cells[kind], v.Board.Name(c))
	}
	var parts []string
	for kind, names := range cells {
		if names == nil {
			continue
		}
		slices.Sort(names)
		name := s.Say.name(v.Kinds[kind].Name)
		if len(names) > 1 {
			name = s.Say.name(v.Kinds[kind].Plural())
		}
		if s.Position.Frozen(rules.MakePiece(rules.KindID(kind), side)) {
			name = s.Say.of("%s (frozen)", name)
		}
		parts = append(parts, s.Say.of("%s on %s", name, s.Say.list(names)))
	}
	return strings.Join(parts, "; ")
}

// situation says whose turn it is and who gives check, or how the game ended.
func (s Scene) situation() string {
	p, v := s.Position, s.Position.Variant()
	winner, won := p.Winner()
	switch status := p.Status(); {
	case s.Result != "":
		return s.Say.of("Move %d. %s.", p.MoveNumber(), strings.TrimSuffix(s.Result, "."))
	case won && s.reason(s.kindName) != "":
		return s.Say.of("Move %d. %s has won by %s: %s.", p.MoveNumber(), winner, status, s.reason(s.kindName))
	case won:
		return s.Say.of("Move %d. %s has won by %s.", p.MoveNumber(), winner, status)
	case status.Finished():
		return s.Say.of("Move %d. The game is drawn by %s.", p.MoveNumber(), status)
	case status == rules.Check:
		givers := ""
		for _, c := range p.Checkers() {
			giver := s.Say.of("%s on %s", s.Say.name(v.Kind(p.At(c)).Name), v.Board.Name(c))
			if givers == "" {
				givers = giver
			} else {
				givers = s.Say.of("%s and the %s", givers, giver)
			}
		}
		royal := p.Royal(p.Turn())
		return s.Say.of("Move %d, %s to move. Check to the %s on %s from the %s.", p.MoveNumber(), p.Turn(), s.Say.name(v.Kind(p.At(royal)).Name), v.Board.Name(royal), givers)
	}
	return s.Say.of("Move %d, %s to move.", p.MoveNumber(), p.Turn())
}

func (s Scene) kindName(k *rules.Kind) string { return s.Say.name(k.Name) }

// lastMove describes the last move in a sentence, "" before the first.
func (s Scene) lastMove() string {
	if words := s.moveWords(); words != "" {
		return s.Say.of("Last move: %s.", words)
	}
	return ""
}

// moveWords describes the last move, "" before the first.
func (s Scene) moveWords() string {
	if s.Before == nil {
		return ""
	}
	v, m := s.Position.Variant(), s.Last
	mover := s.Before.At(m.From)
	line := s.Say.of("%s's %s from %s to %s", mover.Side(), s.Say.name(v.Kind(mover).Name), v.Board.Name(m.From), v.Board.Name(m.To))
	if m.Special == rules.RifleCapture { // the piece stays where it is
		line = s.Say.of("%s on %s", s.Say.name(v.Kind(mover).Name), v.Board.Name(m.From))
	}
	if m.Via != rules.NoCell {
		line = s.Say.of("%s by way of %s", line, v.Board.Name(m.Via))
	}
	if c, victim := s.Before.Capture(m); victim != rules.NoPiece {
		if c == m.To && m.Special != rules.RifleCapture {
			line = s.Say.of("%s, taking the %s", line, s.Say.name(v.Kind(victim).Name))
		} else if m.Special != rules.EnPassant {
			line = s.Say.of("%s, taking the %s on %s", line, s.Say.name(v.Kind(victim).Name), v.Board.Name(c))
		} else {
			line = s.Say.of("%s, taking the %s on %s in passing", line, s.Say.name(v.Kind(victim).Name), v.Board.Name(c))
		}
	}
	if m.Special == rules.Castling {
		from, to := s.Before.CastlingPartner(m)
		line = s.Say.of("%s, castling with the %s from %s to %s", line, s.Say.name(v.Kind(s.Before.At(from)).Name), v.Board.Name(from), v.Board.Name(to))
	}
	if m.Promotion != rules.NoKind {
		line = s.Say.of("%s, becoming a %s", line, s.Say.name(v.Kinds[m.Promotion].Name))
	}
	return line
}

// Alt describes the picture in one paragraph for those who cannot see it: what it
// shows and in which view, then what has just happened. The pieces are in
// [Text].
func Alt(s Scene) string {
	board := s.Position.Variant().Board
	sentences := []string{s.Say.of("%s: %s, %s's side at the bottom.", s.Position.Variant().Title, s.viewWords(), s.Side), s.situation()}
	for _, words := range []string{s.lastMove(), s.tried()} {
		if words != "" {
			sentences = append(sentences, words)
		}
	}
	count := [2]int{}
	for c := range board.Len() {
		if piece := s.Position.At(rules.Cell(c)); piece != rules.NoPiece {
			count[piece.Side()]++
		}
	}
	sentences = append(sentences, s.Say.of("White has %d pieces, Black %d.", count[rules.White], count[rules.Black]))
	if s.Chosen != rules.NoCell {
		sentences = append(sentences, s.canDo(s.Chosen, s.Targets))
	}
	return strings.Join(sentences, " ")
}

// viewWords describes the view.
func (s Scene) viewWords() string {
	switch s.View.chosen() {
	case Ranks:
		return s.Say.of("one board for each rank")
	case Glance:
		if !s.arrange().even() {
			return s.Say.of("the levels of the last move large, the others small")
		}
	case Stack:
		return s.Say.of("the levels stacked in space")
	case Single:
		p, err := s.singlePanel()
		switch {
		case err != nil:
			return s.Say.of("one level or rank")
		case p.ofRank():
			return s.Say.of("rank %s", p.Name)
		}
		return s.Say.of("level %s", p.Name)
	}
	return s.Say.of("one board for each level")
}
