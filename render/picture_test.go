package render

import (
	"image"
	"testing"

	"raumbot/rules"
)

// beside returns the colour just inside the upper left corner of a cell, which
// neither the piece nor a frame reaches at the size of the single view.
func beside(t *testing.T, s Scene, cell string) rgb {
	t.Helper()
	c, ok := s.Position.Variant().Board.Cell(cell)
	if !ok {
		t.Fatalf("no cell %s", cell)
	}
	s.View, s.Slice = Single, s.Position.Variant().Board.Levels()[s.Position.Variant().Board.Place(c).Level].Name
	drawn, err := s.draw()
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.singlePanel()
	if err != nil {
		t.Fatal(err)
	}
	r, ok := newPainter(s, singleLayout(p)).panels[0].find(c)
	if !ok {
		t.Fatalf("%s is not on its level", cell)
	}
	x, y := r.Min.X+r.Dx()*3/25, r.Min.Y+r.Dy()*8/25
	return drawn.palette.colors[drawn.Pix[drawn.PixOffset(x, y)]]
}

func TestMarksColourTheirCells(t *testing.T) {
	light := themes[Light]
	moved := afterMoves(t, "stockchaturanga216", 0, 0)
	m, err := moved.Position.ReadMove("wd2-wd3")
	if err != nil {
		t.Fatal(err)
	}
	next, err := moved.Position.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	moved.Before, moved.Last, moved.Position = moved.Position, m, next
	if got := beside(t, moved, "wd3"); got != light.mark {
		t.Errorf("the cell of arrival is %06x, want yellow", got)
	}
	if got := beside(t, moved, "wd4"); got != light.cells[0] && got != light.cells[1] {
		t.Errorf("a cell that has nothing to do with the move is %06x", got)
	}
	checked := at(t, "blocschach", "w EPRsa1 EPRzh8,MARsa8 - - - 0 1")
	if checked.Position.Status() != rules.Check {
		t.Fatalf("the position is %s, not check", checked.Position.Status())
	}
	if got := beside(t, checked, "sa1"); got != light.check {
		t.Errorf("the Emperor in check stands on %06x, want the check's red", got)
	}
}

func TestFrozenPiecesAreGrey(t *testing.T) {
	// Without a Duke the Duchess cannot move; the Queen has her Prince.
	p := at(t, "blocschach", "w DUCsc1,EPRve1,PNCsa2,QUEse1 EPRve8 - - - 0 1").Position
	colourful := func(code string) bool {
		id, _ := p.Variant().KindByCode(code)
		piece := rules.MakePiece(id, rules.White)
		l := look{kind: p.Variant().Kind(piece), size: 40, frozen: p.Frozen(piece)}
		c := newCanvas(40, 40, palettes[Light]())
		c.fill(c.Rect, white)
		c.stamp(l.sprite(), 0, 0)
		for _, i := range c.Pix {
			r, g, b := c.palette.colors[i].parts()
			if max(r, g, b)-min(r, g, b) > 60 {
				return true
			}
		}
		return false
	}
	if colourful("DUC") {
		t.Error("the frozen Duchess has colours")
	}
	if !colourful("QUE") {
		t.Error("the free Queen has no colours")
	}
}

// TestHaloIsWithinTheCell checks that the halo of a royal piece is not cut off at the edge
// of the cell.
func TestHaloIsWithinTheCell(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		for i := range v.Kinds[1:] {
			k := &v.Kinds[i+1]
			if !k.Royal {
				continue
			}
			for size := int16(22); size <= 110; size++ {
				for _, theme := range []Theme{Light, HighContrast} {
					s := look{kind: k, theme: theme, size: size, bright: size%2 == 0, markless: true}.sprite()
					_, opacities := s.pixels()
					for x, opacity := range opacities[:size] {
						if opacity > opaqueStep/2 {
							t.Fatalf("%s %s at %d px, %s: the upper edge has opacity %d at %d", v.Name, k.Code, size, theme, opacity, x)
						}
					}
					for y := range int(size) * 2 / 5 { // the plate begins below
						if left, right := opacities[y*s.width], opacities[(y+1)*s.width-1]; left > opaqueStep/2 || right > opaqueStep/2 {
							t.Fatalf("%s %s at %d px, %s: row %d reaches the edge", v.Name, k.Code, size, theme, y)
						}
					}
				}
			}
		}
	}
}

// TestDiscTellsTheSide checks that the disc is lighter than its plate for White and darker for
// Black, in every theme.
func TestDiscTellsTheSide(t *testing.T) {
	v := rules.Variants()[0]
	game := played(t, v, 0, 1)
	for theme := range themeCount {
		for _, s := range game {
			s.Theme = theme
			p := newPainter(s, levelsLayout(v.Board, rules.White, levelsWidth, gridCell))
			p.paintDisc(40, 40, 20)
			grey := func(x, y int) float64 {
				r, g, b := p.palette.colors[p.Pix[p.PixOffset(x, y)]].parts()
				return greyEye(float64(r), float64(g), float64(b))[0]
			}
			disc, plate := grey(40, 40), grey(22, 40)
			if lighter := disc > plate+50; lighter != (s.Position.Turn() == rules.White) || !lighter && disc > plate-50 {
				t.Errorf("%s, %s to move: the disc is %.0f on a plate of %.0f", theme, s.Position.Turn(), disc, plate)
			}
		}
	}
}

// TestTargetsStayInTheirCells checks that targets change only the cells that they are on.
func TestTargetsStayInTheirCells(t *testing.T) {
	plain := NewScene(rules.Variants()[1].Start())
	plain.View = Levels
	marked := plain
	marked.Targets = plain.Position.Legal()[:9]
	a, err := plain.draw()
	if err != nil {
		t.Fatal(err)
	}
	b, err := marked.draw()
	if err != nil {
		t.Fatal(err)
	}
	board := plain.Position.Variant().Board
	l := levelsLayout(board, rules.White, levelsWidth, gridCell)
	allowed := map[image.Point]bool{}
	for _, m := range marked.Targets {
		r, _, ok := l.home(m.To)
		if !ok {
			t.Fatalf("%s has no place", board.Name(m.To))
		}
		changed := false
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				allowed[image.Pt(x, y)] = true
				changed = changed || a.Pix[a.PixOffset(x, y)] != b.Pix[b.PixOffset(x, y)]
			}
		}
		if !changed {
			t.Errorf("target %s shows nothing", board.Name(m.To))
		}
	}
	for i := range a.Pix {
		if p := image.Pt(i%a.Stride, i/a.Stride); a.Pix[i] != b.Pix[i] && !allowed[p] {
			t.Fatalf("the pixel at %v changed, which is on no target", p)
		}
	}
}
