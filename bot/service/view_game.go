package service

import (
	"context"
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// The views return data for pages, which do their own layout. The asker is given by a [bot.Request] without a text:
// they may see what the commands would show them in its room. Somebody without an account sees what is public.

// GameView is a game as somebody may see it.
type GameView struct {
	bot.Game
	// Scene is the position at Ply, in the usual look.
	Scene render.Scene
	Ply   int
	// Log is the number of entries in the game's log. It grows with everything that happens in the game.
	Log int
	// Played are the moves as players write them, with the signs of captures and checks.
	Played []string
	// Side is the asker's side, if they are Seated; Acts is true if they may move now.
	Side   rules.Side
	Seated bool
	Acts   bool
	// Standing says whose turn it is or how the game ended, Last what the last move was; both are translated.
	Standing, Last string
	// Asked is what waits for an answer of the asker, translated; Answer is the command that gives it.
	Asked, Answer string
	// Until is when the player to move loses on time, zero without a clock.
	Until time.Time
}

// ViewGame returns a game at a number of plies, or as it stands now if that is negative. The error is
// [bot.ErrNotFound] also for a game that the asker may not see.
func (s *Service) ViewGame(ctx context.Context, r bot.Request, id bot.GameID, ply int) (v GameView, err error) {
	err = s.look(ctx, r, func(c *call) error {
		v, err = c.viewGame(id, ply)
		return err
	})
	return v, err
}

// look runs do as the user who makes a request, in a View. It stores no users.
func (s *Service) look(ctx context.Context, r bot.Request, do func(*call) error) error {
	return s.store.View(ctx, func(tx bot.Tx) error {
		r.Games = s.local.at(r.Places())
		c := &call{service: s, request: r, tx: tx, command: s.commands.Find("game")}
		if err := c.identify(s.clock.Now()); err != nil {
			return err
		}
		if r.From.ID == "" {
			c.me = bot.Player{}
		}
		code, err := c.askersLanguage()
		if err != nil {
			return err
		}
		c.reader = s.languages[code]
		return do(c)
	})
}

// seen returns a game if the asker may see it, else [bot.ErrNotFound].
func (c *call) seen(id bot.GameID) (bot.Game, error) {
	g, err := c.tx.Game(id)
	if err == nil && !c.maySee(g) {
		err = bot.ErrNotFound
	}
	return g, err
}

func (c *call) viewGame(id bot.GameID, ply int) (v GameView, err error) {
	if v.Game, err = c.seen(id); err != nil {
		return v, err
	}
	if v.Log, err = c.tx.LogLength(id); err != nil {
		return v, err
	}
	v.Ply = v.Moves
	if ply >= 0 {
		v.Ply = min(ply, v.Moves)
	}
	if v.Scene, err = c.service.scene(c.tx, bot.Picture{Game: id, Ply: v.Ply}); err != nil {
		return v, err
	}
	if v.Played, err = c.signed(v.Game); err != nil {
		return v, err
	}
	v.Side, v.Seated = v.Game.Side(c.me.ID)
	v.Acts = v.Seated && !v.Over() && v.Turn == v.Side && !c.overdue(v.Game)
	if v.Deadline != 0 && !v.Over() {
		v.Until = c.uptime.Calendar(v.Deadline)
	}
	v.Standing, v.Last = c.reader.Render(c.outcome(v.Game)), c.reader.Render(lastMove(v.Game))
	if o := v.Offer; o != nil && v.Seated && o.By != v.Side && !v.Over() {
		v.Asked, v.Answer = c.reader.Render(offered(v.Game)), o.Command()
	}
	bot.SpeakScene(&v.Scene, c.reader)
	return v, nil
}

// signed returns the moves of a game as players write them.
func (c *call) signed(g bot.Game) ([]string, error) {
	return withRecord(c, g, func(record *rules.Game) ([]string, error) {
		all := make([]string, 0, g.Moves)
		for ply := range record.Ply() {
			all = append(all, record.Signed(ply))
		}
		return all, nil
	})
}

// outcome says who is to move, or how the game ended.
func (c *call) outcome(g bot.Game) string {
	if g.Over() {
		return g.Verdict()
	}
	return phrase.Of("%s (%s) is to move.", g.Name(g.Turn), g.Turn)
}

// offered says what a player has offered.
func offered(g bot.Game) string {
	name := g.Name(g.Offer.By)
	switch g.Offer.What {
	case bot.TakebackOffered:
		return phrase.Of("%s would like to take back a move.", name)
	case bot.AbortOffered:
		return phrase.Of("%s would like to abort the game.", name)
	}
	return phrase.Of("%s offers a draw.", name)
}

// LogNumber returns the numbers of entries in the log of a game and of its moves, or [bot.ErrNotFound] as
// [Service.ViewGame] does.
func (s *Service) LogNumber(ctx context.Context, r bot.Request, id bot.GameID) (log, moves int, err error) {
	err = s.look(ctx, r, func(c *call) error {
		g, err := c.seen(id)
		if err != nil {
			return err
		}
		log, err = c.tx.LogLength(id)
		moves = g.Moves
		return err
	})
	return log, moves, err
}

// Seated reports whether a game is one of the asker's own, or returns [bot.ErrNotFound] as [Service.ViewGame] does.
func (s *Service) Seated(ctx context.Context, r bot.Request, id bot.GameID) (seated bool, err error) {
	err = s.look(ctx, r, func(c *call) error {
		g, err := c.seen(id)
		_, seated = g.Side(c.me.ID)
		return err
	})
	return seated, err
}

// ReadMove reads a move as typed, in the current position of a game, and returns it in standard notation. The error
// is a [*bot.Problem], translated, that says what is wrong with it, or [bot.ErrNotFound].
func (s *Service) ReadMove(ctx context.Context, r bot.Request, id bot.GameID, text string) (move string, err error) {
	err = s.look(ctx, r, func(c *call) (err error) {
		if c.game, err = c.seen(id); err != nil {
			return err
		}
		move, err = c.readMove(phrase.Plain(text))
		var problem *bot.Problem
		if errors.As(err, &problem) {
			problem.Text = c.reader.Render(problem.Text)
		}
		return err
	})
	return move, err
}
