package render

import (
	"image"
	"slices"

	"raumbot/rules"
)

// A glance is the picture that chats show after a move. It is nearly square, because clients
// fit pictures into a box and punish high ones: a head of two lines in large letters, the
// levels that the move concerns large, all other levels small, and every cell once.
type glance struct {
	*painter
	*arrangement
	// line holds the empty cells between a royal piece in check and the pieces that check it.
	line []rules.Cell
}

// newGlance arranges the scene and chooses how its pieces are drawn.
func newGlance(s Scene) *glance {
	g := &glance{arrangement: s.arrange()}
	g.painter = &painter{Scene: s, colors: &themes[s.Theme], board: s.Position.Variant().Board}
	g.last, g.checkers = s.trail(), s.Position.Checkers()
	for _, pane := range g.panes {
		g.panels = append(g.panels, pane.panel)
	}
	g.choosePieces()
	g.line = g.checkLine()
	g.canvas = newCanvas(g.wide, max(g.high, s.leastHeight), palettes[s.Theme]())
	g.color()
	return g
}

// arrange places the levels of the scene; a replay has chosen before which are large.
func (s *Scene) arrange() *arrangement {
	width, large := glanceWidth, s.kept
	if s.replay {
		width = filmWidth
	}
	if large == nil {
		large = s.large()
	}
	return arrange(levelPanels(s.Position.Variant().Board, s.Side), large, width)
}

// Crowded reports whether the picture after a move shows some levels of a board with cells too
// small for their pieces to be recognised on a phone.
func Crowded(b *rules.Board) bool {
	levels := levelPanels(b, rules.White)
	a := arrange(levels, indexes(min(2, len(levels))), glanceWidth)
	return slices.ContainsFunc(a.panes, func(p *pane) bool { return a.shown(p.cell) < leastNamedCell })
}

// paint paints the whole picture.
func (g *glance) paint() {
	g.fill(g.Rect, g.colors.background)
	for _, pane := range g.panes {
		g.paintPane(pane)
	}
	g.paintArrows()
	for _, pane := range g.panes {
		g.paintMen(pane)
		g.paintVictim(pane.panel)
		g.paintTargets(pane)
	}
	for _, pane := range g.panes {
		g.paintPaneNames(pane)
		g.paintPaneTitle(pane)
	}
	g.paintLosses()
	g.paintHeadLines()
}

// level returns the index of the level of a cell.
func (s *Scene) level(c rules.Cell) int { return s.Position.Variant().Board.Place(c).Level }

// concerned returns the levels that the scene is about, the most important first: those of the
// chosen piece and of most of its targets, of the last move's arrival, of a royal piece in check,
// of the pieces giving check, and of the last move's departure, stops and captured piece. If there
// are none of these, they are the levels of the royal pieces.
func (s *Scene) concerned() []int {
	var levels []int
	add := func(cells ...rules.Cell) {
		for _, c := range cells {
			if c != rules.NoCell && !slices.Contains(levels, s.level(c)) {
				levels = append(levels, s.level(c))
			}
		}
	}
	if s.Chosen != rules.NoCell {
		add(s.Chosen)
		if most := s.busiestLevel(levels[0]); most >= 0 {
			levels = append(levels, most)
		}
	}
	t := s.trail()
	if t.moved {
		add(t.to)
	}
	add(s.inCheck())
	add(s.Position.Checkers()...)
	if t.moved {
		add(t.from)
		add(t.via...)
		add(t.victimCell)
	}
	if m := s.Instead; m != nil {
		add(m.To, m.From)
	}
	if levels == nil {
		turn := s.Position.Turn()
		add(s.Position.Royal(turn), s.Position.Royal(turn.Other()))
	}
	if levels == nil {
		levels = []int{len(s.Position.Variant().Board.Levels()) / 2}
	}
	return levels
}

// busiestLevel returns the level other than own with the most targets, or -1.
func (s *Scene) busiestLevel(own int) int {
	counts := make([]int, len(s.Position.Variant().Board.Levels()))
	for _, m := range s.Targets {
		counts[s.level(m.To)]++
	}
	counts[own] = 0
	most := slices.Max(counts)
	if most == 0 {
		return -1
	}
	return slices.Index(counts, most)
}

// large returns the levels that a picture of the scene alone shows large: the first two that
// it is about, in the order of the board.
func (s *Scene) large() []int {
	levels := s.concerned()
	levels = levels[:min(2, len(levels))]
	slices.Sort(levels)
	return levels
}

// checkLine returns the empty cells between the royal piece in check and each piece that gives
// check in a straight line.
func (g *glance) checkLine() (line []rules.Cell) {
	royal := g.inCheck()
	if royal == rules.NoCell {
		return nil
	}
	byPlace := map[rules.Place]rules.Cell{}
	for c := range g.board.Len() {
		byPlace[g.board.Place(rules.Cell(c))] = rules.Cell(c)
	}
	for _, checker := range g.checkers {
		for _, place := range between(g.board.Place(checker), g.board.Place(royal)) {
			if c, ok := byPlace[place]; ok && g.Position.At(c) == rules.NoPiece {
				line = append(line, c)
			}
		}
	}
	return line
}

// between returns the places strictly between two that lie on a straight line, orthogonal or
// diagonal in two or three dimensions; nil if they do not.
func between(from, to rules.Place) (places []rules.Place) {
	way := [3]int{to.Level - from.Level, to.File - from.File, to.Rank - from.Rank}
	steps := 0
	for _, d := range way {
		steps = max(steps, d, -d)
	}
	for i, d := range way {
		if d != 0 && d != steps && d != -steps {
			return nil
		}
		if d != 0 {
			way[i] = d / steps
		}
	}
	for range steps - 1 {
		from.Level, from.File, from.Rank = from.Level+way[0], from.File+way[1], from.Rank+way[2]
		places = append(places, from)
	}
	return places
}

// on reports whether a pane shows a cell.
func (p *pane) on(c rules.Cell) bool {
	_, ok := p.find(c)
	return ok
}

// onAny reports whether a pane shows one of some cells.
func (p *pane) onAny(cells []rules.Cell) bool { return slices.ContainsFunc(cells, p.on) }

// boxOf returns a square of a size, centred on a height, beginning at x.
func boxOf(x, y float64, size int) image.Rectangle {
	left, top := int(x), int(y)-size/2
	return image.Rect(left, top, left+size, top+size)
}
