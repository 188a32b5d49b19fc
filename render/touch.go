package render

import (
	"image"
	"slices"
	"strings"

	"raumbot/rules"
)

// A touch is what the last move did on a panel: words for its title and the
// colour of the tab under its name.
type touch struct {
	words string
	tab   rgb
	// victim is a piece that was captured there.
	victim rules.Piece
}

// letters is the colour in which a name is read best on the tab.
func (t touch) letters() rgb {
	if r, g, b := t.tab.parts(); 30*r+59*g+11*b < 100*110 {
		return white
	}
	return ink
}

// touch says what the last move did on a panel; no words mean nothing.
func (p *painter) touch(panel *panel) touch {
	on := func(c rules.Cell) bool { _, ok := panel.find(c); return ok }
	name := p.board.Name
	t := touch{tab: p.colors.mark}
	switch from, to := p.last.moved && on(p.last.from), p.last.moved && on(p.last.to); {
	case from && to:
		t.words = p.Say.of("from %s to %s", name(p.last.from), name(p.last.to))
	case from:
		t.words = p.Say.of("from %s", name(p.last.from))
	case to:
		t.words = p.Say.of("to %s", name(p.last.to))
		if _, home, ok := p.home(p.last.from); ok && home.small && !panel.small {
			t.words = p.Say.of("to %s from %s", name(p.last.to), name(p.last.from))
		}
	}
	if p.last.victim != rules.NoPiece && p.last.moved && on(p.last.to) {
		t.victim = p.last.victim
		t.words += " ×"
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

// passing names the cells of a panel that the last move only went by.
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

// paintTouch writes the words of a title from (x, y) on, no wider than the
// panel, and draws the captured piece after them.
func (p *painter) paintTouch(t touch, x, y, size float64, panel *panel) {
	icon := 0
	if t.victim != rules.NoPiece {
		icon = max(22, min(panel.cell, int(1.15*size)))
	}
	letters := max(15, 0.6*size)
	if panel.columns() > 1 {
		room := float64(panel.bounds().Max.X+panel.cell/2-icon) - x
		letters = max(12, letters*min(1, room/textWidth(t.words, letters)))
	}
	p.halo(label{t.words, letters, p.colors.text, p.Theme}, x, y, leftAlign)
	if icon > 0 {
		left, top := int(x+textWidth(t.words, letters))+4, int(y)-icon/2
		p.fill(image.Rect(left, top, left+icon, top+icon), p.colors.cells[0])
		p.stamp(p.look(rules.NoCell, t.victim, icon).sprite(), left, top)
	}
}
