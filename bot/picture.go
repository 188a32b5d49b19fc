package bot

import (
	"time"

	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// Picture says which picture goes with a message. It holds no position, so
// that it can be kept: what it shows is found in the game when it is needed.
type Picture struct {
	// Game and Ply choose a position of a game. Without a Game it is the
	// start of Variant, or how the piece with the code Piece moves.
	Game    GameID `json:",omitzero"`
	Ply     int    `json:",omitzero"`
	Variant string `json:",omitzero"`
	// Position is a position line of Variant, in place of its start.
	Position string `json:",omitzero"`
	Piece    string `json:",omitzero"`
	// Line is moves in canonical form that are shown as if they had been
	// played from there.
	Line []string `json:",omitzero"`

	// Tournament is the one whose table or tree is shown, in place of a game.
	Tournament TournamentID `json:",omitzero"`

	View string `json:",omitzero"`
	// Level names the one that is shown alone, if any.
	Level  string     `json:",omitzero"`
	Theme  string     `json:",omitzero"`
	Pieces string     `json:",omitzero"`
	Side   rules.Side `json:",omitzero"` // at the bottom
	Chosen string     `json:",omitzero"` // a cell whose moves are shown
	// Film shows the moves from position Since to Ply one after the other.
	Film  bool `json:",omitzero"`
	Since int  `json:",omitzero"`
}

// Drawing is a picture that is ready to be drawn: a scene, the diagram of
// a piece, or the table or tree of a tournament.
type Drawing struct {
	Scene   *render.Scene
	Variant *rules.Variant
	Piece   rules.KindID
	Theme   render.Theme
	// Film is what an animated picture shows, of which Scene is the last. It
	// is empty for a still one.
	Film []render.Scene
	// Crosstable or Bracket is shown of a tournament, in place of a board.
	Crosstable *render.Crosstable
	Bracket    *render.Bracket

	language phrase.Language // of the words of the picture and of Alt
	Meter    Meter           // may be nil
}

// maxFilm bounds an animated picture, in bytes: what chat platforms carry for everybody.
const maxFilm = 8 << 20

// GIF draws an animated picture, one at a time in the whole process. It takes seconds.
func (d Drawing) GIF() ([]byte, error) {
	return animations.use(func() ([]byte, error) {
		defer d.measure("film", time.Now())
		return render.ReplayGIF(d.Film, render.Replay{MaxBytes: maxFilm})
	})
}

// PNG draws the picture, of an animated one how it ends. It takes long enough to be worth doing
// once, and waits its turn when many are drawn at once.
func (d Drawing) PNG() ([]byte, error) {
	return boards.use(func() ([]byte, error) {
		switch {
		case d.Crosstable != nil:
			defer d.measure("table", time.Now())
			return d.Crosstable.PNG()
		case d.Bracket != nil:
			defer d.measure("table", time.Now())
			return d.Bracket.PNG()
		case d.Scene == nil:
			defer d.measure("piece", time.Now())
			return render.MovementDiagram(d.Variant, d.Piece, d.Theme, d.language.Say)
		}
		defer d.measure("board", time.Now())
		return render.PNG(*d.Scene)
	})
}

// measure counts the picture and the time that it took, its turn not waited for.
func (d Drawing) measure(kind string, began time.Time) {
	if d.Meter != nil {
		d.Meter.Drew(kind, time.Since(began))
	}
}

// Alt says in a paragraph what the picture shows.
func (d Drawing) Alt() string {
	switch {
	case d.Crosstable != nil:
		return d.Crosstable.Alt()
	case d.Bracket != nil:
		return d.Bracket.Alt()
	case d.Scene == nil:
		return d.language.Render(phrase.Of("How the %s of %s moves.", d.Variant.Kinds[d.Piece].Name, d.Variant.Title))
	}
	return render.Alt(*d.Scene)
}

// Speak makes the words of the drawing those of a language.
func (d *Drawing) Speak(l phrase.Language) {
	d.language = l
	if d.Scene != nil {
		d.Scene.Say, d.Scene.Result = l.Say, l.Render(d.Scene.Result)
	}
	for i := range d.Film {
		d.Film[i].Say, d.Film[i].Result = l.Say, l.Render(d.Film[i].Result)
	}
	d.translate(l)
}

// translate writes the words of a tournament's table or tree out in a language.
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
