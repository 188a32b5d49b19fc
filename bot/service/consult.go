package service

import (
	"context"
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/engine"
	"raumbot/rules"
)

// advisor is the level whose number of positions is searched for a person: less than a second's work.
const advisor = 6

// longestAdvice bounds the duration of a search for a person, where [Ports] say nothing else.
const longestAdvice = 10 * time.Second

// consult searches a position for the asker.
func (c *call) consult(ctx context.Context, record *rules.Game, lines int) (engine.Info, error) {
	limits := engine.Limits{Nodes: engine.LevelNodes(record.Position().Variant(), advisor), Lines: lines}
	info, _, err := c.search(ctx, record, limits)
	if err == nil && info.Depth == 0 && len(info.Lines) > 0 { // cut short before it has compared the moves
		err = errNoTime()
	}
	return info, err
}

// search searches a position for the asker, in the pool of all searches. cut means that it was ended before its limits.
func (c *call) search(ctx context.Context, record *rules.Game, limits engine.Limits) (info engine.Info, cut bool, err error) {
	err = c.service.thinkers.think(ctx, lineOf(c.request), func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, c.service.advice)
		defer cancel()
		info = engine.New(engine.DefaultHash).Search(ctx, record, limits, nil)
		cut = ctx.Err() != nil
	})
	if errors.Is(err, errManyAsking) {
		err = bot.Problemf(bot.TooOften, "Many people are asking the computer right now. Try again in a minute.")
	}
	return info, cut, err
}

// errNoTime returns the error of a search that was cut short.
func errNoTime() error {
	return bot.Problemf(bot.TooOften, "The engine ran out of time. Try again in a minute.")
}

// afterwards returns the answers of a command that needs more time than a transaction may take.
func (c *call) afterwards(ctx context.Context) (bot.Reply, error) {
	answer, err := c.deliberate(ctx)
	if err != nil {
		return bot.Reply{}, err
	}
	reply := bot.Reply{Outcome: bot.Done}
	err = c.service.store.View(ctx, func(tx bot.Tx) (err error) {
		c.tx = tx
		reply.Answer, err = c.suitAsker(answer)
		return err
	})
	return reply, err
}

// borrow returns a copy of the record of the command's game up to a ply, to be searched after the transaction.
func (c *call) borrow(ply int) (*rules.Game, error) {
	return withRecord(c, c.game, func(record *rules.Game) (*rules.Game, error) { return copyGame(record, min(ply, record.Ply())) })
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
