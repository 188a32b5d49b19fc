package play

import (
	"cmp"
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/rating"
	"raumbot/rules"
)

// Rating returns a player's current rating in a variant. The variant shares it with the earlier
// versions that it continues.
func Rating(c *action.Call, p bot.PlayerID, variant string) (bot.Rating, error) {
	variant = ratingID(variant)
	r, err := c.Tx.Rating(p, variant)
	if errors.Is(err, bot.ErrNotFound) {
		return bot.Rating{Player: p, Variant: variant, Rating: rating.New(), At: c.Uptime.Beat.UTC()}, nil
	}
	r.Age(c.Uptime.Beat)
	return r, err
}

// ratingID returns the ID under which the ratings of a variant are stored.
func ratingID(variant string) string {
	if v, err := rules.Find(variant); err == nil {
		return v.RatingID()
	}
	return variant
}

// rate updates the players' ratings after a rated game, and says how they changed.
func rate(c *action.Call, g bot.Game) (phrase.Text, error) {
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
	now := c.Uptime.Beat.UTC()
	for side, seat := range g.Seats {
		var err, missing error
		before[side], err = Rating(c, seat.Player, g.Variant)
		players[side], missing = action.CurrentPlayer(c.Tx, seat.Player)
		if err := errors.Join(err, missing); err != nil {
			return "", err
		}
	}
	for side := range before {
		if !before[side].MayRate(players[1-side], now) {
			return " " + phrase.Of("It is not rated: only %d games of the same two are within a day.", bot.RatedADay), nil
		}
	}
	if counts, err := countsTimeout(c, g); err != nil || !counts {
		return " " + phrase.Of("It is not rated: of several losses on time within %s only the first is.", bot.DurationWords(bot.TimeoutsCountOnce)), err
	}
	var words []phrase.Text
	held := bot.Unbounded
	for side := range before {
		var bound bot.RatingBound
		after[side], bound = before[side].Play(players[1-side], before[1-side], g.Result.Points(rules.Side(side)), now)
		held = cmp.Or(held, bound)
		if err := c.Tx.PutRating(after[side]); err != nil {
			return "", err
		}
		words = append(words, phrase.Of("%s %s (before: %s)", g.Name(rules.Side(side)), after[side], before[side]))
	}
	text := " " + phrase.Of("Ratings: %s.", phrase.Join(words, ", "))
	if held != bot.Unbounded {
		text += " " + held.Words()
	}
	return text, nil
}

// countsTimeout reports whether the result of a game counts for ratings. A loss on time does not
// if another one has counted within [bot.TimeoutsCountOnce]. It stores the time of a loss that
// counts.
func countsTimeout(c *action.Call, g bot.Game) (bool, error) {
	if g.Result.Reason != bot.OnTime {
		return true, nil
	}
	p, err := c.Tx.Player(g.Seats[g.Result.Winner.Other()].Player)
	if err != nil {
		return false, err
	}
	now := c.Uptime.Beat.UTC()
	if !p.TimedOut.IsZero() && now.Sub(p.TimedOut) < bot.TimeoutsCountOnce {
		return false, nil
	}
	p.TimedOut = now
	return true, c.Tx.PutPlayer(p)
}
