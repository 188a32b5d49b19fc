package render

import (
	"image"
	"math"
	"strings"

	"raumbot/rules"
)

// paintNames writes a panel's name and coordinates. The name of a panel that
// the last move touched stands on a yellow tab, with words: at the size of a
// phone this is what the eye finds first.
func (p *painter) paintNames(panel *panel) {
	p.paintTitle(panel)
	if panel.cell < 24 || panel.small {
		return
	}
	size := min(0.42*float64(panel.cell), 22)
	for row, name := range panel.RowNames {
		size := size
		if len(name) > 1 {
			size *= 0.82
		}
		y := float64(panel.at.Y) + (float64(row)+0.5)*float64(panel.cell)
		x := float64(panel.at.X) - 6
		if panel.shift != nil {
			x += float64(panel.shift[row]*panel.cell) / 2
		}
		p.halo(label{name, size, p.colors.text, p.Theme}, x, y, rightAlign)
	}
	bottom := float64(panel.bounds().Max.Y) + 4 + 0.62*size
	for column, name := range panel.ColumnNames {
		x := float64(panel.at.X) + (float64(column)+0.5)*float64(panel.cell)
		p.halo(label{name, size, p.colors.text, p.Theme}, x, bottom, centred)
	}
}

// halo writes text with the background's colour around it where the route
// of the last move may cross it.
func (p *painter) halo(l label, x, y float64, a anchor) {
	if image.Pt(int(x), int(y)).In(p.route) {
		around := l
		around.color = p.colors.background
		for _, d := range [4][2]float64{{-2, 0}, {2, 0}, {0, -2}, {0, 2}} {
			p.text(around, x+d[0], y+d[1], a)
		}
	}
	p.text(l, x, y, a)
}

func (p *painter) paintTitle(panel *panel) {
	cell := float64(panel.cell)
	size := min(max(20, 0.8*cell), 56)
	if p.large > 0 {
		size = min(size, 34)
	}
	x, y := float64(panel.at.X), float64(panel.at.Y)-0.56*size-5
	if panel.small {
		size = 20
		x, y = float64(panel.at.X)-13, float64(panel.at.Y)+8
	}
	touch := p.touch(panel)
	width := textWidth(panel.Name, size)
	color := p.colors.text
	align, lx := leftAlign, x
	if panel.small {
		align, lx = centred, x
	}
	if touch.words != "" {
		pad := 0.22 * size
		left := x
		if panel.small {
			left = x - width/2
		}
		tab := image.Rect(int(left-pad), int(y-0.56*size), int(left+width+pad), int(y+0.56*size))
		p.paintTab(tab, touch.tab)
		color = touch.letters()
		if !panel.small {
			p.paintTouch(touch, float64(tab.Max.X)+0.3*size, y, size, panel)
		}
	}
	p.text(label{panel.Name, size, color, p.Theme}, lx, y, align)
}

func (p *painter) paintTab(r image.Rectangle, color rgb) {
	p.vector(r.Inset(-3), func(dc *pen) {
		for pass, inset := range []float64{-2, 0} {
			red, g, b := []rgb{ink, color}[pass].parts()
			dc.SetRGB255(red, g, b)
			dc.DrawRoundedRectangle(float64(r.Min.X)+inset, float64(r.Min.Y)+inset, float64(r.Dx())-2*inset, float64(r.Dy())-2*inset, 5)
			dc.Fill()
		}
	})
}

// paintHead writes whose turn it is and the last move, and below them the
// players and the note.
func (p *painter) paintHead() {
	size, margin := p.headText, 0.25*float64(p.head)
	left, right := p.turnLine(), p.moveLine()
	radius := 0.34 * float64(p.head)
	room := float64(p.layout.width) - 3*margin - 2*radius - size
	if need := textWidth(left, size) + textWidth(right, size); need > room {
		size *= room / need
	}
	y := float64(p.head) / 2
	p.paintDisc(margin+radius, y, radius)
	p.text(label{left, size, p.colors.text, p.Theme}, 1.5*margin+2*radius, y, leftAlign)
	p.text(label{right, size, p.colors.text, p.Theme}, float64(p.layout.width)-margin, y, rightAlign)
	small := 0.62 * p.headText
	for i, line := range p.subLines() {
		y := float64(p.head) + (0.3+0.8*float64(i))*p.headText
		p.text(p.shortened(line[0], small, []float64{0.96, 0.6}[min(1, len(line[1]))]), margin, y, leftAlign)
		p.text(p.shortened(line[1], small, 0.35), float64(p.layout.width)-margin, y, rightAlign)
	}
}

// shortened is a label that takes no more than a share of the width.
func (p *painter) shortened(text string, size, share float64) label {
	return label{shorten(text, size, share*float64(p.layout.width)), size, p.colors.text, p.Theme}
}

// paintDisc draws the disc of the side to move or of the winner, one of both halves when nobody has won, on a
// plate of middling grey: on the picture's own background a disc of the same lightness
// would be a ring that reads as the other side.
func (p *painter) paintDisc(x, y, radius float64) {
	top, bottom := p.discHalves()
	r := int(radius) + 3
	p.vector(image.Rect(int(x)-r, int(y)-r, int(x)+r, int(y)+r), func(dc *pen) {
		red, g, b := plates[rules.PlainPlate][2].parts()
		dc.SetRGB255(red, g, b)
		dc.DrawRoundedRectangle(x-radius, y-radius, 2*radius, 2*radius, 0.3*radius)
		dc.Fill()
		inner := 0.78*radius - max(1.5, 0.09*radius)
		fill := func(color rgb) {
			red, g, b := color.parts()
			dc.SetRGB255(red, g, b)
			dc.Fill()
		}
		dc.DrawCircle(x, y, 0.78*radius)
		fill(ink)
		dc.DrawCircle(x, y, inner)
		fill(p.colors.sides[bottom].fill)
		if top != bottom {
			dc.DrawArc(x, y, inner, math.Pi, 2*math.Pi)
			fill(p.colors.sides[top].fill)
		}
	})
}

// discHalves returns the side to move or the winner twice, and Black over White when nobody has won.
func (s *Scene) discHalves() (top, bottom rules.Side) {
	side := s.Position.Turn()
	switch winner, won := s.Position.Winner(); {
	case won:
		side = winner
	case s.Winner != nil:
		side = *s.Winner
	case s.Result != "" || s.Position.Status().Finished():
		return rules.Black, rules.White
	}
	return side, side
}

// turnLine says whose move it is, its number and check, or how the game ended.
func (s *Scene) turnLine() string {
	p := s.Position
	winner, won := p.Winner()
	switch status := p.Status(); {
	case s.Result != "":
		return s.Result
	case status == rules.Checkmate:
		return s.Say.of("%s wins by checkmate on %s, %d", winner, p.Variant().Board.Name(s.inCheck()), p.MoveNumber())
	case won:
		return s.Say.of("%s wins by %s, %d", winner, status, p.MoveNumber())
	case status.Finished():
		return s.Say.of("Draw by %s, %d", status, p.MoveNumber())
	case status == rules.Check:
		royal := p.Variant().Board.Name(p.Royal(p.Turn()))
		return s.Say.of("%s to move, %d: CHECK on %s", p.Turn(), p.MoveNumber(), royal)
	}
	return s.Say.of("%s to move, %d", p.Turn(), p.MoveNumber())
}

// moveLine names the last move by the codes that are on the board, or the
// piece whose targets are shown.
func (s *Scene) moveLine() string {
	v := s.Position.Variant()
	board, m := v.Board, s.Last
	if s.Chosen != rules.NoCell && s.Position.At(s.Chosen) != rules.NoPiece {
		return s.Say.of("Targets of %s on %s", v.Kind(s.Position.At(s.Chosen)).Code, board.Name(s.Chosen))
	}
	if s.Before == nil {
		return v.Title
	}
	mover, from := s.Before.At(m.From), board.Name(m.From)
	if m.Via != rules.NoCell {
		from = s.Say.of("%s by %s", from, board.Name(m.Via))
	}
	line := s.Say.of("%s: %s %s to %s", mover.Side(), v.Kind(mover).Code, from, board.Name(m.To))
	if _, victim := s.Before.Capture(m); victim != rules.NoPiece {
		line = s.Say.of("%s: %s %s takes %s on %s", mover.Side(), v.Kind(mover).Code, from, v.Kind(victim).Code, board.Name(m.To))
	}
	switch {
	case m.Promotion != rules.NoKind:
		line += " =" + v.Kinds[m.Promotion].Code
	case m.Special == rules.Castling:
		line = s.Say.of("%s, castling", line)
	case m.Special == rules.EnPassant:
		line = s.Say.of("%s, in passing", line)
	}
	return line
}

func (s *Scene) players() string {
	if s.White == "" && s.Black == "" {
		return ""
	}
	return s.Say.of("White: %s    Black: %s", oneLine(s.White), oneLine(s.Black))
}

// oneLine is text that people typed without line breaks and runs of spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
