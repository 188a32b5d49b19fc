package render

import (
	"image"
	"slices"
	"strings"

	"raumbot/rules"
)

// A touch is the last move's effect on a panel: words for its title and the
// colour of the tab behind its name.
type touch struct {
	words string
	tab   rgb
	// victim is the piece captured there.
	victim rules.Piece
}

// letters returns the colour in which a name is most legible on the tab.
func (t touch) letters() rgb {
	if r, g, b := t.tab.parts(); 30*r+59*g+11*b < 100*110 {
		return white
	}
	return ink
}

// touch returns the last move's effect on a panel, without words if there is none.
func (p *painter) touch(panel *panel) touch {
	on := func(c rules.Cell) bool { _, ok := panel.find(c); return ok }
	name := p.board.Name
	t := touch{tab: p.colors.mark}
	switch from, to := p.last.moved && on(p.last.from), p.last.moved && on(p.last.to); {
	case from && p.last.from == p.last.to:
		t.words = name(p.last.to)
	case from && to && len(p.last.stops) > 0:
		t.words = p.Say.of("from %s by %s to %s", name(p.last.from), name(p.last.stops[0]), name(p.last.to))
	case from && to:
		t.words = p.Say.of("from %s to %s", name(p.last.from), name(p.last.to))
	case from && len(p.last.stops) > 0 && on(p.last.stops[0]):
		t.words = p.Say.of("from %s by %s", name(p.last.from), name(p.last.stops[0]))
	case from:
		t.words = p.Say.of("from %s", name(p.last.from))
	case to:
		t.words = p.Say.of("to %s", name(p.last.to))
	}
	if p.last.victim != rules.NoPiece && p.last.moved && on(p.last.takenAt()) {
		t.victim = p.last.victim
		t.words = strings.TrimSpace(t.words + " ×")
	}
	if royal := p.inCheck(); royal != rules.NoCell && on(royal) {
		words := p.Say.of("check on %s", name(royal))
		if p.Position.Status() == rules.Checkmate {
			words = p.Say.of("mate on %s", name(royal))
		}
		if t.words == "" {
			t.tab = p.colors.check
		} else {
			words = ", " + words
		}
		if t.victim == rules.NoPiece {
			t.words += words
		}
	}
	if t.words == "" {
		return p.passing(panel)
	}
	return t
}

// passing returns a touch for the cells of a panel that the last move only passed.
func (p *painter) passing(panel *panel) touch {
	var names []string
	for _, c := range slices.Concat(p.last.via, p.last.passed) {
		if _, ok := panel.find(c); ok && !slices.Contains(names, p.board.Name(c)) {
			names = append(names, p.board.Name(c))
		}
	}
	t := touch{tab: shaded(p.colors, p.colors.cells[0])}
	switch {
	case len(names) > 3:
		t.words = p.Say.of("via %d cells", len(names))
	case len(names) > 0:
		t.words = p.Say.of("via %s", strings.Join(names, ", "))
	}
	return t
}

// A title is the text after the name of a panel that the last move touched, with the position of it
// and of the captured piece.
type title struct {
	tab           image.Rectangle // behind the name
	words         string
	x, y, letters float64
	icon          int // size of the captured piece, 0 for none
}

// end returns the lower right corner of the title.
func (t title) end() image.Point {
	x := int(t.x+textWidth(t.words, t.letters)) + 1
	if t.icon > 0 {
		x += 3 + t.icon
	}
	return image.Pt(x, max(t.tab.Max.Y, int(t.y)+t.icon/2))
}

// top returns the upper edge of the title.
func (t title) top() int { return min(t.tab.Min.Y, int(t.y)-t.icon/2) }

// title measures the title of a panel, which must end before the next panel and the edge of the
// picture.
func (p *painter) title(panel *panel, touch touch) title {
	size := panel.titleSize(p.narrow)
	x, y := panel.titleAt(size)
	pad := 0.22 * size
	t := title{y: y, words: touch.words, letters: max(15, 0.6*size)}
	t.tab = image.Rect(int(x-pad), int(y-0.56*size), int(x+textWidth(panel.Name, size)+pad), int(y+0.56*size))
	t.x = float64(t.tab.Max.X) + 0.3*size
	if touch.victim != rules.NoPiece {
		t.icon = max(22, min(panel.cell, int(1.15*size)))
	}
	room := p.titleEnd(panel) - t.x - float64(t.icon) - 4
	if t.icon > 0 && textWidth(t.words, leastTitle+2) > room {
		// The head of the picture shows it as well.
		t.words, t.icon = strings.TrimSuffix(t.words, " ×"), 0
		room = p.titleEnd(panel) - t.x - 4
	}
	if need := textWidth(t.words, t.letters); need > room {
		t.letters = max(leastTitle, t.letters*room/need)
	}
	// Widths are rounded to pixels.
	for t.letters > leastTitle && textWidth(t.words, t.letters) > room {
		t.letters = max(leastTitle, t.letters-0.5)
	}
	t.words = shorten(t.words, t.letters, room)
	return t
}

// titleAt returns the position of a panel's name: its left end and vertical middle.
func (p *panel) titleAt(size float64) (x, y float64) {
	return float64(p.at.X), float64(p.at.Y) - 0.56*size - 5
}

// paintTouch draws the words of a title and the captured piece after them.
func (p *painter) paintTouch(t title, victim rules.Piece) {
	p.text(label{t.words, t.letters, p.colors.text, p.Theme}, t.x, t.y, leftAlign)
	if t.icon > 0 {
		left, top := t.end().X-t.icon, int(t.y)-t.icon/2
		p.fill(image.Rect(left, top, left+t.icon, top+t.icon), p.colors.cells[0])
		p.stamp(p.look(rules.NoCell, victim, t.icon).sprite(), left, top)
	}
}

// leastTitle is the smallest font size of a panel's title.
const leastTitle = 12

// titleEnd returns the x coordinate where the title of a panel has to end: before the next one
// beside it, or at the edge of the picture.
func (p *painter) titleEnd(panel *panel) float64 {
	end := p.layout.width - 6
	for _, other := range p.panels {
		above, below := other.at.Y-other.cell, other.bounds().Max.Y
		if other.at.X > panel.at.X && above < panel.at.Y && panel.at.Y-panel.cell < below {
			end = min(end, other.at.X-8-int(nameSize(other.cell))) // its rank names are on its left
		}
	}
	return float64(end)
}
