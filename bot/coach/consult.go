package coach

import (
	"cmp"
	"context"
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/engine"
	"raumbot/bot/engine/pool"
	"raumbot/bot/engine/search"
	"raumbot/rules"
)

// advisor is the level whose number of nodes is searched for a person. It takes less than a
// second.
const advisor = 6

// LongestAdvice is the default time limit of a search for a person.
const LongestAdvice = 10 * time.Second

// advise searches a position for the asker, with the limits of the level advisor.
func advise(c *action.Call, ctx context.Context, record *rules.Game, lines int) (engine.Info, error) {
	job := search.About(search.Hint, record)
	job.Nodes, job.Lines = engine.LevelNodes(record.Position().Variant(), advisor), lines
	info, _, err := consult(c, ctx, record, job)
	// the search was cut short before it compared the moves
	if err == nil && info.Depth == 0 && len(info.Lines) > 0 {
		err = errNoTime()
	}
	return info, err
}

// consult has a job about a position carried out for the asker. cut reports whether the search
// ended before it reached its limits.
func consult(c *action.Call, ctx context.Context, record *rules.Game, job search.Job) (info engine.Info, cut bool, err error) {
	job.Within = c.Bot.Advice
	var result search.Result
	var failed error
	err = c.Bot.Thinkers.Think(ctx, c.Request.Line(), func(ctx context.Context) { result, failed = find(c.Bot, ctx, job) })
	switch {
	case errors.Is(err, pool.ErrManyAsking):
		err = bot.Problemf(bot.TooOften, "Many people are asking the computer right now. Try again in a minute.")
	case err == nil && errors.Is(failed, context.Canceled): // the bot is being stopped
		err = cmp.Or(ctx.Err(), errNoTime())
	case err == nil:
		err = failed
	}
	if err != nil {
		return info, false, err
	}
	info, err = result.Info(record)
	return info, result.Cut, err
}

// find has a job carried out, and measures how long that takes.
func find(s *action.Bot, ctx context.Context, job search.Job) (search.Result, error) {
	began := s.Clock.Now()
	result, err := s.Searcher.Search(ctx, job)
	s.Meter.Searched(string(job.Purpose), s.Clock.Now().Sub(began))
	return result, err
}

// errNoTime returns the error for a search that was cut short.
func errNoTime() error {
	return bot.Problemf(bot.TooOften, "The engine ran out of time. Try again in a minute.")
}

// copyRecord returns a copy of the record of the command's game up to a ply, to be searched after
// the transaction.
func copyRecord(c *action.Call, ply int) (*rules.Game, error) {
	return action.WithRecord(c, c.Game, func(record *rules.Game) (*rules.Game, error) { return copyGame(record, min(ply, record.Ply())) })
}

// copyGame returns a new game with the first moves of another.
func copyGame(record *rules.Game, plies int) (*rules.Game, error) {
	other := rules.NewGameFrom(record.PositionAt(0))
	for _, m := range record.Moves()[:plies] {
		if err := other.Play(m); err != nil {
			return nil, err
		}
	}
	return other, nil
}
