package pages

import (
	"context"
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/play/picture"
	"raumbot/render"
	"raumbot/rules"
)

// Pages reads the data behind the pages of the site, and suggests values while people type. The
// asker is given by a [bot.Request] without a text. They may see what the commands would show
// them in the room of the request; somebody without an account sees what is public. Pages do
// their own layout.
type Pages struct {
	*action.Bot
	// current caches the first page of public ongoing games, and seeks the public open challenges.
	current currentGames
	seeks   publicSeeks
}

// GameView is a game as the asker may see it.
type GameView struct {
	bot.Game
	// Scene is the position at Ply, with the default view and theme.
	Scene render.Scene
	Ply   int
	// Log is the number of entries in the game's log. Everything that happens in the game adds to
	// it.
	Log int
	// Played are the moves as players write them, with the signs of captures and checks.
	Played []string
	// Side is the asker's side if they are Seated. Acts reports whether they may move now.
	Side   rules.Side
	Seated bool
	Acts   bool
	// Final means that the asker wants their moves to be final at once.
	Final bool
	// Standing says whose turn it is or how the game ended, and Last what the last move was. Both
	// are translated.
	Standing, Last string
	// Asked describes the offer that waits for the asker's answer, translated. Answer is the
	// command that answers it.
	Asked, Answer string
	// Until is when the player to move loses on time. It is zero without a clock.
	Until time.Time
}

// ViewGame returns a game after a number of plies, or as it stands now if ply is negative. It
// returns [bot.ErrNotFound] if there is no such game or the asker may not see it.
func (s *Pages) ViewGame(ctx context.Context, r bot.Request, id bot.GameID, ply int) (v GameView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		v, err = viewGame(c, id, ply)
		return err
	})
	return v, err
}

// viewGame returns what ViewGame does.
func viewGame(c *action.Call, id bot.GameID, ply int) (v GameView, err error) {
	if v.Game, err = play.VisibleGame(c, id); err != nil {
		return v, err
	}
	if v.Log, err = c.Tx.LogLength(id); err != nil {
		return v, err
	}
	v.Ply = v.Moves
	if ply >= 0 {
		v.Ply = min(ply, v.Moves)
	}
	if v.Scene, err = picture.Scene(c.Bot, c.Tx, bot.Picture{Game: id, Ply: v.Ply}, c.ReaderLanguage()); err != nil {
		return v, err
	}
	if v.Played, err = signed(c, v.Game); err != nil {
		return v, err
	}
	v.Side, v.Seated = v.Game.Side(c.Me.ID)
	v.Acts = v.Seated && !v.Over() && v.Turn == v.Side && !c.Overdue(v.Game)
	v.Final = !c.Me.Previews(true)
	if v.Deadline != 0 && !v.Over() {
		v.Until = c.Uptime.Calendar(v.Deadline)
	}
	v.Standing, v.Last = c.ReaderLanguage().Render(play.Outcome(c, v.Game)), c.ReaderLanguage().Render(play.LastMove(v.Game))
	if o := v.Offer; o != nil && v.Seated && o.By != v.Side && !v.Over() {
		v.Asked, v.Answer = c.ReaderLanguage().Render(offered(v.Game)), o.Command()
	}
	return v, nil
}

// signed returns the moves of a game as players write them, with the signs of captures and
// checks.
func signed(c *action.Call, g bot.Game) ([]string, error) {
	return action.WithRecord(c, g, func(record *rules.Game) ([]string, error) {
		all := make([]string, 0, g.Moves)
		for ply := range record.Ply() {
			all = append(all, record.Signed(ply))
		}
		return all, nil
	})
}

// offered describes the open offer of a game.
func offered(g bot.Game) phrase.Text {
	name := g.Name(g.Offer.By)
	switch g.Offer.What {
	case bot.TakebackOffered:
		return phrase.Of("%s would like to take back a move.", name)
	case bot.AbortOffered:
		return phrase.Of("%s would like to abort the game.", name)
	}
	return phrase.Of("%s offers a draw.", name)
}

// Progress is how far a game has come.
type Progress struct {
	Log   int // the number of entries in its log
	Moves int
	Over  bool
}

// Progress returns how far a game has come. It returns [bot.ErrNotFound] as [Pages.ViewGame] does.
func (s *Pages) Progress(ctx context.Context, r bot.Request, id bot.GameID) (p Progress, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		g, err := play.VisibleGame(c, id)
		if err != nil {
			return err
		}
		p = Progress{Moves: g.Moves, Over: g.Over()}
		p.Log, err = c.Tx.LogLength(id)
		return err
	})
	return p, err
}

// NextGame returns the newest game that is being played by the players of a finished game and has
// begun after it. It is zero if there is none, or if the asker is not one of the players.
func (s *Pages) NextGame(ctx context.Context, r bot.Request, id bot.GameID) (next bot.GameID, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		next = 0
		of, err := play.VisibleGame(c, id)
		if err != nil || !of.Over() || of.Study() || !of.Has(c.Me.ID) {
			return err
		}
		opponent := func(g bot.Game) bot.PlayerID {
			side, _ := g.Side(c.Me.ID)
			return g.Seats[side.Other()].Player
		}
		for before := bot.GameID(0); ; {
			games, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{Before: before, Limit: action.ReadAtOnce})
			if err != nil {
				return err
			}
			for _, g := range games {
				if g.ID > id && opponent(g) == opponent(of) {
					next = g.ID
					return nil
				}
				before = g.ID
			}
			if len(games) < action.ReadAtOnce || before <= id {
				return nil
			}
		}
	})
	return next, err
}

// Seated reports whether the asker plays in a game. It returns [bot.ErrNotFound] as
// [Pages.ViewGame] does.
func (s *Pages) Seated(ctx context.Context, r bot.Request, id bot.GameID) (seated bool, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		g, err := play.VisibleGame(c, id)
		_, seated = g.Side(c.Me.ID)
		return err
	})
	return seated, err
}

// ReadMove reads a move as typed in the current position of a game, and returns it in standard
// notation. If the move is refused, the error is a translated [*bot.Problem] that says why. It is
// [bot.ErrNotFound] as for [Pages.ViewGame].
func (s *Pages) ReadMove(ctx context.Context, r bot.Request, id bot.GameID, text string) (move string, err error) {
	err = s.Look(ctx, r, func(c *action.Call) (err error) {
		if c.Game, err = play.VisibleGame(c, id); err != nil {
			return err
		}
		move, err = play.ReadMove(c, text)
		var problem *bot.Problem
		if errors.As(err, &problem) {
			problem.Text = phrase.Said(c.ReaderLanguage().Render(problem.Text))
		}
		return err
	})
	return move, err
}
