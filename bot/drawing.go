package bot

import (
	"context"
	"runtime"
	"time"

	"golang.org/x/sync/semaphore"

	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// Drawing is a picture with everything needed to draw it: a board, the movement
// diagram of a piece, or the table or tree of a tournament.
type Drawing struct {
	Scene   *render.Scene
	Variant *rules.Variant
	Piece   rules.KindID
	Theme   render.Theme
	// Film holds the frames of an animated picture, the last of which is Scene. It is empty for a
	// still picture.
	Film []render.Scene
	// Crosstable or Bracket is set for a tournament, instead of Scene.
	Crosstable *render.Crosstable
	Bracket    *render.Bracket
	// Curve is set for an analysed game, instead of Scene.
	Curve *render.Curve

	Language phrase.Language // of the text of a piece's diagram, and of its description
	Meter    Meter           // may be nil
}

// maxFilm is the maximum size of an animation in bytes. All chat platforms accept that much.
const maxFilm = 8 << 20

// The limits are global because the processors are. However many pictures are requested, one
// processor stays free for moves if there are several. Animations have a limit of their own,
// because they take seconds and boards should not wait for them.
var (
	boards     = semaphore.NewWeighted(int64(max(1, runtime.GOMAXPROCS(0)-1)))
	animations = semaphore.NewWeighted(1)
)

// within calls draw as soon as the limit allows it. If ctx ends first, it returns the error of ctx.
func within(ctx context.Context, limit *semaphore.Weighted, draw func() ([]byte, error)) ([]byte, error) {
	if err := limit.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer limit.Release(1)
	return draw()
}

// GIF draws an animated picture. It takes seconds, and only one is drawn at a time in the whole
// process.
func (d Drawing) GIF(ctx context.Context) ([]byte, error) {
	return within(ctx, animations, func() ([]byte, error) {
		defer d.measure("film", time.Now())
		return render.ReplayGIF(d.Film, render.Replay{MaxBytes: maxFilm})
	})
}

// PNG draws the picture, or the last frame of an animation. Callers should keep the result, as
// drawing is slow. Pictures requested at the same time are drawn in the order of the requests.
func (d Drawing) PNG(ctx context.Context) ([]byte, error) {
	return within(ctx, boards, func() ([]byte, error) {
		switch {
		case d.Crosstable != nil:
			defer d.measure("table", time.Now())
			return d.Crosstable.PNG()
		case d.Bracket != nil:
			defer d.measure("table", time.Now())
			return d.Bracket.PNG()
		case d.Curve != nil:
			defer d.measure("curve", time.Now())
			return d.Curve.PNG()
		case d.Scene == nil:
			defer d.measure("piece", time.Now())
			return render.MovementDiagram(d.Variant, d.Piece, d.Theme, d.Language.Say)
		}
		defer d.measure("board", time.Now())
		return render.PNG(*d.Scene)
	})
}

// measure reports the picture and the time spent on drawing it, without the wait.
func (d Drawing) measure(kind string, began time.Time) {
	if d.Meter != nil {
		d.Meter.Drew(kind, time.Since(began))
	}
}

// Words describes the picture in full for readers who cannot see it: a board with all of its
// pieces.
func (d Drawing) Words() string {
	switch {
	case d.Scene != nil:
		return render.Text(*d.Scene)
	case d.Curve != nil:
		return d.Curve.Words()
	}
	return d.Alt()
}

// Alt describes the picture in one paragraph.
func (d Drawing) Alt() string {
	switch {
	case d.Crosstable != nil:
		return d.Crosstable.Alt()
	case d.Bracket != nil:
		return d.Bracket.Alt()
	case d.Curve != nil:
		return d.Curve.Alt()
	case d.Scene == nil:
		return d.Language.Render(phrase.Of("How the %s of %s moves.", phrase.Term(d.Variant.Kinds[d.Piece].Name), d.Variant.Title))
	}
	return render.Alt(*d.Scene)
}

// In returns the drawing in a theme.
func (d Drawing) In(theme render.Theme) *Drawing {
	d.Theme = theme
	d.Scene = changed(d.Scene, func(s *render.Scene) { s.Theme = theme })
	d.Crosstable = changed(d.Crosstable, func(t *render.Crosstable) { t.Theme = theme })
	d.Bracket = changed(d.Bracket, func(b *render.Bracket) { b.Theme = theme })
	d.Curve = changed(d.Curve, func(c *render.Curve) { c.Theme = theme })
	return &d
}

// changed returns a changed copy of what of points to, or nil if of is nil.
func changed[T any](of *T, change func(*T)) *T {
	if of == nil {
		return nil
	}
	c := *of
	change(&c)
	return &c
}
