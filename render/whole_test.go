package render

import (
	"bytes"
	"image/gif"
	"strings"
	"sync"
	"testing"

	"raumbot/rules"
)

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

// TestPicturesAreTheSameFromAllGoroutines checks that concurrent drawing of a scene gives
// identical files.
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

// TestEveryGameCanBeDrawn checks that every position of a game has a picture and a description,
// in every view, theme and style, from either side.
func TestEveryGameCanBeDrawn(t *testing.T) {
	t.Parallel()
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

// TestBoardsWithHolesAreDrawn checks that boards that lack cells, or even whole levels, are drawn
// in every view, with rings and without.
func TestBoardsWithHolesAreDrawn(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		box  rules.Box
	}{
		{"raumschach", rules.Box{Levels: "edcba", Files: 5, Ranks: 5, Holes: "bc3 cc3 dc3"}},
		{"raumschach", rules.Box{Levels: "edcba", Files: 5, Ranks: 5, Holes: "ca cb cc cd ce"}},
		{"stockschach216", rules.Box{Levels: "uvwxyz", Files: 6, Ranks: 6, Rings: true, Holes: "uc3 uc4 wd3 wd4 za3 za4"}},
	} {
		holed, err := rules.Find(test.name)
		if err != nil {
			t.Fatal(err)
		}
		v := *holed
		v.Kinds = v.Kinds[1:] // definitions do not contain the empty kind
		if v.Board, err = rules.NewBox(test.box); err != nil {
			t.Fatal(err)
		}
		made, faults := rules.Define(v)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		for _, s := range wander(made, 3, 12) {
			for _, view := range []View{DefaultView, Levels, Ranks, Tall, Single, Stack} {
				s.View = view
				if _, err := PNG(s); err != nil {
					t.Errorf("%s without %s, %s: %v", test.name, test.box.Holes, view, err)
				}
			}
			if Text(s) == "" || Alt(s) == "" {
				t.Errorf("%s without %s has no words", test.name, test.box.Holes)
			}
		}
	}
}

// mustBeBounded checks that a cache holds something, and no more than its two generations may.
func mustBeBounded[K comparable](t *testing.T, c *cache[K]) {
	t.Helper()
	if drawings, size := c.size(); drawings == 0 || size > 2*c.limit {
		t.Errorf("a cache holds %d drawings in %d bytes, the limit is %d", drawings, size, 2*c.limit)
	}
}

// TestPicturesAndCachesAreBounded checks that files stay small and the caches bounded.
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
	mustBeBounded(t, &pieceCache)
	mustBeBounded(t, &labelCache)
	mustBeBounded(t, &signCache)
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

// TestReplayEndsWithTheLastPosition checks that the frames of a replay add up to the last
// position, and that the size stays within the limit.
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
		{"whole", Replay{}, 41},
		{"from move 30 on", Replay{From: 30}, 11},
		{"bounded", Replay{MaxBytes: 200 << 10}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file, err := ReplayGIF(game, test.replay)
			if err != nil {
				t.Fatal(err)
			}
			replay, err := gif.DecodeAll(bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			if test.frames > 0 && len(replay.Image) != test.frames {
				t.Errorf("%d frames, want %d", len(replay.Image), test.frames)
			}
			if test.replay.MaxBytes > 0 && len(file) > test.replay.MaxBytes {
				t.Errorf("%d bytes, want %d at most", len(file), test.replay.MaxBytes)
			}
			frames := inReplay(game[test.replay.From:])
			last, err := frames[len(frames)-1].draw()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(composed(replay), last.Pix) {
				t.Error("the frames do not add up to the last position")
			}
		})
	}
	checkTimes(t, game)
	if _, err := ReplayGIF(game, Replay{From: 99}); err == nil {
		t.Error("a replay from beyond the end is no error")
	}
}

// checkTimes checks that each move is shown for two seconds at least, a capture for longer than a
// quiet move on one board, and that a constant pace is kept.
func checkTimes(t *testing.T, game []Scene) {
	t.Helper()
	quiet, captures := 0, 0
	for i, s := range game[:len(game)-1] {
		got := Replay{}.time(game, i)
		if got < 200 {
			t.Errorf("%s stays for %d hundredths of a second, want 200 at least", s.moveLine(), got)
		}
		if got == 200 && i > 0 {
			quiet++
		}
		if s.trail().victim != rules.NoPiece {
			captures++
			if got < 300 {
				t.Errorf("%s stays for %d hundredths of a second, want 300 at least", s.moveLine(), got)
			}
		}
		if got := (Replay{MovesASecond: 2}).time(game, i); got != 50 {
			t.Errorf("at two moves a second %s stays for %d hundredths", s.moveLine(), got)
		}
	}
	if quiet == 0 || captures == 0 {
		t.Errorf("the game has %d quiet moves and %d captures", quiet, captures)
	}
}

// TestReplayMarksTheBoard checks that in a replay by levels the board where the move ended is the
// only one with a frame around it.
func TestReplayMarksTheBoard(t *testing.T) {
	game := played(t, rules.Variants()[1], 0, 12)
	for i := range game {
		game[i].View = Levels
	}
	for _, s := range inReplay(game)[1:] {
		p := newPainter(s, levelsLayout(s.Position.Variant().Board, s.Side, replayWidth, replayCell))
		p.paint()
		for _, panel := range p.panels {
			b := panel.bounds()
			_, here := panel.find(s.Last.To)
			if got := p.palette.colors[p.Pix[p.PixOffset(b.Min.X-markerWidth+1, b.Max.Y-8)]]; (got == p.colors.mark) != here {
				t.Errorf("after %s panel %s has %06x beside it", s.moveLine(), panel.Name, got)
			}
		}
	}
}

// composed draws the frames of a replay over each other.
func composed(replay *gif.GIF) []uint8 {
	whole := make([]uint8, replay.Config.Width*replay.Config.Height)
	for _, frame := range replay.Image {
		for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
			for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
				if i := frame.ColorIndexAt(x, y); i != transparent {
					whole[y*replay.Config.Width+x] = i
				}
			}
		}
	}
	return whole
}
