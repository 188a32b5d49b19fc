package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestBentPath points at a target of a Bishop of Alice Chess, which is on the other level. The way
// is drawn with its bend, first along the Bishop's own level and then across.
func TestBentPath(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study alicechess")
	for _, move := range []string{"ae2-be3", "aa7-ba6"} {
		p.says("move 1 " + move + "!")
	}
	p.goTo("/game/1")
	p.until(shown)
	p.posture("Stack")
	p.press("af1")
	p.until(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf("af1") && ` + still)
	before := p.picture()
	x, y := p.cell("bc4")
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	p.until(`board3d.stage.marks.path && ` + still)
	way := js[string](p, `board3d.stage.marks.path.map((cell) => board3d.stage.layout.cells[cell]).join(" ")`)
	if way != "af1 ac4 bc4" {
		t.Fatalf("the way is %s", way)
	}
	after, cells := p.picture(), strings.Fields(way)
	for i, cell := range cells[:len(cells)-1] {
		fromX, fromY := p.cell(cell)
		toX, toY := p.cell(cells[i+1])
		midX, midY := (fromX+toX)/2, (fromY+toY)/2
		if is, was := near(after, midX, midY, target), near(before, midX, midY, target); is < was+15 {
			t.Errorf("%d pixels of the way between %s and %s, %d before it was drawn", is, cell, cells[i+1], was)
		}
	}
}

// TestPackedGrid shows a board whose levels differ in size, in a grid. Each level is in the window,
// none overlaps another, and the middle of each cell belongs to it.
func TestPackedGrid(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study octhex146")
	p.goTo("/game/1")
	p.until(shown)
	p.posture("Grid")
	wrong := js[[]string](p, `(() => {
		const s = board3d.stage, wrong = [];
		const boxes = s.view.levels.map((l) => {
			const rows = s.layout.levels[l.level].rows, [x, y] = [rows[0].length * l.s / 2, rows.length * l.s / 2];
			return { name: s.layout.levels[l.level].name, left: l.x - x, right: l.x + x, top: l.y - y, bottom: l.y + y };
		});
		if (boxes.length !== 11) wrong.push(boxes.length + " levels");
		boxes.forEach((a, i) => {
			if (a.left < 0 || a.top < 0 || a.right > s.width || a.bottom > s.tall) wrong.push(a.name + " is not in the window");
			for (const b of boxes.slice(i + 1)) if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) wrong.push(a.name + " lies on " + b.name);
		});
		s.layout.cells.forEach((name, cell) => {
			const place = s.places[cell], l = s.view.levels.find((l) => l.level === place.level);
			if (s.pick(...l.at(place.x, place.y)) !== cell) wrong.push(name + " is not found");
		});
		return wrong;
	})()`)
	if len(wrong) > 0 {
		t.Errorf("the grid: %s", strings.Join(wrong, ", "))
	}
	p.picture()
}
