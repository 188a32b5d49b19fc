package render

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"raumbot/rules"
)

var regen = flag.Bool("regen", false, "write the golden files anew")

// scenes are the scenes of the goldens: each view, theme and mark at least once,
// on the smallest board that has it.
func scenes(t testing.TB) map[string]Scene {
	set := func(s Scene, change func(s *Scene)) Scene { change(&s); return s }
	chosen := func(s Scene, cell string) Scene {
		s.Chosen, _ = s.Position.Variant().Board.Cell(cell)
		s.Targets = s.Position.LegalFrom(s.Chosen)
		return s
	}
	raumschach := afterMoves(t, "raumschach", 0, 0)
	return map[string]Scene{
		"opening": raumschach,
		"levels-contrast-badges": set(raumschach, func(s *Scene) {
			s.View, s.Theme, s.Pieces, s.FourColours = Levels, HighContrast, Badges, true
		}),
		"stack-dark":  set(afterMoves(t, "raumschach", 0, 17), func(s *Scene) { s.View, s.Theme = Stack, Dark }),
		"ranks-rings": set(afterMoves(t, "stockschach216", 0, 31), func(s *Scene) { s.View = Ranks }),
		"glance-two-levels": set(afterMoves(t, "gutenschach", 2, 61), func(s *Scene) {
			s.White, s.Black, s.Note = "Ada", "Zoë", "by 21 November, 14:00 UTC"
		}),
		"glance-check-dark": set(afterMoves(t, "blocschach", 0, 134), func(s *Scene) { s.Theme = Dark }),
		"hex-ranks-print":   set(afterMoves(t, "octhex146", 2, 61), func(s *Scene) { s.View, s.Theme = Ranks, Print }),
		"sizes-from-black":  set(afterMoves(t, "octhex146", 2, 20), func(s *Scene) { s.View, s.Side = Levels, rules.Black }),
		"sizes-tall":        set(afterMoves(t, "octhex146", 2, 61), func(s *Scene) { s.View = Tall }),
		"tunnel-targets":    chosen(afterMoves(t, "tunnelchess-paired-everything", 2, 61), "c5"),
		"castling-targets": set(chosen(at(t, "blocschach",
			"w BARsc2,DUCse1,DUCze1,DUKsb2,EPRve1,GOVsh1,GOVza1,QUEva1,QUEvh1 BNSte8,EPRve8 se1,sh1,va1,vh1,za1,ze1 - - 0 30"), "ve1"),
			func(s *Scene) { s.Theme = Dark }),
		"single-rank": set(raumschach, func(s *Scene) { s.View, s.Slice = Single, "1" }),
	}
}

func TestPicturesAreGolden(t *testing.T) {
	for name, scene := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			picture, err := PNG(scene)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, name, picture)
		})
	}
	t.Run("diagram", func(t *testing.T) {
		picture, err := MovementDiagram(afterMoves(t, "stockschach216", 0, 0).Position.Variant(), 2, Light, nil)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, "diagram", picture)
	})
	for _, v := range rules.Variants() {
		if v.Name != "blocschach" && v.Name != "tunnelchess-orders-of-knighthood" {
			continue
		}
		t.Run("sheet-"+v.Name, func(t *testing.T) {
			picture, err := Sheet(v, Light)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, "sheet-"+v.Name, picture)
		})
	}
}

// compare compares a picture with its golden file. A few pixels may differ, because processors
// with fused multiply-add may round an edge differently.
func compare(t *testing.T, name string, picture []byte) {
	t.Helper()
	golden := filepath.Join("testdata", "golden", name+".png")
	got := decode(t, picture)
	if *regen {
		if err := os.WriteFile(golden, small(t, got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	content, err := os.ReadFile(golden)
	if err != nil {
		t.Fatalf("%v: run the test with -regen to make it", err)
	}
	want := decode(t, content)
	if got.Bounds() != want.Bounds() {
		t.Fatalf("the picture is %v, the golden %v", got.Bounds(), want.Bounds())
	}
	difference, wrong := diff(got, want)
	if allowed := len(got.Pix) / 2000; wrong > allowed {
		out := filepath.Join(os.TempDir(), "raumbot-render-"+name+".png")
		os.WriteFile(out, small(t, difference), 0o644)
		t.Errorf("%d pixels differ, %d may: see %s", wrong, allowed, out)
	}
}

// diff counts the pixels that look different, and marks them in red on a pale copy of
// the picture.
func diff(got, want *image.Paletted) (*image.Paletted, int) {
	const visible = 24
	out, wrong := image.NewPaletted(got.Rect, got.Palette), 0
	copy(out.Pix, got.Pix)
	for i := range got.Pix {
		r, g, b, _ := got.Palette[got.Pix[i]].RGBA()
		wr, wg, wb, _ := want.Palette[want.Pix[i]].RGBA()
		far := func(x, y uint32) bool { return max(x, y)-min(x, y) > visible<<8 }
		if far(r, wr) || far(g, wg) || far(b, wb) {
			wrong++
			out.Pix[i] = uint8(out.Palette.Index(color.RGBA{R: 228, G: 0, B: 43, A: 255}))
		}
	}
	return out, wrong
}

func decode(t testing.TB, content []byte) *image.Paletted {
	t.Helper()
	decoded, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return decoded.(*image.Paletted)
}

// small encodes with the best compression, for files that are committed.
func small(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestTextsAreGolden(t *testing.T) {
	for name, scene := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			golden := filepath.Join("testdata", "golden", name+".txt")
			got := "alt: " + Alt(scene) + "\n\n" + Text(scene)
			if *regen {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatalf("%v: run the test with -regen to make it", err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
