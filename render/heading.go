package render

import (
	"image"
	"math"
	"strings"

	"raumbot/rules"
)

// paintNames draws a panel's name and coordinates. The name of a panel that
// the last move touched is on a yellow tab with a few words, which catches
// the eye first on a phone.
func (p *painter) paintNames(panel *panel) {
	p.paintTitle(panel)
	size := nameSize(panel.cell)
	for row, name := range panel.RowNames {
		size := rowNameSize(name, panel.cell)
		y := float64(panel.at.Y) + (float64(row)+0.5)*float64(panel.cell)
		x := float64(panel.at.X) - 5
		if p.replay {
			x -= markerWidth
		}
		if panel.shift != nil {
			x += float64(panel.shift[row]*panel.cell) / 2
		}
		p.text(label{name, size, p.colors.text, p.Theme}, x, y, rightAlign)
	}
	bottom := float64(panel.bounds().Max.Y) + 4 + 0.55*size
	for column, name := range panel.ColumnNames {
		x := float64(panel.at.X) + (float64(column)+0.5)*float64(panel.cell)
		p.text(label{name, size, p.colors.text, p.Theme}, x, bottom, centred)
	}
}

// nameSize is the font size of the names of columns; rowNameSize is that of rows,
// whose names are long if they cover several files.
func nameSize(cell int) float64 { return max(15, min(0.5*float64(cell), 26)) }

func rowNameSize(name string, cell int) float64 {
	if len(name) > 1 {
		return 0.82 * nameSize(cell)
	}
	return nameSize(cell)
}

func (p *painter) paintTitle(panel *panel) {
	size := panel.titleSize(p.narrow)
	x, y := panel.titleAt(size)
	color := p.colors.text
	if touch := p.touch(panel); touch.words != "" {
		title := p.title(panel, touch)
		p.paintTab(title.tab, touch.tab)
		color = touch.letters()
		p.paintTouch(title, touch.victim)
	}
	p.text(label{panel.Name, size, color, p.Theme}, x, y, leftAlign)
}

// titleSize is the font size of a panel's name, limited where the space above the
// panel does not scale with its cells.
func (p *panel) titleSize(bounded bool) float64 {
	switch {
	case bounded:
		return min(max(20, 0.8*float64(p.cell)), 34)
	}
	return min(max(20, 0.8*float64(p.cell)), 48)
}

func (p *painter) paintTab(r image.Rectangle, color rgb) {
	type tab struct{ color rgb }
	p.sign(tab{color}, p.Theme, r.Inset(-3), func(dc *pen) {
		for pass, inset := range []float64{-2, 0} {
			red, g, b := []rgb{ink, color}[pass].parts()
			dc.SetRGB255(red, g, b)
			dc.DrawRoundedRectangle(float64(r.Min.X)+inset, float64(r.Min.Y)+inset, float64(r.Dx())-2*inset, float64(r.Dy())-2*inset, 5)
			dc.Fill()
		}
	})
}

// breakHead puts the turn and the last move into one line of the head, or into two if one would
// be too narrow. Frames of a replay always have two, because they must have the same size.
func (p *painter) breakHead() [][2]string {
	left, right := p.turnLine(), p.moveLine()
	if p.replay || textWidth(left, p.headText)+textWidth(right, p.headText)+2*p.headText > p.headRoom() {
		return [][2]string{{left}, {right}}
	}
	return [][2]string{{left, right}}
}

// The radius of the head's disc and the margins around it, relative to the height of the head.
func (l *layout) discRadius() float64 { return 0.34 * float64(l.head) }
func (l *layout) headMargin() float64 { return 0.25 * float64(l.head) }

// headRoom returns the width available for words in the head.
func (l *layout) headRoom() float64 {
	return float64(l.width) - 2.5*l.headMargin() - 2*l.discRadius()
}

// paintHead draws the turn and the last move, and below them the
// players and the note.
func (p *painter) paintHead() {
	margin, radius := p.headMargin(), p.discRadius()
	right, y := float64(p.layout.width)-margin, float64(p.head)/2
	p.paintDisc(margin+radius, y, radius)
	for _, line := range p.headLines {
		p.text(p.headLabel(line[0]), 1.5*margin+2*radius, y, leftAlign)
		p.text(p.headLabel(line[1]), right, y, rightAlign)
		y += 1.25 * p.headText
	}
	small := p.subText()
	y += float64(p.head)/2 - 0.95*p.headText
	for _, line := range p.subLines() {
		p.text(p.shortened(line[0], small, []float64{0.96, 0.6}[min(1, len(line[1]))]), margin, y, leftAlign)
		p.text(p.shortened(line[1], small, 0.35), right, y, rightAlign)
		y += 0.8 * p.headText
	}
}

// subText is the font size below the head, and the smallest in the head.
func (l *layout) subText() float64 { return 0.62 * l.headText }

// headLabel returns a text of the head, reduced in size if it is too long, and cut if it would be
// smaller than the text below it.
func (p *painter) headLabel(text string) label {
	size, room := p.headText, p.headRoom()
	if need := textWidth(text, size); need > room {
		size = max(p.subText(), size*room/need)
	}
	return label{shorten(text, size, room), size, p.colors.text, p.Theme}
}

// within returns a label reduced in size to fit a width.
func (p *painter) within(text string, size float64, width int) label {
	if need := textWidth(text, size); need > float64(width) {
		size *= float64(width) / need
	}
	return label{text, size, p.colors.text, p.Theme}
}

// shortened returns a label cut to a fraction of the width.
func (p *painter) shortened(text string, size, share float64) label {
	return label{shorten(text, size, share*float64(p.layout.width)), size, p.colors.text, p.Theme}
}

// paintDisc draws the disc of the side to move or of the winner, half and half if there is no
// winner, on a medium grey plate: directly on a background of the same lightness it would look
// like a ring in the other side's colour.
func (p *painter) paintDisc(x, y, radius float64) {
	top, bottom := p.discHalves()
	r := int(radius) + 3
	type disc struct {
		top, bottom  rules.Side
		dx, dy, size float64
	}
	shows := disc{top, bottom, x - math.Floor(x), y - math.Floor(y), radius}
	p.sign(shows, p.Theme, image.Rect(int(x)-r, int(y)-r, int(x)+r, int(y)+r), func(dc *pen) {
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

// discHalves returns the side to move or the winner twice; Black and White if there is no winner.
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

// turnLine returns the text about the side to move, the move number and check, or about how the
// game ended.
func (s *Scene) turnLine() string {
	p := s.Position
	winner, won := p.Winner()
	switch status := p.Status(); {
	case s.Result != "":
		return s.Result
	case status == rules.Checkmate:
		return s.Say.of("%s wins by checkmate on %s, move %d", winner, p.Variant().Board.Name(s.inCheck()), p.MoveNumber())
	case won:
		return s.Say.of("%s wins by %s, move %d", winner, status, p.MoveNumber())
	case status.Finished():
		return s.Say.of("Draw by %s, move %d", status, p.MoveNumber())
	case status == rules.Check:
		royal := p.Variant().Board.Name(p.Royal(p.Turn()))
		return s.Say.of("%s to move, move %d: CHECK on %s", p.Turn(), p.MoveNumber(), royal)
	}
	return s.Say.of("%s to move, move %d", p.Turn(), p.MoveNumber())
}

// moveLine names the last move by the codes shown on the board, or the
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
	arrival := s.Before.Arrival(m)
	line := s.Say.of("%s: %s %s to %s", mover.Side(), v.Kind(mover).Code, from, board.Name(m.To))
	if _, victim := s.Before.Capture(m); victim != rules.NoPiece {
		line = s.Say.of("%s: %s %s takes %s on %s", mover.Side(), v.Kind(mover).Code, from, v.Kind(victim).Code, board.Name(arrival))
		if arrival != m.To {
			line = s.Say.of("%s, to %s", line, board.Name(m.To))
		}
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

// oneLine replaces all white space in user input, including line breaks, by single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
