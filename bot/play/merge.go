package play

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
)

// mergePlay transfers a player's games, challenges and ratings to another player. If a guest is
// merged, the guest's seats go to the account with which the merge was requested.
func mergePlay(c *action.Call, from, into bot.PlayerID) error {
	p, err := c.Tx.Player(into)
	if err != nil {
		return err
	}
	a, _ := p.Address(c.Request.From.Platform)
	pass := func(s *bot.Seat) { s.Transfer(from, into, a.User) }
	if err := mergeGames(c, from, into, pass); err != nil {
		return err
	}
	if err := mergeChallenges(c, from, into, pass); err != nil {
		return err
	}
	return mergeRatings(c, from, into)
}

// mergeGames transfers one player's seats, log entries and plans to another. It does not change
// games that the two have played against each other.
func mergeGames(c *action.Call, from, into bot.PlayerID, pass func(*bot.Seat)) error {
	return action.EachGame(c, from, func(g bot.Game) error {
		if g.Has(into) {
			return nil
		}
		plan, err := c.Tx.Plan(g.ID, from)
		if err != nil {
			return err
		}
		if len(plan.Lines) > 0 {
			moved := plan
			moved.Player, plan.Lines = into, nil
			if err := errors.Join(c.Tx.PutPlan(plan), c.Tx.PutPlan(moved)); err != nil {
				return err
			}
		}
		for i := range g.Seats {
			pass(&g.Seats[i])
		}
		return errors.Join(c.Tx.PutGame(g), rewriteLog(c, g.ID, func(e *bot.Entry) {
			if e.By == from {
				e.By = into
			}
		}))
	})
}

// rewriteLog applies change to every entry of a log.
func rewriteLog(c *action.Call, id bot.GameID, change func(*bot.Entry)) error {
	log, err := c.Tx.Log(id)
	if err != nil {
		return err
	}
	for i := range log {
		change(&log[i])
	}
	return c.Tx.RewriteLog(id, log)
}

// mergeChallenges transfers one player's challenges and their log entries to another.
func mergeChallenges(c *action.Call, from, into bot.PlayerID, pass func(*bot.Seat)) error {
	all, err := c.Tx.ChallengesOf(from)
	for _, ch := range all {
		pass(&ch.From)
		pass(&ch.To)
		err = errors.Join(err, c.Tx.PutChallenge(ch), rewriteLog(c, ch.ID, func(e *bot.Entry) {
			if e.By == from {
				e.By = into
			}
		}))
	}
	return err
}

// mergeRatings keeps the more certain of two ratings in each variant, and adds up the results of
// both. If the two have played rated games against each other in a variant, both ratings in it
// are deleted.
func mergeRatings(c *action.Call, from, into bot.PlayerID) error {
	met, err := ratedBetween(c, from, into)
	if err != nil {
		return err
	}
	all, err := c.Tx.RatingsOf(from)
	if err != nil {
		return err
	}
	for _, theirs := range all {
		if met[theirs.Variant] {
			if err := errors.Join(c.Tx.DeleteRating(from, theirs.Variant), c.Tx.DeleteRating(into, theirs.Variant)); err != nil {
				return err
			}
			continue
		}
		mine, err := Rating(c, into, theirs.Variant)
		if err != nil {
			return err
		}
		theirs.Age(c.Uptime.Beat)
		best := mine
		if theirs.Deviation < mine.Deviation { // with the bounds that apply to this rating
			best.Rating, best.Changes, best.History = theirs.Rating, theirs.Changes, theirs.History
		}
		best.Since, best.Met = mine.Since, mine.Met
		if mine.Since.IsZero() || !theirs.Since.IsZero() && theirs.Since.Before(mine.Since) {
			best.Since, best.Met = theirs.Since, theirs.Met
		}
		best.Wins, best.Draws, best.Losses = mine.Wins+theirs.Wins, mine.Draws+theirs.Draws, mine.Losses+theirs.Losses
		if err := errors.Join(c.Tx.DeleteRating(from, theirs.Variant), c.Tx.PutRating(best)); err != nil {
			return err
		}
	}
	return nil
}

// ratedBetween returns the variants in which two players have finished a rated game against each
// other.
func ratedBetween(c *action.Call, a, b bot.PlayerID) (map[string]bool, error) {
	met := map[string]bool{}
	err := action.EachGame(c, a, func(g bot.Game) error {
		if g.Has(b) && g.Rated && g.Over() && !g.Result.Aborted && !g.Result.Unrated() && g.LongEnough() {
			met[ratingID(g.Variant)] = true
		}
		return nil
	})
	if err != nil || len(met) == 0 {
		return met, err
	}
	// A loss on time may have been left unrated. Then there is no rating to delete.
	for variant := range met {
		for _, p := range []bot.PlayerID{a, b} {
			if _, err := c.Tx.Rating(p, variant); errors.Is(err, bot.ErrNotFound) {
				delete(met, variant)
			} else if err != nil {
				return nil, err
			}
		}
	}
	return met, nil
}
