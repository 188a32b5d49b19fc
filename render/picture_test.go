package render

import (
	"bytes"
	"image"
	"image/gif"
	"strings"
	"sync"
	"testing"

	"raumbot/rules"
)

// corner is the colour just inside the upper left corner of a cell, where
// nothing of it and no frame reaches at the size of the single view.
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
	x, y := r.Min.X+r.Dx()*2/25, r.Min.Y+r.Dy()*14/25
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

// The halo of a royal piece is whole: nothing of it is cut off at the edge
// of the cell.
func TestHaloIsWithinTheCell(t *testing.T) {
	for _, v := range rules.Variants() {
		for i := range v.Kinds[1:] {
			k := &v.Kinds[i+1]
			if !k.Royal {
				continue
			}
			for size := int16(22); size <= 110; size++ {
				for _, theme := range []Theme{Light, HighContrast} {
					s := look{kind: k, theme: theme, size: size, bright: size%2 == 0, markless: true}.sprite()
					for x, opacity := range s.opacity[:size] {
						if opacity > 140 {
							t.Fatalf("%s %s at %d px, %s: the upper edge has opacity %d at %d", v.Name, k.Code, size, theme, opacity, x)
						}
					}
					for y := range int(size) * 2 / 5 { // the plate begins below
						if left, right := s.opacity[y*s.width], s.opacity[(y+1)*s.width-1]; left > 140 || right > 140 {
							t.Fatalf("%s %s at %d px, %s: row %d reaches the edge", v.Name, k.Code, size, theme, y)
						}
					}
				}
			}
		}
	}
}

// The disc is lighter than its plate for White and darker for Black, in every
// theme.
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

// far reports whether two colours differ by more than a soft edge.
func far(a, b rgb) bool {
	r, g, bl := a.parts()
	r2, g2, bl2 := b.parts()
	return max(r-r2, r2-r, g-g2, g2-g, bl-bl2, bl2-bl) > 120
}

// Whatever stands around the cell of arrival, the head of the arrow lies over
// it.
func TestArrowHeadsAreVisible(t *testing.T) {
	heads := 0
	for _, name := range []string{"gutenschach", "octhex146", "tunnelchess-orders-of-knighthood"} {
		v, err := rules.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range played(t, v, 2, 40)[1:] {
			for _, view := range []View{Levels, Ranks} {
				l := levelsLayout(v.Board, s.Side, levelsWidth, gridCell)
				if view == Ranks {
					l = ranksLayout(v.Board, s.Side, ranksWidth, gridCell)
				}
				p := newPainter(s, l)
				p.paint()
				for _, h := range p.heads {
					if h.head == 0 {
						continue
					}
					heads++
					x, y := leave(h.x2, h.y2, h.x1, h.y1, 0.7*h.head)
					if got := p.palette.colors[p.Pix[p.PixOffset(int(x), int(y))]]; far(got, p.colors.mark) {
						t.Errorf("%s, %s: after %s the middle of the arrow's head is %06x", name, view, s.moveLine(), got)
					}
				}
			}
		}
	}
	if heads == 0 {
		t.Error("there are no arrows")
	}
}

// Routes between large boards of a focus leave head and titles free.
func TestRoutesKeepOffTitles(t *testing.T) {
	v, err := rules.Find("gutenschach")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		for _, s := range played(t, v, n, 100)[1:] {
			p := newPainter(s, focusLayout(v.Board, s.Side, s.focusLevels()))
			p.paint()
			for _, h := range p.heads {
				for i := range 9 {
					if _, y := h.at(float64(i) / 8); y < float64(p.panels[0].at.Y) {
						t.Fatalf("the route of %s is at y = %.0f, above the boards", s.moveLine(), y)
					}
				}
			}
		}
	}
}

// A route is whole, or it is two stubs near its ends: no line crosses a
// panel that the move has nothing to do with.
func TestRoutesKeepOffOtherPanels(t *testing.T) {
	v, err := rules.Find("octhex146")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range played(t, v, 0, -1)[1:] {
		p := newPainter(s, levelsLayout(v.Board, s.Side, levelsWidth, gridCell))
		p.paint()
		for _, h := range p.heads {
			for i := range 9 {
				x, y := h.at(float64(i) / 8)
				for _, panel := range p.panels {
					_, from := panel.find(s.Last.From)
					_, to := panel.find(s.Last.To)
					if !from && !to && image.Pt(int(x), int(y)).In(panel.bounds()) {
						t.Fatalf("the route of %s crosses panel %s", s.moveLine(), panel.Name)
					}
				}
			}
		}
	}
}

// Targets change nothing but the cells that they are on.
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

func TestEncodedIsWhatWasDrawn(t *testing.T) {
	for _, v := range rules.Variants() {
		scene := NewScene(v.Start())
		drawn, err := scene.draw()
		if err != nil {
			t.Fatal(err)
		}
		picture, err := drawn.encode()
		if err != nil {
			t.Fatal(err)
		}
		read := decode(t, picture)
		if read.Rect != drawn.Rect || !bytes.Equal(read.Pix, drawn.Pix) {
			t.Errorf("%s: the file does not hold the picture", v.Name)
		}
	}
}

// The same scene is the same file, whoever draws it at the same time.
func TestPicturesAreTheSameFromAllGoroutines(t *testing.T) {
	scene := afterMoves(t, "tunnelchess-paired-linepiece", 0, 12)
	pictures := make([][]byte, 8)
	var wait sync.WaitGroup
	for i := range pictures {
		wait.Go(func() { pictures[i], _ = PNG(scene) })
	}
	wait.Wait()
	for _, p := range pictures {
		if len(p) == 0 || !bytes.Equal(p, pictures[0]) {
			t.Fatal("two drawings of one scene differ")
		}
	}
}

// Whatever happens in a game, in any view, theme and style, from either side,
// there is a picture, and it is described.
func TestEveryGameCanBeDrawn(t *testing.T) {
	n := 0
	for _, v := range rules.Variants() {
		game := played(t, v, 0, -1)
		for ply := 0; ply < len(game); ply += 19 {
			s := game[ply]
			n++
			s.View, s.Theme, s.Pieces = View(n%int(viewCount)), Theme(n%int(themeCount)), Pieces(n%2)
			s.Side, s.FourColours = rules.Side(n/2%2), n%3 == 0
			picture, err := PNG(s)
			if err != nil {
				t.Fatalf("%s ply %d: %v", v.Name, ply, err)
			}
			if size := decode(t, picture).Rect; size.Dx() > 1700 || size.Dy() > 2400 {
				t.Errorf("%s ply %d in view %s is %v large", v.Name, ply, s.View, size)
			}
			if alt := Alt(s); strings.Contains(alt, "\n") || len(alt) > 1000 || !strings.Contains(alt, v.Title) {
				t.Errorf("%s ply %d: the alt text is not one short paragraph: %q", v.Name, ply, alt)
			}
		}
	}
}

// What people upload and keep must stay small, and the caches bounded.
func TestPicturesAndCachesAreBounded(t *testing.T) {
	for _, v := range rules.Variants() {
		for theme := range themeCount {
			for _, view := range []View{Levels, Ranks, DefaultView} {
				scene := NewScene(v.Start())
				scene.View, scene.Theme = view, theme
				picture, err := PNG(scene)
				if err != nil {
					t.Fatal(err)
				}
				if len(picture) > 120<<10 {
					t.Errorf("%s %s %s takes %d bytes, want 120 KB at most", v.Name, view, theme, len(picture))
				}
			}
		}
	}
	if drawings, size := CacheSize(); drawings == 0 || size > CacheLimit {
		t.Errorf("the caches hold %d drawings in %d bytes, the limit is %d", drawings, size, CacheLimit)
	}
}

func TestCacheForgets(t *testing.T) {
	small := cache[int]{limit: 1000}
	draw := func() *sprite { return &sprite{index: make([]uint8, 300)} }
	for i := range 100 {
		small.get(i, draw)
		if _, size := small.size(); size > 2*1000 {
			t.Fatalf("after %d drawings of 300 bytes the cache holds %d", i+1, size)
		}
	}
	kept := small.get(99, func() *sprite { t.Error("the newest drawing was forgotten"); return draw() })
	if kept == nil {
		t.Error("no drawing")
	}
}

// Played one after the other, the frames of a replay add up to the last
// position, and all fit the bound.
func TestReplayEndsWithTheLastPosition(t *testing.T) {
	v, err := rules.Find("stockschach216")
	if err != nil {
		t.Fatal(err)
	}
	game := played(t, v, 0, 40)
	tests := []struct {
		name   string
		replay Replay
		frames int
	}{
		{"whole", Replay{MovesASecond: 2}, 41},
		{"from move 30 on", Replay{From: 30}, 11},
		{"bounded", Replay{MaxBytes: 200 << 10}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file, err := ReplayGIF(game, test.replay)
			if err != nil {
				t.Fatal(err)
			}
			film, err := gif.DecodeAll(bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			if test.frames > 0 && len(film.Image) != test.frames {
				t.Errorf("%d frames, want %d", len(film.Image), test.frames)
			}
			if test.replay.MaxBytes > 0 && len(file) > test.replay.MaxBytes {
				t.Errorf("%d bytes, want %d at most", len(file), test.replay.MaxBytes)
			}
			last, err := game[len(game)-1].filmed().draw()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(composed(film), last.Pix) {
				t.Error("the frames do not add up to the last position")
			}
		})
	}
	if _, err := ReplayGIF(game, Replay{From: 99}); err == nil {
		t.Error("a replay from beyond the end is no error")
	}
}

// composed lays the frames of a film over each other.
func composed(film *gif.GIF) []uint8 {
	whole := make([]uint8, film.Config.Width*film.Config.Height)
	for _, frame := range film.Image {
		for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
			for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
				if i := frame.ColorIndexAt(x, y); i != transparent {
					whole[y*film.Config.Width+x] = i
				}
			}
		}
	}
	return whole
}
