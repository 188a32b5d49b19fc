package render

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"raumbot/rules"
)

// inner reports whether the cells of a pane are large enough for marks inside them.
func (g *glance) inner(p *pane) bool { return g.shown(p.cell) >= leastInner }

// figuresOf reports whether every kind of a variant has a figure of its own, and whether these are
// the figures that the kinds are named after, as the Knight's is.
func figuresOf(v *rules.Variant) (distinct, named bool) {
	distinct, named = true, true
	seen := map[rules.Figure]bool{}
	for i := range v.Kinds[1:] {
		k := &v.Kinds[i+1]
		distinct = distinct && !seen[k.Figure]
		named = named && strings.EqualFold(k.Name, k.Figure.String())
		seen[k.Figure] = true
	}
	return distinct, distinct && named
}

// choosePieces chooses how the pieces of each pane are drawn. Silhouettes are enough where every
// kind has a figure of its own, at any size if the kinds are named after them.
func (g *glance) choosePieces() {
	distinct, named := figuresOf(g.Position.Variant())
	for _, p := range g.panes {
		p.as = formOf(g.shown(p.cell), distinct, named)
	}
}

func formOf(cell float64, distinct, named bool) rendering {
	switch {
	case named, distinct && cell < leastLettered:
		return silhouette
	case cell >= leastShared:
		return lettered
	case cell >= leastInner:
		return silhouette
	}
	return bold
}

// paintPane paints a level without its pieces.
func (g *glance) paintPane(p *pane) {
	g.fill(p.bounds().Inset(-max(2, g.px(0.2))), g.colors.edge)
	for i := range p.spots {
		g.fill(p.spots[i].Rectangle, g.grounds[p.spots[i].cell])
	}
	if g.inner(p) {
		g.paintBoundaries(p.panel)
	}
	g.paintMiddle(p)
	if !g.inner(p) {
		g.paintOuterMarks(p)
		return
	}
	for i := range p.spots {
		spot := &p.spots[i]
		if slices.Contains(g.line, spot.cell) {
			g.paintLineMark(spot.Rectangle)
		}
		g.paintFrame(g.frameOf(spot.cell, p.cell), spot.Rectangle)
	}
}

// paintMiddle draws lines through the middle of a level, as an aid to counting cells; between
// files only where no rings are drawn.
func (g *glance) paintMiddle(p *pane) {
	b, rows, columns := p.bounds(), len(p.Rows), p.columns()
	width := max(2, g.px(0.28))
	if !g.inner(p) {
		width = 2
	}
	if rows >= 6 && rows%2 == 0 {
		y := b.Min.Y + rows/2*p.cell - width/2
		g.fill(image.Rect(b.Min.X, y, b.Max.X, y+width), g.colors.thin)
	}
	if columns >= 6 && columns%2 == 0 && !(g.inner(p) && g.board.HasRings()) {
		x := b.Min.X + columns/2*p.cell - width/2
		g.fill(image.Rect(x, b.Min.Y, x+width, b.Max.Y), g.colors.thin)
	}
}

// paintLineMark draws a disc on an empty cell between a royal piece in check and its attacker.
func (g *glance) paintLineMark(r image.Rectangle) {
	x, y := middle(r)
	type lineMark struct{ color rgb }
	g.sign(lineMark{g.colors.check}, g.Theme, r, func(dc *pen) {
		for pass, radius := range []float64{0.27, 0.2} {
			red, green, blue := []rgb{ink, g.colors.check}[pass].parts()
			dc.SetRGB255(red, green, blue)
			dc.DrawCircle(x, y, radius*float64(r.Dx()))
			dc.Fill()
		}
	})
}

// paintOuterMarks fills the cells of the last move, of a check and of a choice on a level whose
// cells are too small for frames, with a border of ink outside of them.
func (g *glance) paintOuterMarks(p *pane) {
	for _, pass := range []bool{true, false} {
		for i := range p.spots {
			spot := &p.spots[i]
			color, ok := g.outerMark(spot.cell)
			switch border := max(2, p.cell/5); {
			case ok && pass:
				g.fill(spot.Inset(-border), ink)
			case ok:
				g.fill(spot.Inset(-border/3), color)
			}
		}
	}
}

// outerMark returns the colour that fills a cell on a small level; ok is false for none.
func (g *glance) outerMark(c rules.Cell) (color rgb, ok bool) {
	f := g.frameOf(c, 1)
	switch {
	case f.width == 0 || slices.Contains(g.last.via, c) && !slices.Contains(g.checkers, c):
		return 0, false
	case c == g.inCheck(), c == g.Chosen, g.capturable(c), g.last.moved && c == g.last.to:
		return f.color, true
	case f.isDash:
		return f.dashed, true
	}
	return f.color, true
}

// paintMen draws the pieces of a level, within the frames of their cells.
func (g *glance) paintMen(p *pane) {
	for i := range p.spots {
		spot := &p.spots[i]
		piece := g.Position.At(spot.cell)
		if piece == rules.NoPiece {
			continue
		}
		r := spot.Rectangle
		if g.inner(p) {
			r = r.Inset(g.frameOf(spot.cell, p.cell).width * 2 / 3)
		}
		l := g.look(spot.cell, piece, r.Dx())
		l.as = p.as
		g.stamp(l.sprite(), r.Min.X, r.Min.Y)
	}
}

// paintTargets marks the targets of the chosen piece on a level, in small cells with larger discs.
func (g *glance) paintTargets(p *pane) {
	for _, m := range g.Targets {
		if r, ok := p.find(m.To); ok {
			if !g.inner(p) {
				r = r.Inset(-p.cell / 3)
			}
			g.paintTarget(m, r)
		}
	}
}

// paintPaneNames draws the names of ranks and files beside and below a level.
func (g *glance) paintPaneNames(p *pane) {
	if p.names == 0 {
		return
	}
	b, gap := p.bounds(), 0.55*g.u
	if p.names < bigNames*g.u { // there is less room between the boards
		gap = 0.35 * g.u
	}
	for row, name := range p.RowNames {
		y := float64(b.Min.Y) + (float64(row)+0.5)*float64(p.cell)
		g.text(label{name, p.names, g.colors.text, g.Theme}, float64(b.Min.X)-gap, y, rightAlign)
	}
	for column, name := range p.ColumnNames {
		x := float64(b.Min.X) + (float64(column)+0.5)*float64(p.cell)
		g.text(label{name, p.names, g.colors.text, g.Theme}, x, float64(b.Max.Y)+0.3*g.u+0.5*p.names, centred)
	}
}

// A paneTitle is what is written above a level: its letter, on a tab if tab is not 0, and beside
// it some words, the most important first.
type paneTitle struct {
	tab   rgb
	words []string
}

// titleOf returns the title of a level.
func (g *glance) titleOf(p *pane) (t paneTitle) {
	name := g.board.Name
	add := func(tab rgb, words ...string) {
		if t.tab == 0 {
			t.tab = tab
		}
		for _, w := range words {
			if !slices.Contains(t.words, w) {
				t.words = append(t.words, w)
			}
		}
	}
	if g.Chosen != rules.NoCell {
		g.choiceTitle(p, add)
	}
	switch from, to := g.last.moved && p.on(g.last.from), g.last.moved && p.on(g.last.to); {
	case from && g.last.from == g.last.to:
		add(g.colors.mark, g.codeAt(g.last.to))
	case from && to:
		add(g.colors.mark, name(g.last.from)+" → "+name(g.last.to))
	case from:
		add(g.colors.mark, g.Say.of("from %s", name(g.last.from)))
	case to:
		add(g.colors.mark, g.Say.of("to %s", name(g.last.to)))
	case g.last.victim != rules.NoPiece && p.on(g.last.victimCell):
		add(g.colors.mark, "× "+g.Position.Variant().Kind(g.last.victim).Code+" "+name(g.last.victimCell))
	}
	if royal := g.inCheck(); royal != rules.NoCell && p.on(royal) {
		add(g.colors.check, g.codeAt(royal))
	}
	for _, c := range g.checkers {
		if p.on(c) && c != g.last.to {
			add(g.colors.check, g.codeAt(c))
		}
	}
	if m := g.Instead; m != nil && p.onAny([]rules.Cell{m.From, m.To}) {
		add(g.colors.capture)
	}
	if p.onAny(g.last.via) {
		add(shaded(g.colors, g.colors.cells[0]))
	}
	return t
}

// choiceTitle adds the chosen piece, or that a level has targets of it, to a title.
func (g *glance) choiceTitle(p *pane, add func(tab rgb, words ...string)) {
	switch {
	case p.on(g.Chosen):
		add(g.colors.target, g.codeAt(g.Chosen))
	case slices.ContainsFunc(g.Targets, func(m rules.Move) bool { return p.on(m.To) }):
		add(g.colors.target)
	}
}

// codeAt returns the code of the piece on a cell and the cell's name.
func (g *glance) codeAt(c rules.Cell) string {
	piece := g.Position.At(c)
	if piece == rules.NoPiece {
		return g.board.Name(c)
	}
	return g.Position.Variant().Kind(piece).Code + " " + g.board.Name(c)
}

// paintPaneTitle draws the title above a level. Words that would be small are left out, the last
// first: the head says the same.
func (g *glance) paintPaneTitle(p *pane) {
	const leastWords, letters = 0.8, 0.92
	t, size := g.titleOf(p), p.title
	b := p.bounds()
	x, y := float64(b.Min.X), float64(b.Min.Y)-0.62*size
	width, pad := textWidth(p.Name, size), 0.25*size
	if p.small {
		x += (float64(b.Dx()) - width) / 2
	}
	color := g.colors.text
	if t.tab != 0 {
		if !p.small {
			x += pad
		}
		g.paintTab(image.Rect(int(x-pad), int(y-0.52*size), int(x+width+pad), int(y+0.52*size)), t.tab)
		color = touch{tab: t.tab}.letters()
	}
	g.text(label{p.Name, size, color, g.Theme}, x, y, leftAlign)
	if p.small {
		return
	}
	x += width + 0.6*size
	room := float64(b.Max.X) - x
	for words := t.words; len(words) > 0; words = words[:len(words)-1] {
		text := strings.Join(words, ", ")
		need := textWidth(text, letters*size)
		if need*leastWords <= room {
			g.text(label{text, letters * size * min(1, room/need), g.colors.text, g.Theme}, x, y, leftAlign)
			return
		}
	}
}

// paintLosses draws what each side has lost and has in reserve where there is room.
func (g *glance) paintLosses() {
	r := g.free
	if r.Dx() < g.px(16) || r.Dy() < g.px(14) || g.Before == nil || g.replay || g.Composed {
		return
	}
	y := r.Min.Y
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if piece := g.Position.Reserve(side); piece != rules.NoPiece {
			y = g.paintTallies(g.Say.of("%s in reserve", side), []tally{{piece, 1}}, image.Rect(r.Min.X, y, r.Max.X, r.Max.Y))
		}
		if lost := lost(g.Position, side); len(lost) > 0 {
			y = g.paintTallies(g.Say.of("%s has lost", side), lost, image.Rect(r.Min.X, y, r.Max.X, r.Max.Y))
		}
	}
}

// paintTallies draws a heading and the pieces of a list in a rectangle, and returns where the
// list ends. Those that do not fit are left out.
func (g *glance) paintTallies(heading string, list []tally, r image.Rectangle) int {
	const letters, counts = 3.4, 3.0
	size, gap := g.px(5.2), g.px(0.5)
	if r.Dy() < g.px(1.25*letters)+size {
		return r.Max.Y
	}
	head := g.within(heading, letters*g.u, r.Dx())
	g.text(head, float64(r.Min.X), float64(r.Min.Y)+0.5*head.size, leftAlign)
	x, y := r.Min.X, r.Min.Y+int(1.25*head.size)
	for _, t := range list {
		width, number := size+gap, label{"", counts * g.u, g.colors.text, g.Theme}
		if t.count > 1 {
			number.text = fmt.Sprintf("×%d", t.count)
			width += int(0.6*g.u + textWidth(number.text, number.size))
		}
		if x+width > r.Max.X && x > r.Min.X {
			x, y = r.Min.X, y+size+gap
		}
		if y+size > r.Max.Y {
			break
		}
		g.paintFigure(t.piece, image.Rect(x, y, x+size, y+size))
		if t.count > 1 {
			g.text(number, float64(x+size)+0.2*g.u, float64(y+size/2), leftAlign)
		}
		x += width
	}
	return y + size + g.px(1.2)
}

// paintFigure draws a piece off the board, as a silhouette on the ground of a cell.
func (g *glance) paintFigure(piece rules.Piece, r image.Rectangle) {
	g.fill(r, g.colors.cells[0])
	l := g.look(rules.NoCell, piece, r.Dx())
	l.as, l.frozen = silhouette, false
	g.stamp(l.sprite(), r.Min.X, r.Min.Y)
}
