package render

import (
	"fmt"
	"image"
	"strings"

	"raumbot/rules"
)

// paintColumn fills the space beside a single large level: the piece that moved,
// its name and movement in words, and the losses of both sides.
func (p *painter) paintColumn() {
	if p.column == 0 {
		return
	}
	const portrait = 160
	c := p.Chosen
	if c == rules.NoCell {
		c = p.last.to
	}
	if c == rules.NoCell || p.Position.At(c) == rules.NoPiece {
		return
	}
	x, y := p.column, focusTop+p.sub
	width := p.layout.width - x - 14
	kind := p.Position.Variant().Kind(p.Position.At(c))
	box := image.Rect(x, y, x+portrait, y+portrait)
	p.fill(box.Inset(-2), p.colors.edge)
	p.fill(box, p.colors.cells[p.board.BishopBinding(c)])
	l := p.look(c, p.Position.At(c), portrait)
	l.bright = false
	p.stamp(l.sprite(), x, y)
	y += portrait + 26
	p.text(p.within(p.Say.name(kind.Name), 26, width), float64(x), float64(y), leftAlign)
	y += 30
	for _, line := range wrapWords(MovementWords(kind, p.Say), 17, width, 7) {
		p.text(label{line, 17, p.colors.text, p.Theme}, float64(x), float64(y), leftAlign)
		y += 23
	}
	bottom := p.panels[0].bounds().Max.Y
	size := columnSizes[len(columnSizes)-1]
	for _, larger := range columnSizes {
		if p.columnHeight(width, larger) <= bottom-y {
			size = larger
			break
		}
	}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		y = p.paintLost(side, x, y+10, width, bottom, size)
	}
}

// columnHeight returns the height of both sides' losses with pieces of a size.
func (p *painter) columnHeight(width, size int) int {
	height := 0
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if lines := len(wrap(lost(p.Position, side), width, size)); lines > 0 {
			height += 42 + lines*(size+4)
		}
	}
	return height
}

// wrapWords breaks lines at spaces to fit a width, and returns the first limit
// lines.
func wrapWords(lines []string, size float64, width, limit int) []string {
	var broken []string
	for _, line := range lines {
		text := ""
		for _, word := range strings.Fields(line) {
			if text != "" && textWidth(text+" "+word, size) > float64(width) {
				broken = append(broken, text)
				text = "  "
			} else if text != "" {
				text += " "
			}
			text += word
		}
		broken = append(broken, text)
	}
	return broken[:min(len(broken), limit)]
}

// within returns a label reduced in size to fit a width.
func (p *painter) within(text string, size float64, width int) label {
	if need := textWidth(text, size); need > float64(width) {
		size *= float64(width) / need
	}
	return label{text, size, p.colors.text, p.Theme}
}

// paintLost lists a side's losses between y and bottom, and returns where the list
// ends. Those that do not fit are only counted.
func (p *painter) paintLost(side rules.Side, x, y, width, bottom, size int) int {
	tallies := lost(p.Position, side)
	if len(tallies) == 0 && p.Before != nil && y+26 < bottom {
		p.text(label{p.Say.of("%s has lost nothing", side), 17, p.colors.text, p.Theme}, float64(x), float64(y+8), leftAlign)
		return y + 24
	}
	if len(tallies) == 0 || y+26+size > bottom {
		return y
	}
	p.text(label{p.Say.of("%s has lost", side), 17, p.colors.text, p.Theme}, float64(x), float64(y+8), leftAlign)
	y += 24
	at := x
	for i, t := range tallies {
		step := t.width(size)
		if at+step > x+width {
			at, y = x, y+size+4
		}
		if y+size > bottom || at+2*step > x+width && y+2*size > bottom && i < len(tallies)-1 {
			p.text(label{fmt.Sprintf("+%d", len(tallies)-i), 17, p.colors.text, p.Theme}, float64(at), float64(min(y, bottom-size)+size/2), leftAlign)
			break
		}
		p.paintTally(t, at, y, size)
		at += step
	}
	return y + size + 8
}
