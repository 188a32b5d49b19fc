package render

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/rules"
)

// viewLayouts returns the layouts in which a scene may be posted.
func viewLayouts(s Scene) map[View]layout {
	b := s.Position.Variant().Board
	return map[View]layout{
		Tall:   tallLayout(b, s.Side),
		Levels: levelsLayout(b, s.Side, levelsWidth, gridCell),
		Ranks:  ranksLayout(b, s.Side, ranksWidth, gridCell),
	}
}

// TestMarksStayInTheirCells checks that a move's marks stay in its own cells: no frame reaches
// into another cell, and an arrow is drawn behind the pieces that it passes and does not touch
// the names beside the boards.
func TestMarksStayInTheirCells(t *testing.T) {
	t.Parallel()
	within, twoLegs := 0, 0
	for _, v := range rules.Variants() {
		for i, s := range played(t, v, 0, 120)[1:] {
			for view := range viewLayouts(s) {
				if legs := len(s.trail().stops) > 0 && twoLegs < 8; i%30 != 2*int(view) && !legs {
					continue // a few moves in each view are enough
				}
				s.View = view
				marked, plain := newPainter(s, viewLayouts(s)[view]), newPainter(s, viewLayouts(s)[view])
				marked.paint()
				plain.last = trail{victimCell: rules.NoCell}
				plain.color()
				plain.paint()
				if len(marked.last.stops) > 0 && len(marked.arrows) > 1 {
					twoLegs++
				}
				for i, panel := range marked.panels {
					within += checkMarks(t, s, marked, plain, panel, plain.panels[i])
				}
			}
		}
	}
	if within == 0 || twoLegs == 0 {
		t.Errorf("%d arrows pass cells, %d moves have two legs", within, twoLegs)
	}
}

// checkMarks compares a panel with the same panel without the move, and returns the number of
// cells not part of the move that an arrow crosses.
func checkMarks(t *testing.T, s Scene, marked, plain *painter, panel, other *panel) (passed int) {
	own := slices.Concat([]rules.Cell{s.Last.From, s.Last.To, marked.last.victimCell}, marked.last.via, marked.last.passed)
	for i, spot := range panel.spots {
		if slices.Contains(own, spot.cell) {
			continue
		}
		piece := s.Position.At(spot.cell)
		var body []uint8 // the opacities of the piece
		if piece != rules.NoPiece {
			r := spot.Inset(marked.frameOf(spot.cell, panel.cell).width)
			_, body = marked.look(spot.cell, piece, r.Dx()).sprite().pixels()
			if r.Dx() != spot.Dx() {
				continue // a piece that gives check has its own frame
			}
		}
		changed := false
		for y := range spot.Dy() {
			for x := range spot.Dx() {
				a := marked.Pix[marked.PixOffset(spot.Min.X+x, spot.Min.Y+y)]
				b := plain.Pix[plain.PixOffset(other.spots[i].Min.X+x, other.spots[i].Min.Y+y)]
				if a == b {
					continue
				}
				changed = true
				if at := image.Pt(spot.Min.X+x, spot.Min.Y+y); !inArrow(marked.arrows, at) {
					t.Fatalf("%s, %s: %s changes %s at %v", s.Position.Variant().Name, s.View, s.moveLine(), marked.board.Name(spot.cell), at)
				}
				if body != nil && body[y*spot.Dx()+x] == opaqueStep {
					t.Fatalf("%s, %s: the arrow of %s lies over the piece on %s", s.Position.Variant().Name, s.View, s.moveLine(), marked.board.Name(spot.cell))
				}
			}
		}
		if changed {
			passed++
		}
	}
	return passed
}

func inArrow(arrows []arrow, at image.Point) bool {
	return slices.ContainsFunc(arrows, func(a arrow) bool { return at.In(a.box()) })
}

// TestArrowsLieOnTheirBoards checks that an arrow begins on its own cell, ends at the edge of the
// next, and lies on its board.
func TestArrowsLieOnTheirBoards(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		for i, s := range played(t, v, 0, 120)[1:] {
			for view, l := range viewLayouts(s) {
				if i%18 != 2*int(view) {
					continue
				}
				s.View = view
				p := newPainter(s, l)
				p.paint()
				for _, a := range p.arrows {
					board := slices.IndexFunc(p.panels, func(panel *panel) bool { return image.Pt(int(a.x0), int(a.y0)).In(panel.bounds()) })
					if board < 0 {
						t.Fatalf("%s, %s: the arrow of %s begins beside the boards", v.Name, view, s.moveLine())
					}
					panel := p.panels[board]
					if tip := image.Pt(int(a.x1), int(a.y1)); !tip.In(panel.bounds()) {
						t.Errorf("%s, %s: the arrow of %s ends beside its board", v.Name, view, s.moveLine())
					}
					if to, ok := panel.find(s.Last.To); ok && image.Pt(int(a.x1), int(a.y1)).In(to.Inset(4)) {
						t.Errorf("%s, %s: the arrow of %s ends on the cell of arrival, not at its edge", v.Name, view, s.moveLine())
					}
				}
			}
		}
	}
}

// wander plays random moves from the start and returns the scene after each.
func wander(v *rules.Variant, seed uint64, plies int) []Scene {
	source := rand.New(rand.NewPCG(seed, 15))
	scene, scenes := NewScene(v.Start()), []Scene{}
	for range plies {
		moves := scene.Position.Legal()
		if len(moves) == 0 {
			break
		}
		m := moves[source.IntN(len(moves))]
		next, err := scene.Position.Play(m)
		if err != nil {
			break
		}
		scene.Before, scene.Last, scene.Position = scene.Position, m, next
		scenes = append(scenes, scene)
	}
	return scenes
}

// TestArrowsKeepOffPiecesAndNames checks that no pixel of an arrow lies on a cell with a piece,
// on a name in a cell, or beside the boards, where the names of ranks and files are.
func TestArrowsKeepOffPiecesAndNames(t *testing.T) {
	t.Parallel()
	drawn, short := 0, 0
	for n, v := range rules.Variants() {
		for i, s := range wander(v, uint64(n), 24) {
			all := viewLayouts(s)
			level := levelPanels(v.Board, s.Side)[v.Board.Place(s.Last.From).Level]
			all[Single] = singleLayout(level)
			for view, l := range all {
				if (i+int(view))%4 != 0 {
					continue
				}
				s.View = view
				p := newPainter(s, l)
				p.paint()
				for _, a := range p.arrows {
					drawn++
					if a.short {
						short++
					}
					checkArrow(t, p, a)
				}
			}
		}
	}
	if drawn == 0 || short == 0 || short == drawn {
		t.Errorf("%d arrows, %d of them short: the games show one kind only", drawn, short)
	}
}

func checkArrow(t *testing.T, p *painter, a arrow) {
	t.Helper()
	box := a.box()
	_, opacities := a.drawn.pixels()
	for i, opacity := range opacities {
		at := box.Min.Add(image.Pt(i%a.drawn.width, i/a.drawn.width))
		if opacity == 0 || at.In(free(p, at)) {
			continue
		}
		t.Fatalf("%s, %s: the arrow of %s lies on a piece, a name or beside the board at %v", p.Position.Variant().Name, p.View, p.moveLine(), at)
	}
}

// free returns the empty cell at a point; a cell that shows its name does not count.
func free(p *painter, at image.Point) image.Rectangle {
	for _, panel := range p.panels {
		for i := range panel.spots {
			spot := &panel.spots[i]
			if at.In(spot.Rectangle) && p.Position.At(spot.cell) == rules.NoPiece && (panel.cell < leastNamed || !p.named(panel, spot)) {
				return spot.Rectangle
			}
		}
	}
	return image.Rectangle{}
}

// TestStackArrowsKeepOffWords checks that in a stack the arrow is drawn behind the pieces and
// touches no code or name of a rank or level.
func TestStackArrowsKeepOffWords(t *testing.T) {
	crossing := 0
	for n, v := range rules.Variants() {
		for i, s := range wander(v, uint64(n), 24) {
			if i%5 != 0 {
				continue
			}
			s.View = Stack
			p, slabs := newStack(s)
			p.paintStack(slabs)
			a := p.arrows[0]
			box, drawn := a.box(), a.drawn
			_, opacity := drawn.pixels()
			under := func(at image.Point) bool {
				at = at.Sub(box.Min)
				return at.X >= 0 && at.Y >= 0 && at.X < drawn.width && at.Y < drawn.height && opacity[at.Y*drawn.width+at.X] > 0
			}
			for _, slab := range slabs {
				for row := range slab.Rows {
					for column, c := range slab.Rows[row] {
						piece := p.Position.At(c)
						if piece == rules.NoPiece {
							continue
						}
						at, l := p.upright(slab, row, column, c)
						with := l.sprite()
						l.wordless = true
						index, opacity := with.pixels()
						without, _ := l.sprite().pixels()
						for i := range index {
							pixel := at.Add(image.Pt(i%with.width, i/with.width))
							if index[i] == without[i] || !under(pixel) {
								continue
							}
							if crossing++; opacity[i] <= opaqueStep/2 {
								t.Fatalf("%s: the arrow of %s shows through the code on %s", v.Name, s.moveLine(), p.board.Name(c))
							}
						}
					}
				}
				for _, words := range p.slabWords(slab) {
					for y := words.box.Min.Y; y < words.box.Max.Y; y++ {
						for x := words.box.Min.X; x < words.box.Max.X; x++ {
							if got := p.palette.colors[p.Pix[p.PixOffset(x, y)]]; under(image.Pt(x, y)) && got == p.colors.mark {
								t.Fatalf("%s: the arrow of %s touches the name %q", v.Name, s.moveLine(), words.label.text)
							}
						}
					}
				}
			}
		}
	}
	if crossing == 0 {
		t.Error("no arrow goes behind a code")
	}
}

// TestTwoLegsHaveTwoHeads checks that a move in two legs has an arrow for each, and that its
// title names the cell between.
func TestTwoLegsHaveTwoHeads(t *testing.T) {
	s := at(t, "stockschach512", "w EPRza1,STOzh2 EPRsa8,SBKua5 - - - 0 30")
	m, err := s.Position.ReadMove("zh2-zg3-zh4")
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.Position.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	s.Before, s.Last, s.Position = s.Position, m, next
	p := newPainter(s, tallLayout(s.Position.Variant().Board, s.Side))
	p.paint()
	if len(p.arrows) != 2 || p.arrows[0].head == 0 || p.arrows[1].head == 0 {
		t.Errorf("the move has the arrows %+v, want two with heads", p.arrows)
	}
	for _, panel := range p.panels {
		if got, want := p.touch(panel).words, "from zh2 by zg3 to zh4"; panel.Name == "z" && got != want {
			t.Errorf("the title says %q, want %q", got, want)
		}
	}
}
