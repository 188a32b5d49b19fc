package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"slices"

	"raumbot/rules"
)

// Replay says how a game is animated.
type Replay struct {
	// MovesASecond is a constant pace, at most ten. With 0 each move is shown for two seconds
	// or more, depending on what happens in it.
	MovesASecond float64
	// From is the index of the first scene shown.
	From int
	// MaxBytes limits the size of the file, 8 MB if it is 0. Near the limit, the
	// replay jumps to the last scene.
	MaxBytes int
}

// Parameters of a replay: the width of its frames by glances and by levels and the largest cell
// in pixels, and times in hundredths of a second: of a quiet move, the addition for each event,
// and of the last scene.
const (
	filmWidth   = 2 * shownWidth
	replayWidth = 1000
	replayCell  = 40
	quietTime   = 200
	eventTime   = 100
	lastTime    = 500
)

// ReplayGIF shows the scenes of a game in sequence, once. All frames share the
// theme's palette, and each contains only the changed pixels. Because boards that change places
// are hard to follow, levels shown large stay where they are until a move needs others. Views
// other than levels, ranks and a single slice are shown as glances.
func ReplayGIF(scenes []Scene, r Replay) ([]byte, error) {
	if r.From < 0 || r.From >= len(scenes) {
		return nil, errors.New("a replay needs at least one position: begin it at an earlier move")
	}
	if r.MaxBytes == 0 {
		r.MaxBytes = 8 << 20
	}
	var w gifWriter
	frames := inReplay(scenes[r.From:])
	for i := r.From; i < len(scenes); i++ {
		// No frame is larger than the first, which is complete.
		if w.out.Len() > 0 && w.out.Len()+2*w.first > r.MaxBytes {
			i = len(scenes) - 1
		}
		c, err := frames[i-r.From].draw()
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

// time returns how long a scene is shown, in hundredths of a second.
func (r Replay) time(scenes []Scene, i int) int {
	switch {
	case i == len(scenes)-1:
		return lastTime
	case r.MovesASecond > 0:
		return max(10, int(100/r.MovesASecond))
	}
	return quietTime + eventTime*scenes[i].events()
}

// events returns the number of noteworthy things in the last move: a capture, a
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

// inReplay returns the scenes as a replay shows them: all in the same size.
func inReplay(scenes []Scene) []Scene {
	frames := slices.Clone(scenes)
	var large pairKeeper
	highest := 0
	for i := range frames {
		s := &frames[i]
		s.replay = true
		switch s.View {
		case Levels, Ranks, Single:
			continue
		}
		s.View, s.kept = Glance, large.next(s.concerned(), len(s.Position.Variant().Board.Levels()))
		highest = max(highest, s.arrange().high)
	}
	for i := range frames {
		frames[i].leastHeight = highest
	}
	return frames
}

// A pairKeeper chooses which two levels the frames of a replay show large. They keep their places
// as long as the moves concern them.
type pairKeeper struct {
	levels []int
	latest int // index of the level that was needed last
}

// next returns the levels of the next frame, given those that it is about, the most important
// first, of a board with n levels.
func (k *pairKeeper) next(concerned []int, n int) []int {
	want := concerned[:min(2, len(concerned))]
	if k.levels == nil {
		k.levels = slices.Clone(want)
		if len(want) == 1 && n > 1 {
			k.levels = append(k.levels, max(want[0]-1, 1-want[0]))
		}
		slices.Sort(k.levels)
	}
	// The less important is placed first, so that the more important was needed last.
	for _, level := range slices.Backward(want) {
		at := slices.Index(k.levels, level)
		if at < 0 {
			at = len(k.levels) - 1 - k.latest
			if slices.Contains(want, k.levels[at]) {
				at = k.latest
			}
			k.levels = slices.Clone(k.levels)
			k.levels[at] = level
		}
		k.latest = at
	}
	return k.levels
}

// paintMarker frames the panel on which the last move ended, so that the viewer's eye follows it
// from panel to panel.
func (p *painter) paintMarker(panel *panel) {
	if _, here := panel.find(p.last.to); !p.replay || !p.last.moved || !here {
		return
	}
	r := panel.bounds().Inset(-markerWidth)
	p.frame(r.Inset(-1), markerWidth+1, ink)
	p.frame(r, markerWidth-1, p.colors.mark)
}

const markerWidth = 5

// A gifWriter writes one frame at a time, so that a long game needs no more memory
// than a short one.
type gifWriter struct {
	out    bytes.Buffer
	before *canvas
	model  color.Palette
	first  int // size of the first frame in bytes
}

// The parts of a GIF file around its frames: a header with the size, a global
// table of 256 colours, and a trailing byte.
const (
	headerBytes = 13 + 3*256
	trailer     = 0x3B
)

// add encodes a frame with its delay as a file of its own, and writes
// what is between header and trailer.
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

// changed returns the rectangle of a frame that differs from the previous one, with
// unchanged pixels transparent.
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

// row returns one row of pixels.
func (c *canvas) row(y int) []uint8 { return c.Pix[y*c.Stride : y*c.Stride+c.Rect.Max.X] }
