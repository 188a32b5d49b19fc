package service

import (
	"cmp"
	"errors"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/rating"
	"raumbot/rules"
)

// rating returns a player's rating as of now in a variant, shared with the earlier versions that it continues.
func (c *call) rating(p bot.PlayerID, variant string) (bot.Rating, error) {
	variant = ratingID(variant)
	r, err := c.tx.Rating(p, variant)
	if errors.Is(err, bot.ErrNotFound) {
		return bot.Rating{Player: p, Variant: variant, Rating: rating.New(), At: c.uptime.Beat.UTC()}, nil
	}
	r.Age(c.uptime.Beat)
	return r, err
}

// ratingID returns the ID under which the ratings of a variant are stored.
func ratingID(variant string) string {
	if v, err := rules.Find(variant); err == nil {
		return v.RatingID()
	}
	return variant
}

// rate updates the ratings of the players of a rated game that has just ended, and says how they changed.
func (c *call) rate(g bot.Game) (string, error) {
	if !g.Rated || g.Result.Aborted {
		return "", nil
	}
	switch {
	case g.Result.Adjudicated():
		return " " + phrase.Of("An adjudicated game is not rated."), nil
	case g.Result.Unrated():
		return " " + phrase.Of("It is not rated."), nil
	}
	if !g.LongEnough() {
		return " " + phrase.Of("It was too short to be rated."), nil
	}
	var before, after [2]bot.Rating
	var players [2]bot.Player
	now := c.uptime.Beat.UTC()
	for side, seat := range g.Seats {
		var err, missing error
		before[side], err = c.rating(seat.Player, g.Variant)
		players[side], missing = present(c.tx, seat.Player)
		if err := errors.Join(err, missing); err != nil {
			return "", err
		}
	}
	for side := range before {
		if !before[side].MayRate(players[1-side], now) {
			return " " + phrase.Of("It is not rated: only %d games of the same two are within a day.", bot.RatedADay), nil
		}
	}
	if counts, err := c.countsTimeout(g); err != nil || !counts {
		return " " + phrase.Of("It is not rated: of several losses on time within %s only the first is.", bot.Spell(bot.TimeoutsCountOnce)), err
	}
	var words []string
	held := bot.Unbounded
	for side := range before {
		var bound bot.RatingBound
		after[side], bound = before[side].Play(players[1-side], before[1-side], g.Result.Points(rules.Side(side)), now)
		held = cmp.Or(held, bound)
		if err := c.tx.PutRating(after[side]); err != nil {
			return "", err
		}
		words = append(words, phrase.Of("%s %s (before: %s)", g.Name(rules.Side(side)), after[side], before[side]))
	}
	text := " " + phrase.Of("Ratings: %s.", strings.Join(words, ", "))
	if held != bot.Unbounded {
		text += " " + held.Words()
	}
	return text, nil
}

// countsTimeout reports whether a finished game counts for ratings: a loss on time does not if another one has
// counted within [bot.TimeoutsCountOnce]. It stores the time of one that counts.
func (c *call) countsTimeout(g bot.Game) (bool, error) {
	if g.Result.Reason != bot.OnTime {
		return true, nil
	}
	p, err := c.tx.Player(g.Seats[g.Result.Winner.Other()].Player)
	if err != nil {
		return false, err
	}
	now := c.uptime.Beat.UTC()
	if !p.TimedOut.IsZero() && now.Sub(p.TimedOut) < bot.TimeoutsCountOnce {
		return false, nil
	}
	p.TimedOut = now
	return true, c.tx.PutPlayer(p)
}
