package render

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/rules"
)

// Text returns the scene as text that can be read aloud: first the game,
// whose move it is, check and the last move; then, level by level from the top
// or rank by rank, each side's pieces with their cells. Its lines are
// sentences, not drawings.
func Text(s Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s. %s\n", s.Position.Variant().Title, s.situation())
	if last := s.lastMove(); last != "" {
		fmt.Fprintf(&b, "%s\n", last)
	}
	for _, line := range []string{s.players(), oneLine(s.Note)} {
		if line != "" {
			fmt.Fprintln(&b, line)
		}
	}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if piece := s.Position.Reserve(side); piece != rules.NoPiece {
			fmt.Fprintf(&b, "%s has a %s in reserve.\n", side, s.Position.Variant().Kind(piece).Name)
		}
	}
	if s.Chosen != rules.NoCell {
		fmt.Fprintf(&b, "%s\n", s.canDo(s.Chosen, s.Targets))
	}
	word, panels := "Level", levelPanels(s.Position.Variant().Board, rules.White)
	switch s.View.On(s.Position.Variant().Board) {
	case Ranks:
		word, panels = "Rank", rankPanels(s.Position.Variant().Board, rules.White)
	case Single:
		if p, err := s.singlePanel(); err == nil {
			word, panels = sliceWord(p.Name), []*panel{p}
		}
	}
	for _, p := range panels {
		fmt.Fprintf(&b, "\n%s\n", s.standing(word, p))
	}
	return b.String()
}

// sliceWord says what a name names: ranks have numbers.
func sliceWord(name string) string {
	if name[0] >= '0' && name[0] <= '9' {
		return "Rank"
	}
	return "Level"
}

// standing lists the pieces of a panel.
func (s Scene) standing(word string, p *panel) string {
	var lines []string
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if list := s.pieces(side, p); list != "" {
			lines = append(lines, fmt.Sprintf("  %s: %s.", side, list))
		}
	}
	if lines == nil {
		return fmt.Sprintf("%s %s is empty.", word, p.Name)
	}
	return fmt.Sprintf("%s %s.\n%s", word, p.Name, strings.Join(lines, "\n"))
}

// pieces lists one side's pieces on a panel by kind, in the order of the
// variant's kinds.
func (s Scene) pieces(side rules.Side, p *panel) string {
	v := s.Position.Variant()
	cells := make([][]string, len(v.Kinds))
	for _, row := range p.Rows {
		for _, c := range row {
			if c == rules.NoCell || s.Position.At(c) == rules.NoPiece || s.Position.At(c).Side() != side {
				continue
			}
			kind := s.Position.At(c).Kind()
			cells[kind] = append(cells[kind], v.Board.Name(c))
		}
	}
	var parts []string
	for kind, names := range cells {
		if names == nil {
			continue
		}
		slices.Sort(names)
		frozen := ""
		if s.Position.Frozen(rules.MakePiece(rules.KindID(kind), side)) {
			frozen = " (frozen)"
		}
		parts = append(parts, v.Kinds[kind].Name+frozen+" on "+strings.Join(names, " "))
	}
	return strings.Join(parts, ", ")
}

// situation says whose move it is and who gives check, or how the game ended.
func (s Scene) situation() string {
	p := s.Position
	winner, won := p.Winner()
	switch status := p.Status(); {
	case s.Result != "":
		return fmt.Sprintf("Move %d. %s.", p.MoveNumber(), strings.TrimSuffix(s.Result, "."))
	case won && s.reason(kindName) != "":
		return fmt.Sprintf("Move %d. %s has won by %s: %s.", p.MoveNumber(), winner, status, s.reason(kindName))
	case won:
		return fmt.Sprintf("Move %d. %s has won by %s.", p.MoveNumber(), winner, status)
	case status.Finished():
		return fmt.Sprintf("Move %d. The game is drawn by %s.", p.MoveNumber(), status)
	case status == rules.Check:
		var givers []string
		for _, c := range p.Checkers() {
			givers = append(givers, p.Variant().Kind(p.At(c)).Name+" on "+p.Variant().Board.Name(c))
		}
		return fmt.Sprintf("Move %d, %s to move. Check to the %s on %s from the %s.", p.MoveNumber(), p.Turn(),
			p.Variant().Kind(p.At(p.Royal(p.Turn()))).Name, p.Variant().Board.Name(p.Royal(p.Turn())), strings.Join(givers, " and the "))
	}
	return fmt.Sprintf("Move %d, %s to move.", p.MoveNumber(), p.Turn())
}

func kindName(k *rules.Kind) string { return k.Name }

// lastMove tells the last move in a sentence, empty before the first.
func (s Scene) lastMove() string {
	if s.Before == nil {
		return ""
	}
	v, m := s.Position.Variant(), s.Last
	mover := s.Before.At(m.From)
	line := fmt.Sprintf("Last move: %s's %s from %s to %s", mover.Side(), v.Kind(mover).Name, v.Board.Name(m.From), v.Board.Name(m.To))
	if m.Via != rules.NoCell {
		line += " by " + v.Board.Name(m.Via)
	}
	if c, victim := s.Before.Capture(m); victim != rules.NoPiece {
		line += ", taking the " + v.Kind(victim).Name
		if c != m.To {
			line += " on " + v.Board.Name(c) + " in passing"
		}
	}
	if m.Special == rules.Castling {
		from, to := s.Before.CastlingPartner(m)
		line += fmt.Sprintf(", castling with the %s from %s to %s", v.Kind(s.Before.At(from)).Name, v.Board.Name(from), v.Board.Name(to))
	}
	if m.Promotion != rules.NoKind {
		line += ", becoming a " + v.Kinds[m.Promotion].Name
	}
	return line + "."
}

// Alt describes the picture of the scene in one paragraph, for those who do
// not see it: what it shows and how, then what has just happened. The pieces are
// in [Text].
func Alt(s Scene) string {
	board := s.Position.Variant().Board
	view := s.View.On(board)
	words := map[View]string{
		Levels: "one board for each level", Ranks: "one board for each rank", Tall: "one board for each level",
		Focus: "the levels of the last move large and all levels below", Single: "one level or rank", Stack: "the levels stacked in space",
	}[view]
	if view == Single {
		if p, err := s.singlePanel(); err == nil {
			words = strings.ToLower(sliceWord(p.Name)) + " " + p.Name
		}
	}
	sentences := []string{fmt.Sprintf("%s: %s, %s's side at the bottom.", s.Position.Variant().Title, words, s.Side), s.situation()}
	if last := s.lastMove(); last != "" {
		sentences = append(sentences, last)
	}
	count := [2]int{}
	for c := range board.Len() {
		if piece := s.Position.At(rules.Cell(c)); piece != rules.NoPiece {
			count[piece.Side()]++
		}
	}
	sentences = append(sentences, fmt.Sprintf("White has %d pieces, Black %d.", count[rules.White], count[rules.Black]))
	if s.Chosen != rules.NoCell {
		sentences = append(sentences, s.canDo(s.Chosen, s.Targets))
	}
	return strings.Join(sentences, " ")
}
