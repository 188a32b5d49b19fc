package service

import (
	"context"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// held says what the computer waits for in a game.
type held struct {
	contest bot.GameID // the ongoing game between people that its move could help in
	whose   any        // in whose line the game is queued again
}

// hold leaves a game alone until the ongoing game between people that the computer's move could help in has changed. Its opponent is told
// once, and its clock stands still. again means that this has happened already.
func (c *computers) hold(ctx context.Context, t *turn) (again bool, err error) {
	id, human := t.game.ID, t.game.Seats[t.side.Other()]
	wait := func(contest bot.GameID) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.held[id] = held{contest, lineFor(human.Address())}
	}
	wait(t.contest) // before looking again, so that no change is missed
	contest := t.contest
	err = c.service.store.Update(ctx, func(tx bot.Tx) error {
		again = false
		k, err := c.service.callAt(tx)
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
		if contest, err = k.contest(t.record, t.record.Ply()); contest == 0 || err != nil {
			again = true
			return err
		}
		if g.Held {
			return nil
		}
		g.Held, g.Deadline, g.Remind = true, 0, nil
		text := phrase.Of("%s: %s is holding its move, because people are playing from this position, or one much like it, in an ongoing game. It will move as soon as it can.", phrase.Upper(bot.GameNumber(id)), g.Name(t.side))
		if err := k.enqueue([]bot.Message{human.Address().GameMessage(g, text)}); err != nil {
			return err
		}
		return tx.PutGame(g)
	})
	if err == nil && !again && contest != t.contest {
		wait(contest)
		return true, nil
	}
	c.service.wakeUp()
	return again, err
}

// resume queues the games in which the computer waits for one of some games, 0 for any.
func (c *computers) resume(games []bot.GameID) {
	all := slices.Contains(games, 0)
	c.mu.Lock()
	waiting := map[bot.GameID]any{}
	for id, h := range c.held {
		if all || slices.Contains(games, h.contest) {
			waiting[id] = h.whose
			delete(c.held, id)
		}
	}
	c.mu.Unlock()
	for id, whose := range waiting {
		c.ask(id, whose)
	}
}

// errHeld returns the error for urging the computer to move while it waits.
func errHeld(g bot.Game) error {
	return bot.Problemf(bot.NotNow, "%s is holding its move in %s, because people are playing from this position, or one much like it, in an ongoing game. It will move as soon as it can.", g.Name(g.Turn), bot.GameNumber(g.ID))
}
