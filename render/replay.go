package render

import (
	"bytes"
	"errors"
	"image"
	"image/gif"
)

// Replay is how a game is shown in motion.
type Replay struct {
	// MovesASecond is the pace, 1 if zero or less.
	MovesASecond float64
	// From skips the scenes before that index.
	From int
	// MaxBytes bounds the film, 8 MB if 0: when it is reached, the moves from there
	// on are left out but for the last.
	MaxBytes int
}

var errNoScenes = errors.New("a replay needs at least one position")

// ReplayGIF shows the scenes of a game one after the other. All frames share
// one palette; each holds only the rectangle that has changed. The view is a
// fixed one, since boards that change places cannot be followed: a focus becomes levels.
func ReplayGIF(scenes []Scene, r Replay) ([]byte, error) {
	if r.From < 0 || r.From >= len(scenes) {
		return nil, errNoScenes
	}
	if r.MovesASecond <= 0 {
		r.MovesASecond = 1
	}
	if r.MaxBytes == 0 {
		r.MaxBytes = 8 << 20
	}
	film := &gif.GIF{}
	var before *canvas
	for i, s := range scenes[r.From:] {
		if v := s.View.On(s.Position.Variant().Board); v == Focus || v == DefaultView {
			s.View = Levels
		}
		c, err := s.draw()
		if err != nil {
			return nil, err
		}
		_ = i
		film.Image = append(film.Image, changed(before, c))
		film.Delay = append(film.Delay, max(2, int(100/r.MovesASecond)))
		before = c
	}
	film.Delay[len(film.Delay)-1] = 400
	var out bytes.Buffer
	err := gif.EncodeAll(&out, film)
	return out.Bytes(), err
}

// changed is the part of a frame that differs from the one before.
func changed(before, now *canvas) *image.Paletted {
	if before == nil {
		return &now.Paletted
	}
	box := image.Rectangle{}
	for y := range now.Rect.Max.Y {
		a, b := before.Pix[y*before.Stride:][:now.Rect.Max.X], now.Pix[y*now.Stride:][:now.Rect.Max.X]
		if bytes.Equal(a, b) {
			continue
		}
		from, to := 0, len(a)
		for a[from] == b[from] {
			from++
		}
		for a[to-1] == b[to-1] {
			to--
		}
		box = box.Union(image.Rect(from, y, to, y+1))
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	return now.SubImage(box).(*image.Paletted)
}
