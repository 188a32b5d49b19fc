package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"

	"raumbot/rules"
)

// Replay is how a game is shown in motion.
type Replay struct {
	// MovesASecond is a steady pace, ten at most. With 0 each move stays for as long as
	// what happens in it takes to see, two seconds or more.
	MovesASecond float64
	// From skips the scenes before that index.
	From int
	// MaxBytes bounds the file, 8 MB if it is 0. When the bound comes near,
	// the replay jumps to the last scene.
	MaxBytes int
}

// The measures of a replay: the width of its frames and the largest cell in pixels, and times
// in hundredths of a second: of a quiet move, what each event adds to it, and of the last scene.
const (
	replayWidth = 1000
	replayCell  = 40
	quietTime   = 200
	eventTime   = 100
	lastTime    = 500
)

// ReplayGIF shows the scenes of a game one after the other, once. All frames
// share the theme's palette, and each holds only what has changed. Boards that
// change places cannot be followed, so the view is one panel for each level or
// rank, whatever the scenes ask for; a single slice stays.
func ReplayGIF(scenes []Scene, r Replay) ([]byte, error) {
	if r.From < 0 || r.From >= len(scenes) {
		return nil, errors.New("a replay needs at least one position: begin it at an earlier move")
	}
	if r.MaxBytes == 0 {
		r.MaxBytes = 8 << 20
	}
	var w gifWriter
	for i := r.From; i < len(scenes); i++ {
		// A frame never takes more than the first, which is whole.
		if w.out.Len() > 0 && w.out.Len()+2*w.first > r.MaxBytes {
			i = len(scenes) - 1
		}
		c, err := scenes[i].inReplay().draw()
		if err != nil {
			return nil, err
		}
		if err := w.add(c, r.time(scenes, i)); err != nil {
			return nil, err
		}
	}
	w.out.WriteByte(trailer)
	return w.out.Bytes(), nil
}

// time is how long a scene stays, in hundredths of a second.
func (r Replay) time(scenes []Scene, i int) int {
	switch {
	case i == len(scenes)-1:
		return lastTime
	case r.MovesASecond > 0:
		return max(10, int(100/r.MovesASecond))
	}
	return quietTime + eventTime*scenes[i].events()
}

// events counts what there is to see in the last move besides a piece that moves: a capture, a
// check, another board, and whatever makes a move special.
func (s *Scene) events() int {
	if s.Before == nil {
		return 0
	}
	board, n := s.Position.Variant().Board, 0
	_, victim := s.Before.Capture(s.Last)
	for _, happened := range []bool{
		victim != rules.NoPiece, s.inCheck() != rules.NoCell, special(s.Before, s.Last) || s.Last.Via != rules.NoCell,
		board.Place(s.Last.From).Level != board.Place(s.Last.To).Level,
	} {
		if happened {
			n++
		}
	}
	return n
}

// inReplay is the scene as a replay shows it.
func (s Scene) inReplay() Scene {
	s.replay = true
	switch s.View.On(s.Position.Variant().Board) {
	case Ranks, Single:
	default:
		s.View = Levels
	}
	return s
}

// paintMarker frames the panel where the last move has ended: in a replay it moves from panel to
// panel, and the eye with it.
func (p *painter) paintMarker(panel *panel) {
	if _, here := panel.find(p.last.to); !p.replay || !p.last.moved || !here {
		return
	}
	r := panel.bounds().Inset(-markerWidth)
	p.frame(r.Inset(-1), markerWidth+1, ink)
	p.frame(r, markerWidth-1, p.colors.mark)
}

const markerWidth = 5

// A gifWriter writes frame by frame, so that a long game needs no more memory
// than a short one.
type gifWriter struct {
	out    bytes.Buffer
	before *canvas
	model  color.Palette
	first  int // bytes of the first frame
}

// The parts of a GIF file around its frames: a header with the size, a global
// table of 256 colours, and a byte at the end.
const (
	headerBytes = 13 + 3*256
	trailer     = 0x3B
)

// add encodes the frame as a file of its own, which stays for so many hundredths of a second, and
// keeps what is between header and trailer.
func (w *gifWriter) add(c *canvas, delay int) error {
	if w.model == nil {
		w.model = append(color.Palette(nil), c.palette.model...)
		w.model[transparent] = color.RGBA{}
	}
	var one bytes.Buffer
	err := gif.EncodeAll(&one, &gif.GIF{
		Image: []*image.Paletted{w.changed(c)}, Delay: []int{delay}, Disposal: []byte{gif.DisposalNone},
		Config: image.Config{ColorModel: w.model, Width: c.Rect.Dx(), Height: c.Rect.Dy()},
	})
	if err != nil {
		return err
	}
	frame := one.Bytes()[:one.Len()-1]
	if w.before == nil {
		w.first = len(frame)
	} else {
		frame = frame[headerBytes:]
	}
	w.out.Write(frame)
	w.before = c
	return nil
}

// changed is the rectangle of a frame that differs from the one before, with
// all equal pixels transparent.
func (w *gifWriter) changed(now *canvas) *image.Paletted {
	if w.before == nil {
		whole := now.Paletted
		whole.Palette = w.model
		return &whole
	}
	box := image.Rectangle{}
	for y := range now.Rect.Max.Y {
		a, b := w.before.row(y), now.row(y)
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
	part := image.NewPaletted(box, w.model)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		a, b := w.before.row(y), now.row(y)
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
