package render

import (
	"image"
	"testing"

	"raumbot/rules"
)

// TestTitlesHaveRoom checks that titles, with the captured piece after them, end inside the
// picture and before whatever is beside them; that the two parts of the head do not overlap, and
// that its text is not smaller than that below it.
func TestTitlesHaveRoom(t *testing.T) {
	t.Parallel()
	captures := 0
	for _, v := range rules.Variants() {
		for i, s := range played(t, v, 0, 150)[1:] {
			s.White, s.Black, s.Note = "Ada", "Zoë", "by 21 November, 14:00 UTC"
			s.Theme = Theme(i % int(themeCount))
			for view, l := range viewLayouts(s) {
				s.View = view
				p := newPainter(s, l)
				checkHead(t, p)
				captures += checkTitles(t, p)
			}
		}
	}
	if captures == 0 {
		t.Error("no title shows a captured piece")
	}
}

func checkHead(t *testing.T, p *painter) {
	t.Helper()
	for _, line := range p.headLines {
		left, right := p.headLabel(line[0]), p.headLabel(line[1])
		if need := textWidth(left.text, left.size) + textWidth(right.text, right.size) + p.headText; line[1] != "" && need > p.headRoom() {
			t.Errorf("%s, %s: the halves %q and %q of the head nearly meet", p.Position.Variant().Name, p.View, line[0], line[1])
		}
		if left.size < p.subText() || left.text != line[0] {
			t.Errorf("%s, %s: the head %q is written as %q in letters of %.0f pixels, those below it have %.0f", p.Position.Variant().Name, p.View, line[0], left.text, left.size, p.subText())
		}
	}
}

// checkTitles returns the number of captured pieces in titles.
func checkTitles(t *testing.T, p *painter) (captures int) {
	t.Helper()
	for _, panel := range p.panels {
		touch := p.touch(panel)
		if touch.words == "" {
			continue
		}
		title := p.title(panel, touch)
		end := title.end()
		if end.X > p.layout.width-2 || title.letters < leastTitle {
			t.Errorf("%s, %s: the title %q of %s ends at %d of %d in letters of %.0f", p.Position.Variant().Name, p.View, touch.words, panel.Name, end.X, p.layout.width, title.letters)
		}
		for _, other := range p.panels {
			box := other.bounds()
			box.Min.Y -= int(other.titleSize(true))
			if other != panel && image.Rectangle(box).Overlaps(image.Rect(panel.at.X, title.top(), end.X, title.top()+4)) {
				t.Errorf("%s, %s: the title %q of %s runs into %s", p.Position.Variant().Name, p.View, touch.words, panel.Name, other.Name)
			}
		}
		if touch.victim != rules.NoPiece {
			captures++
		}
	}
	return captures
}
