package service

import (
	"errors"
	"slices"

	"raumbot/bot"
)

// merge merges the asker into another player, whom it returns. The other's record stays: what referred to the asker
// then refers to the other.
func (c *call) merge(other bot.Player) (bot.Player, error) {
	gone := c.me
	for _, step := range []func(from, into bot.PlayerID) error{c.mergeGames, c.mergeTournaments, c.mergeChallenges, c.mergeNotes, c.mergeRatings, c.mergeFollowing} {
		if err := step(gone.ID, other.ID); err != nil {
			return other, err
		}
	}
	other = other.With(gone)
	// The old record must release its users before the new one takes them.
	return other, errors.Join(
		c.tx.PutPlayer(bot.Player{ID: gone.ID, Since: gone.Since, Joined: other.ID}),
		c.tx.PutPlayer(other),
		c.dropCodes(func(code linkCode) bool { return code.Player == gone.ID || code.Player == other.ID }),
	)
}

// mergeGames transfers one player's seats, log entries and plans to another. Games that the two have played against
// each other stay as they are.
func (c *call) mergeGames(from, into bot.PlayerID) error {
	return c.eachGame(from, func(g bot.Game) error {
		if g.Has(into) {
			return nil
		}
		plan, err := c.tx.Plan(g.ID, from)
		if err != nil {
			return err
		}
		if len(plan.Lines) > 0 {
			moved := plan
			moved.Player, plan.Lines = into, nil
			if err := errors.Join(c.tx.PutPlan(plan), c.tx.PutPlan(moved)); err != nil {
				return err
			}
		}
		for i := range g.Seats {
			if g.Seats[i].Player == from {
				g.Seats[i].Player = into
			}
		}
		return errors.Join(c.tx.PutGame(g), c.relog(g.ID, func(e *bot.Entry) {
			if e.By == from {
				e.By = into
			}
		}))
	})
}

// eachGame calls do for every game of a player, ongoing or finished.
func (c *call) eachGame(p bot.PlayerID, do func(bot.Game) error) error {
	for _, over := range []bool{false, true} {
		games, err := c.tx.GamesOf(p, over, bot.Page{})
		if err != nil {
			return err
		}
		for _, g := range games {
			if err := do(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// relog applies change to every entry of a log.
func (c *call) relog(id bot.GameID, change func(*bot.Entry)) error {
	log, err := c.tx.Log(id)
	if err != nil {
		return err
	}
	for i := range log {
		change(&log[i])
	}
	return c.tx.RewriteLog(id, log)
}

func (c *call) mergeChallenges(from, into bot.PlayerID) error {
	all, err := c.tx.ChallengesOf(from)
	for _, ch := range all {
		for _, seat := range []*bot.Seat{&ch.From, &ch.To} {
			if seat.Player == from {
				seat.Player = into
			}
		}
		err = errors.Join(err, c.tx.PutChallenge(ch), c.relog(ch.ID, func(e *bot.Entry) {
			if e.By == from {
				e.By = into
			}
		}))
	}
	return err
}

func (c *call) mergeNotes(from, into bot.PlayerID) error {
	all, err := c.tx.NotesOf(from)
	for _, notes := range all {
		both, missing := c.tx.Notes(into, notes.Game)
		both.Lines = append(both.Lines, notes.Lines...)
		slices.SortStableFunc(both.Lines, func(a, b bot.Note) int { return a.At.Compare(b.At) })
		notes.Lines = nil
		err = errors.Join(err, missing, c.tx.PutNotes(notes), c.tx.PutNotes(both))
	}
	return err
}

// mergeRatings keeps the more certain of two ratings in a variant, and adds up the results of both. In variants where
// the two have met in rated games, which a single player can't do, both ratings are deleted.
func (c *call) mergeRatings(from, into bot.PlayerID) error {
	met, err := c.ratedBetween(from, into)
	if err != nil {
		return err
	}
	all, err := c.tx.RatingsOf(from)
	if err != nil {
		return err
	}
	for _, theirs := range all {
		if met[theirs.Variant] {
			if err := errors.Join(c.tx.DeleteRating(from, theirs.Variant), c.tx.DeleteRating(into, theirs.Variant)); err != nil {
				return err
			}
			continue
		}
		mine, err := c.rating(into, theirs.Variant)
		if err != nil {
			return err
		}
		theirs.Age(c.uptime.Beat)
		best := mine
		if theirs.Deviation < mine.Deviation { // with the bounds that hold for it
			best.Rating, best.Changes = theirs.Rating, theirs.Changes
		}
		best.Since, best.Met = mine.Since, mine.Met
		if mine.Since.IsZero() || !theirs.Since.IsZero() && theirs.Since.Before(mine.Since) {
			best.Since, best.Met = theirs.Since, theirs.Met
		}
		best.Wins, best.Draws, best.Losses = mine.Wins+theirs.Wins, mine.Draws+theirs.Draws, mine.Losses+theirs.Losses
		if err := errors.Join(c.tx.DeleteRating(from, theirs.Variant), c.tx.PutRating(best)); err != nil {
			return err
		}
	}
	return nil
}

// ratedBetween returns the variants in which two players have finished a rated game against each other.
func (c *call) ratedBetween(a, b bot.PlayerID) (map[string]bool, error) {
	met := map[string]bool{}
	err := c.eachGame(a, func(g bot.Game) error {
		if g.Has(b) && g.Rated && g.Over() && !g.Result.Aborted && !g.Result.Unrated() && g.LongEnough() {
			met[ratingID(g.Variant)] = true
		}
		return nil
	})
	if err != nil || len(met) == 0 {
		return met, err
	}
	// Losses on time may not have been rated; then there is no rating to reset.
	for variant := range met {
		for _, p := range []bot.PlayerID{a, b} {
			if _, err := c.tx.Rating(p, variant); errors.Is(err, bot.ErrNotFound) {
				delete(met, variant)
			} else if err != nil {
				return nil, err
			}
		}
	}
	return met, nil
}

// mayMerge returns a problem if the asker can't be merged with another player.
func (c *call) mayMerge(other bot.Player) error {
	switch {
	case other.ID == c.me.ID:
		return bot.Problemf(bot.NotNow, "You are one player already. Say it from your other account.")
	case len(other.Former)+len(c.me.Former) >= maxJoined-1:
		return bot.Problemf(bot.NotNow, "You have linked too many accounts.")
	}
	games, err := c.tx.GamesOf(c.me.ID, false, bot.Page{})
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Has(other.ID) {
			return bot.Problemf(bot.NotNow, "You and %s play %s against each other. When it is over, you can link.", other.Said(), bot.GameNumber(g.ID))
		}
	}
	challenges, err := c.tx.ChallengesOf(c.me.ID)
	if err != nil {
		return err
	}
	if err := c.meetInTournament(other); err != nil {
		return err
	}
	for _, ch := range challenges {
		if ch.From.Player == other.ID || ch.To.Player == other.ID {
			return bot.Problemf(bot.NotNow, "Challenge %d is between you and %s. `cancel %d` or `decline %d` ends it, and then you can link.", ch.ID, other.Said(), ch.ID, ch.ID)
		}
	}
	for _, p := range []bot.Player{c.me, other} {
		if p.Settings.Vacation.Lasts(c.uptime.Moment()) {
			return bot.Problemf(bot.NotNow, "%s is on vacation. `vacation off` there ends it, and then you can link.", p.Said())
		}
	}
	return nil
}
