package coach

import (
	"context"
	"math"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/daily"
	"raumbot/bot/puzzle"
	"raumbot/render"
)

// Dailies reads the puzzle of the day for the pages of the site. It changes nothing.
type Dailies struct {
	*action.Bot
	mu sync.Mutex
	// known is the ID of the puzzle about which was last found out whether it is solvable. solvable
	// returned err, which is remembered until then, because many people look at the first page and
	// finding out takes many reads.
	known string
	err   error
	until time.Time
}

// shownFor is how long is remembered whether a puzzle is solvable. It is shown for that long, but
// answers to it are judged at once by what people play.
const shownFor = 3 * time.Second

// solvable is like the function, but may return what has lately been found out.
func (s *Dailies) solvable(c *action.Call, p *puzzle.Puzzle) error {
	now := s.Clock.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == p.ID && now.Before(s.until) {
		return s.err
	}
	err := solvable(c, p)
	if err == nil || isContested(err) {
		s.known, s.err, s.until = p.ID, err, now.Add(shownFor)
	}
	return err
}

// DailyView is the puzzle of the day as the asker may see it.
type DailyView struct {
	ID, Day string
	Title   string // of its game
	Task    string // what to find, in the asker's language
	Rating  int
	Ends    time.Time
	Scene   render.Scene
	Drawing *bot.Drawing
	// Solved means that the asker has solved it, Over that no more answers of theirs count, and Tries
	// is the number of their answers that did. Streak is the number of days in a row on which they
	// have solved one.
	Solved, Over  bool
	Tries, Streak int
}

// ViewDaily returns the puzzle of the day that `puzzle daily` gives the asker. The error is
// [bot.ErrNotFound] if there is none, as when people have come to its position.
func (s *Dailies) ViewDaily(ctx context.Context, r bot.Request) (v DailyView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		variant, err := dailyVariant(c)
		if err != nil {
			return err
		}
		p, ok, err := puzzleOfDay(c, variant)
		if err == nil && ok {
			err = s.solvable(c, p)
		}
		if err == nil && !ok || isContested(err) {
			err = bot.ErrNotFound
		}
		if err == nil {
			v, err = viewDaily(c, p)
		}
		return err
	})
	return v, err
}

// viewDaily returns a puzzle of the day as the asker may see it.
func viewDaily(c *action.Call, p *puzzle.Puzzle) (v DailyView, err error) {
	game, err := p.Game(0)
	if err != nil {
		return v, err
	}
	rated, err := ratingOfPuzzle(c, p)
	if err != nil {
		return v, err
	}
	say := c.ReaderLanguage().Render
	v = DailyView{ID: p.ID, Day: daily.Of(c.Uptime.Beat).String(), Title: say(bot.Title(p.Variant)), Task: say(puzzleTaskFrom(p, game.Position().Turn(), 0)),
		Rating: int(math.Round(rated.Value)), Ends: dayEnds(c), Scene: render.NewScene(game.Position())}
	picture := puzzlePicture(game)
	picture.Side = c.Me.Look.From(game.Position().Turn())
	if v.Drawing, err = c.Bot.Ports.Draw(c.Tx, *picture, c.ReaderLanguage()); err != nil {
		return v, err
	}
	me := c.Me.AdvanceStreak(c.Uptime)
	if result := me.Puzzles.Days.On(daily.Of(c.Uptime.Beat)); result.ID == p.ID {
		v.Solved, v.Over, v.Tries = result.Solved, result.Over(), result.Tries()
	}
	v.Streak = me.Puzzles.Days.Streak.Length
	return v, nil
}
