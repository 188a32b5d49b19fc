package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
)

// Replay is how a game is shown in motion.
type Replay struct {
	// MovesASecond is the pace, 1 if it is 0 or less. Ten is the most that
	// players of such films keep to.
	MovesASecond float64
	// From skips the scenes before that index.
	From int
	// MaxBytes bounds the film, 8 MB if it is 0. When the bound comes near,
	// the film jumps to the last scene.
	MaxBytes int
}

// Film measures.
const (
	filmWidth    = 1000
	filmCell     = 40
	filmLastWait = 500 // hundredths of a second
)

// ReplayGIF shows the scenes of a game one after the other, once. All frames
// share the theme's palette, and each holds only what has changed. Boards that
// change places cannot be followed, so the view is one panel for each level or
// rank, whatever the scenes ask for; a single slice stays.
func ReplayGIF(scenes []Scene, r Replay) ([]byte, error) {
	if r.From < 0 || r.From >= len(scenes) {
		return nil, errors.New("a replay needs at least one position: begin it at an earlier move")
	}
	if r.MovesASecond <= 0 {
		r.MovesASecond = 1
	}
	if r.MaxBytes == 0 {
		r.MaxBytes = 8 << 20
	}
	f := film{delay: max(10, int(100/r.MovesASecond))}
	for i := r.From; i < len(scenes); i++ {
		// A frame never takes more than the first, which is whole.
		if f.out.Len() > 0 && f.out.Len()+2*f.first > r.MaxBytes {
			i = len(scenes) - 1
		}
		c, err := scenes[i].filmed().draw()
		if err != nil {
			return nil, err
		}
		if err := f.add(c, i == len(scenes)-1); err != nil {
			return nil, err
		}
	}
	f.out.WriteByte(trailer)
	return f.out.Bytes(), nil
}

// filmed is the scene as a replay shows it.
func (s Scene) filmed() Scene {
	s.film = true
	switch s.View.On(s.Position.Variant().Board) {
	case Ranks, Single:
	default:
		s.View = Levels
	}
	return s
}

// A film is written frame by frame, so that a long game needs no more memory
// than a short one.
type film struct {
	out    bytes.Buffer
	before *canvas
	model  color.Palette
	delay  int
	first  int // bytes of the first frame
}

// The parts of a GIF file around its frames: a header with the size, a global
// table of 256 colours, and a byte at the end.
const (
	headerBytes = 13 + 3*256
	trailer     = 0x3B
)

// add encodes the frame as a film of its own and keeps what is between header
// and trailer.
func (f *film) add(c *canvas, last bool) error {
	if f.model == nil {
		f.model = append(color.Palette(nil), c.palette.model...)
		f.model[transparent] = color.RGBA{}
	}
	delay := f.delay
	if last {
		delay = filmLastWait
	}
	var one bytes.Buffer
	err := gif.EncodeAll(&one, &gif.GIF{
		Image: []*image.Paletted{f.changed(c)}, Delay: []int{delay}, Disposal: []byte{gif.DisposalNone},
		Config: image.Config{ColorModel: f.model, Width: c.Rect.Dx(), Height: c.Rect.Dy()},
	})
	if err != nil {
		return err
	}
	frame := one.Bytes()[:one.Len()-1]
	if f.before == nil {
		f.first = len(frame)
	} else {
		frame = frame[headerBytes:]
	}
	f.out.Write(frame)
	f.before = c
	return nil
}

// changed is the rectangle of a frame that differs from the one before, with
// all equal pixels transparent.
func (f *film) changed(now *canvas) *image.Paletted {
	if f.before == nil {
		whole := now.Paletted
		whole.Palette = f.model
		return &whole
	}
	box := image.Rectangle{}
	for y := range now.Rect.Max.Y {
		a, b := f.before.row(y), now.row(y)
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
	part := image.NewPaletted(box, f.model)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		a, b := f.before.row(y), now.row(y)
		row := part.Pix[part.PixOffset(box.Min.X, y):]
		for x := box.Min.X; x < box.Max.X; x++ {
			row[x-box.Min.X] = b[x]
			if a[x] == b[x] {
				row[x-box.Min.X] = transparent
			}
		}
	}
	return part
}

// row is one row of pixels.
func (c *canvas) row(y int) []uint8 { return c.Pix[y*c.Stride : y*c.Stride+c.Rect.Max.X] }
