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
	// Film holds the frames of an animated picture, the last of which is Scene. It
	// is empty for a still picture.
	Film []render.Scene
	// Crosstable or Bracket is set for a tournament, instead of Scene.
	Crosstable *render.Crosstable
	Bracket    *render.Bracket
	// Curve is shown of an analysed game, in place of a board.
	Curve *render.Curve

	language phrase.Language // of the text in the picture and of Alt
	Meter    Meter           // may be nil
}

// maxFilm is the greatest size of an animation in bytes; all chat platforms accept that much.
const maxFilm = 8 << 20

// The limits are global because the processors are: however many pictures are requested, one
// processor (where there are several) stays free for moves. Animations have a limit of their own, because
// they take seconds and boards should not wait for them.
var (
	boards     = semaphore.NewWeighted(int64(max(1, runtime.GOMAXPROCS(0)-1)))
	animations = semaphore.NewWeighted(1)
)

// within calls draw when the limit allows it. If ctx ends first, it returns the error of ctx.
func within(ctx context.Context, limit *semaphore.Weighted, draw func() ([]byte, error)) ([]byte, error) {
	if err := limit.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer limit.Release(1)
	return draw()
}

// GIF draws an animated picture. It takes seconds, and only one is drawn at a time in the whole process.
func (d Drawing) GIF(ctx context.Context) ([]byte, error) {
	return within(ctx, animations, func() ([]byte, error) {
		defer d.measure("film", time.Now())
		return render.ReplayGIF(d.Film, render.Replay{MaxBytes: maxFilm})
	})
}

// PNG draws the picture; of an animation, the last frame. Callers should keep the result, as drawing
// is slow. When many are drawn at once they wait in order of arrival.
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
			return render.MovementDiagram(d.Variant, d.Piece, d.Theme, d.language.Say)
		}
		defer d.measure("board", time.Now())
		return render.PNG(*d.Scene)
	})
}

// measure records the picture and the time spent on drawing it, without the wait.
func (d Drawing) measure(kind string, began time.Time) {
	if d.Meter != nil {
		d.Meter.Drew(kind, time.Since(began))
	}
}

// Words describes the picture in full for those who cannot see it: a board with all of its pieces.
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
		return d.language.Render(phrase.Of("How the %s of %s moves.", phrase.Term(d.Variant.Kinds[d.Piece].Name), d.Variant.Title))
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

// changed returns a changed copy of what is pointed to, nil for nil.
func changed[T any](of *T, change func(*T)) *T {
	if of == nil {
		return nil
	}
	c := *of
	change(&c)
	return &c
}

// Speak sets the language of the drawing's text.
func (d *Drawing) Speak(l phrase.Language) {
	d.language = l
	if d.Scene != nil {
		SpeakScene(d.Scene, l)
	}
	for i := range d.Film {
		SpeakScene(&d.Film[i], l)
	}
	if v := d.Curve; v != nil {
		v.Say, v.Title, v.Note = l.Say, l.Render(v.Title), l.Render(v.Note)
		for i := range v.Sides {
			v.Sides[i].Name, v.Sides[i].Loss = l.Render(v.Sides[i].Name), l.Render(v.Sides[i].Loss)
		}
		for i := range v.Points {
			v.Points[i].Figure = l.Render(v.Points[i].Figure)
		}
	}
	d.translate(l)
}

// SpeakScene sets the language of the text of a board.
func SpeakScene(s *render.Scene, l phrase.Language) {
	s.Say, s.Result = l.Say, l.Render(s.Result)
	s.White, s.Black = l.Render(s.White), l.Render(s.Black)
}

// translate renders the text of a tournament's table or tree in a language.
func (d *Drawing) translate(l phrase.Language) {
	if t := d.Crosstable; t != nil {
		t.Say = l.Say
		t.Title, t.Note = l.Render(t.Title), l.Render(t.Note)
		for i := range t.Heads {
			t.Heads[i] = l.Render(t.Heads[i])
		}
		for i := range t.Key {
			t.Key[i] = l.Render(t.Key[i])
		}
		for n := range t.Rows {
			row := &t.Rows[n]
			row.Name = l.Render(row.Name)
			for i := range row.Cells {
				row.Cells[i].Text = l.Render(row.Cells[i].Text)
			}
		}
	}
	if b := d.Bracket; b != nil {
		b.Say = l.Say
		b.Title, b.Note = l.Render(b.Title), l.Render(b.Note)
		for i := range b.Rounds {
			r := &b.Rounds[i]
			r.Name = l.Render(r.Name)
			for n := range r.Matches {
				translateMatch(&r.Matches[n], l)
			}
		}
		if b.Third != nil {
			translateMatch(b.Third, l)
		}
	}
}

func translateMatch(m *render.BracketMatch, l phrase.Language) {
	for i := range m {
		m[i].Name = l.Render(m[i].Name)
	}
}
