package bot

import (
	"fmt"
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
	Piece   string `json:",omitzero"`
	// Line is moves in canonical form that are shown as if they had been
	// played from there.
	Line []string `json:",omitzero"`

	// Tournament is the one whose table or tree is shown, in place of a game.
	Tournament TournamentID `json:",omitzero"`

	View   string     `json:",omitzero"`
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
	meter    Meter           // may be nil
}

// maxFilm bounds an animated picture, in bytes: what chat platforms carry for everybody.
const maxFilm = 8 << 20

// GIF draws an animated picture, one at a time in the whole process. It takes seconds.
func (d Drawing) GIF() ([]byte, error) {
	return films.use(func() ([]byte, error) {
		defer d.measure("film", time.Now())
		return render.ReplayGIF(d.Film, render.Replay{MaxBytes: maxFilm})
	})
}

// PNG draws the picture, of an animated one how it ends. It takes long enough to be worth doing
// once, and waits its turn when many are drawn at once.
func (d Drawing) PNG() ([]byte, error) {
	return stills.use(func() ([]byte, error) {
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
	if d.meter != nil {
		d.meter.Drew(kind, time.Since(began))
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

// speak makes the words of the drawing those of a language.
func (d *Drawing) speak(l phrase.Language) {
	d.language = l
	if d.Scene != nil {
		d.Scene.Say, d.Scene.Result = l.Say, l.Render(d.Scene.Result)
	}
	for i := range d.Film {
		d.Film[i].Say, d.Film[i].Result = l.Say, l.Render(d.Film[i].Result)
	}
	d.translate(l)
}

// drawing finds what a picture shows.
func (s *Service) drawing(tx Tx, p Picture) (*Drawing, error) {
	var theme render.Theme
	var err error
	if p.Theme != "" {
		if theme, err = render.ParseTheme(p.Theme); err != nil {
			return nil, err
		}
	}
	if p.Tournament != 0 {
		return s.tournamentDrawing(tx, p, theme)
	}
	if p.Game == 0 && p.Piece != "" {
		v, err := rules.Find(p.Variant)
		if err != nil {
			return nil, err
		}
		kind, ok := v.KindByCode(p.Piece)
		if !ok {
			return nil, fmt.Errorf("picture of a piece: %s has no %q", p.Variant, p.Piece)
		}
		return &Drawing{Variant: v, Piece: kind, Theme: theme}, nil
	}
	scene, err := s.scene(tx, p)
	if err != nil {
		return nil, err
	}
	scene.Theme = theme
	drawing := &Drawing{Scene: &scene}
	if p.Film {
		drawing.Film, err = s.film(tx, p, scene)
	}
	return drawing, err
}

// scene makes the scene of a picture of a board.
func (s *Service) scene(tx Tx, p Picture) (scene render.Scene, err error) {
	if p.Game == 0 {
		v, err := rules.Find(p.Variant)
		if err != nil {
			return scene, err
		}
		scene = render.NewScene(v.Start())
	} else if scene, err = s.gameScene(tx, p); err != nil {
		return scene, err
	}
	scene.Side = p.Side
	if p.View != "" {
		if scene.View, err = render.ParseView(p.View); err != nil {
			return scene, err
		}
	}
	if p.Pieces != "" {
		if scene.Pieces, err = render.ParsePieces(p.Pieces); err != nil {
			return scene, err
		}
	}
	if c, ok := scene.Position.Variant().Board.Cell(p.Chosen); ok {
		scene.Chosen, scene.Targets = c, scene.Position.LegalFrom(c)
	}
	return scene, nil
}

// gameScene begins the scene of a position of a game.
func (s *Service) gameScene(tx Tx, p Picture) (scene render.Scene, err error) {
	g, err := tx.Game(p.Game)
	if err != nil {
		return scene, err
	}
	record, err := s.replay(tx, g)
	if err != nil {
		return scene, err
	}
	defer s.keep(g.ID, record)
	ply := min(p.Ply, record.Ply())
	scene = render.NewScene(record.PositionAt(ply))
	if ply > 0 {
		scene.Before, scene.Last = record.PositionAt(ply-1), record.Moves()[ply-1]
	}
	for _, text := range p.Line {
		m, err := scene.Position.ReadText(text)
		if err != nil {
			return scene, err
		}
		scene.Before, scene.Last = scene.Position, m
		if scene.Position, err = scene.Position.Play(m); err != nil {
			return scene, err
		}
	}
	scene.White, scene.Black = g.Seats[rules.White].User.Name, g.Seats[rules.Black].User.Name
	if p.Line == nil && ply == g.Moves {
		scene.Result, scene.Winner = g.closing(scene.Position)
	}
	return scene, nil
}

// closing says in a few words how a game ended that its last position does not end, and who has won; empty for all others.
func (g Game) closing(last *rules.Position) (words string, winner *rules.Side) {
	r := g.Result
	if r == nil || last.Status().Finished() {
		return "", nil
	}
	reason := phrase.Term(r.Reason)
	if r.Adjudicated { // whose reason takes more room
		reason = phrase.Of("decided by an organiser")
	}
	switch {
	case r.Aborted:
		return phrase.Of("Game aborted"), nil
	case r.Winner == nil:
		return phrase.Of("Draw: %s", reason), nil
	default:
		return phrase.Of("%s wins: %s", *r.Winner, reason), r.Winner
	}
}
