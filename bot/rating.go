package bot

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"raumbot/bot/phrase"
	"raumbot/bot/rating"
	"raumbot/rules"
)

// Rating is how strong a player is at a variant, as far as rated games show.
type Rating struct {
	Player  PlayerID
	Variant string
	// Rating is as it stood At.
	rating.Rating
	At                  time.Time
	Wins, Draws, Losses int
}

const (
	// ratingPeriod is the time in which an idle player's volatility makes their
	// rating less certain once.
	ratingPeriod = 30 * 24 * time.Hour
	// ratedPlies is the length below which a game is too short to be rated.
	ratedPlies = 4
	// timeoutsCountOnce is the time in which only the first of several
	// losses on time is rated.
	timeoutsCountOnce = 3 * 24 * time.Hour
)

// Ranked reports whether the rating is certain enough for the list of leaders.
func (r Rating) Ranked() bool { return !r.Provisional() }

// String writes the rating, with the mark of a provisional one.
func (r Rating) String() string {
	text := fmt.Sprint(math.Round(r.Value))
	if !r.Ranked() {
		text += "?"
	}
	return text
}

// rating returns a player's rating as it stands now.
func (c *call) rating(p PlayerID, variant string) (Rating, error) {
	r, err := c.tx.Rating(p, variant)
	if errors.Is(err, ErrNotFound) {
		return Rating{Player: p, Variant: variant, Rating: rating.New(), At: c.uptime.Beat.UTC()}, nil
	}
	r.age(c.uptime.Beat)
	return r, err
}

// age makes the rating as uncertain as the time since its last change has.
func (r *Rating) age(now time.Time) {
	periods := max(float64(now.Sub(r.At))/float64(ratingPeriod), 0)
	r.Rating = rating.Idle(r.Rating, periods)
	r.At = now.UTC()
}

// score counts a game.
func (r *Rating) score(points rating.Score) {
	switch points {
	case rating.Win:
		r.Wins++
	case rating.Loss:
		r.Losses++
	default:
		r.Draws++
	}
}

// rate changes the ratings of the players of a rated game that has just ended, and says so.
func (c *call) rate(g Game) (string, error) {
	if !g.Rated || g.Result.Aborted {
		return "", nil
	}
	if g.Result.Adjudicated {
		return " " + phrase.Of("An adjudicated game is not rated."), nil
	}
	if g.Moves < ratedPlies {
		return " " + phrase.Of("It was too short to be rated."), nil
	}
	if counts, err := c.countsTimeout(g); err != nil || !counts {
		return " " + phrase.Of("It is not rated: of several losses on time within %s only the first is.", spell(timeoutsCountOnce)), err
	}
	var before, after [2]Rating
	for side := range before {
		var err error
		if before[side], err = c.rating(g.Seats[side].Player, g.Variant); err != nil {
			return "", err
		}
	}
	var words []string
	for side := range before {
		points := g.Result.points(rules.Side(side))
		after[side] = before[side]
		after[side].Rating = rating.Rate(before[side].Rating, []rating.Result{{Against: before[1-side].Rating, Score: points}})
		after[side].score(points)
		if err := c.tx.PutRating(after[side]); err != nil {
			return "", err
		}
		words = append(words, phrase.Of("%s %s (before: %s)", g.name(rules.Side(side)), after[side], before[side]))
	}
	return " " + phrase.Of("Ratings: %s.", strings.Join(words, ", ")), nil
}

// points is what a result is worth for a side.
func (r Result) points(s rules.Side) rating.Score {
	switch {
	case r.Winner == nil:
		return rating.Draw
	case *r.Winner == s:
		return rating.Win
	default:
		return rating.Loss
	}
}

// countsTimeout reports whether a game may be rated with regard to losses on
// time, and remembers such a loss.
func (c *call) countsTimeout(g Game) (bool, error) {
	if g.Result.Reason != onTime {
		return true, nil
	}
	p, err := c.tx.Player(g.Seats[g.Result.Winner.Other()].Player)
	if err != nil {
		return false, err
	}
	now := c.uptime.Beat.UTC()
	if !p.TimedOut.IsZero() && now.Sub(p.TimedOut) < timeoutsCountOnce {
		return false, nil
	}
	p.TimedOut = now
	return true, c.tx.PutPlayer(p)
}

// showProfile tells how somebody has fared in rated games.
func showProfile(c *call) (Reply, error) {
	p := c.me
	if name := c.args.word("name"); name != "" {
		var err error
		if p, err = c.known(name); err != nil {
			return Reply{}, err
		}
	}
	var ratings []Rating
	if p.ID != 0 {
		var err error
		if ratings, err = c.tx.RatingsOf(p.ID); err != nil {
			return Reply{}, err
		}
	}
	habits, err := c.habits(p)
	if err != nil {
		return Reply{}, err
	}
	trophies, err := c.trophies(p)
	if err != nil {
		return Reply{}, err
	}
	habits = append(habits, trophies...)
	if len(ratings) == 0 {
		text := phrase.Of("%s has finished no rated game. `challenge NAME VARIANT rated` begins one.", p.Name)
		return c.answer(strings.Join(append([]string{text}, habits...), "\n")), nil
	}
	lines := []string{phrase.Of("%s has played since %s. A question mark follows a rating that few games support.", p.Name, moment(p.Since))}
	for _, r := range ratings {
		r.age(c.uptime.Beat)
		lines = append(lines, phrase.Of("%s: %s, give or take %s; won %d, drawn %d, lost %d.",
			title(r.Variant), r, fmt.Sprintf("%.0f", 2*r.Deviation), r.Wins, r.Draws, r.Losses))
	}
	return c.answer(strings.Join(append(lines, habits...), "\n")), nil
}
