package coach

import (
	"context"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// held is what the computer waits for in a game.
type held struct {
	contest bot.GameID // the ongoing game between people that its move could influence
	owner   any        // owner of the line in which the game is queued again
}

// hold suspends a game until the ongoing game between people that the computer's move could
// influence has changed. The opponent is told once, and the clock is stopped. again is true if
// something has changed meanwhile, so that the computer must look at its game again at once.
func (c *Computers) hold(ctx context.Context, t *task) (again bool, err error) {
	id, human := t.game.ID, t.game.Seats[t.side.Other()]
	wait := func(contest bot.GameID) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.held[id] = held{contest, human.Address().Line()}
	}
	wait(t.contest) // registered before the check below, so that no change is missed
	contest := t.contest
	err = c.core.Store.Update(ctx, func(tx bot.Tx) error {
		again = false
		k, err := c.core.CallAt(tx)
		if err != nil {
			return err
		}
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		if g.Over() || g.MovesHash != t.game.MovesHash || g.Turn != t.side {
			again = true
			return nil
		}
		if contest, err = contestAt(k, t.record, t.record.Ply()); contest == 0 || err != nil {
			again = true
			return err
		}
		if g.Held {
			return nil
		}
		g.Held, g.Deadline, g.Remind = true, 0, nil
		text := phrase.Of("%s: %s is holding its move, because this position, or one much like it, is a puzzle of the day. It will move when the day is over in UTC.", phrase.Upper(bot.GameNumber(id)), g.Name(t.side))
		if contest != puzzleOfTheDay {
			text = phrase.Of("%s: %s is holding its move, because people are playing from this position, or one much like it, in an ongoing game. It will move as soon as it can.", phrase.Upper(bot.GameNumber(id)), g.Name(t.side))
		}
		if err := k.Enqueue([]bot.Message{human.Address().GameMessage(g, text)}); err != nil {
			return err
		}
		return tx.PutGame(g)
	})
	if err == nil && !again && contest != t.contest {
		wait(contest)
		return true, nil
	}
	c.core.WakeUp()
	return again, err
}

// Resume queues the games in which the computer waits for one of the given games. A game of 0
// stands for any.
func (c *Computers) Resume(games []bot.GameID) {
	all := slices.Contains(games, 0)
	c.mu.Lock()
	waiting := map[bot.GameID]any{}
	for id, h := range c.held {
		if all || slices.Contains(games, h.contest) {
			waiting[id] = h.owner
			delete(c.held, id)
		}
	}
	c.mu.Unlock()
	for id, owner := range waiting {
		c.Ask(id, owner)
	}
}
