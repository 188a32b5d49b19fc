//go:build unix

package render

import (
	"bytes"
	"image/png"
	"syscall"
	"testing"
	"time"

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
		for _, view := range []View{Levels, Ranks, Glance, Tall} {
			scene := NewScene(v.Start())
			scene.View = view
			b.Run(v.Name+"/"+view.String(), func(b *testing.B) { benchmark(b, func() ([]byte, error) { return PNG(scene) }) })
		}
	}
}

func BenchmarkEmpty(b *testing.B) {
	for _, view := range []View{Levels, Ranks, Glance, Tall} {
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

// BenchmarkPNGAfterMove draws the positions of a game in turn, because those of every move have a
// head and marks of their own. Glance, which every move draws, is to take no longer than Tall.
func BenchmarkPNGAfterMove(b *testing.B) {
	for _, v := range largest() {
		game := played(b, v, 0, 80)[20:]
		for _, view := range []View{Glance, Tall, Levels, Ranks, Stack} {
			next := 0
			b.Run(v.Name+"/"+view.String(), func(b *testing.B) {
				benchmark(b, func() ([]byte, error) {
					scene := game[next%len(game)]
					scene.View = view
					next++
					return PNG(scene)
				})
			})
		}
	}
}

// TestGlanceIsNoSlowerThanTall compares the shortest times of the two views for positions with 512
// cells. It draws them alternately, in more rounds if the machine is busy.
func TestGlanceIsNoSlowerThanTall(t *testing.T) {
	const few, many, tolerance = 8, 200, 1.1
	for _, v := range largest() {
		game := played(t, v, 0, 60)[20:]
		least := map[View]time.Duration{Glance: time.Hour, Tall: time.Hour}
		slower := true
		for n := 0; n < many && slower; n++ {
			for _, view := range []View{Glance, Tall} {
				scene := game[n%len(game)]
				scene.View = view
				began := time.Now()
				if _, err := PNG(scene); err != nil {
					t.Fatal(err)
				}
				least[view] = min(least[view], time.Since(began))
			}
			slower = n < few || float64(least[Glance]) > tolerance*float64(least[Tall])
		}
		if slower {
			t.Errorf("%s: glance takes %v, tall %v", v.Name, least[Glance], least[Tall])
		}
	}
}

// benchmark also reports processor time, because it does not depend on other programs.
func benchmark(b *testing.B, picture func() ([]byte, error)) {
	b.ReportAllocs()
	var out []byte
	from := processorTime(b)
	for b.Loop() {
		var err error
		if out, err = picture(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(processorTime(b)-from)/float64(b.N), "cpu-ns/op")
	b.ReportMetric(float64(len(out)), "bytes")
}

// processorTime returns the time of processors that this process has used, in nanoseconds.
func processorTime(b *testing.B) int64 {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return use.Utime.Nano() + use.Stime.Nano()
}
