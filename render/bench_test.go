package render

import (
	"bytes"
	"image/png"
	"testing"

	"raumbot/rules"
)

// largest returns the variants with the most cells, whose pictures take longest
// to draw.
func largest() []*rules.Variant {
	var found []*rules.Variant
	for _, v := range rules.Variants() {
		if v.Board.Len() == rules.MaxCells {
			found = append(found, v)
		}
	}
	return found
}

// BenchmarkPNG draws starting positions with 512 cells, and for comparison an empty canvas
// of the same size, which shows the cost of encoding alone.
func BenchmarkPNG(b *testing.B) {
	for _, v := range largest() {
		for _, view := range []View{Levels, Ranks, Focus, Tall} {
			scene := NewScene(v.Start())
			scene.View = view
			b.Run(v.Name+"/"+view.String(), func(b *testing.B) { benchmark(b, func() ([]byte, error) { return PNG(scene) }) })
		}
	}
}

func BenchmarkEmpty(b *testing.B) {
	for _, view := range []View{Levels, Ranks, Focus, Tall} {
		scene := NewScene(largest()[0].Start())
		scene.View = view
		drawn, err := scene.draw()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(view.String(), func(b *testing.B) {
			benchmark(b, func() ([]byte, error) {
				empty := newCanvas(drawn.Rect.Dx(), drawn.Rect.Dy(), drawn.palette)
				defer empty.release()
				return empty.encode()
			})
		})
		b.Run(view.String()+"/image-png", func(b *testing.B) {
			benchmark(b, func() ([]byte, error) {
				var out bytes.Buffer
				err := png.Encode(&out, &newCanvas(drawn.Rect.Dx(), drawn.Rect.Dy(), drawn.palette).Paletted)
				return out.Bytes(), err
			})
		})
	}
}

// BenchmarkPNGAfterMove draws a picture with a last move and its path.
func BenchmarkPNGAfterMove(b *testing.B) {
	scene := afterMoves(b, largest()[0].Name, 0, 1)
	for _, view := range []View{Levels, Ranks, Focus, Tall, Stack} {
		scene.View = view
		b.Run(view.String(), func(b *testing.B) { benchmark(b, func() ([]byte, error) { return PNG(scene) }) })
	}
}

func benchmark(b *testing.B, picture func() ([]byte, error)) {
	b.ReportAllocs()
	var out []byte
	for b.Loop() {
		var err error
		if out, err = picture(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(out)), "bytes")
}
