package bot

import (
	"fmt"
	"math"
	"time"

	"raumbot/bot/rating"
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
	// RatedPlies is the length below which a game is too short to be rated.
	RatedPlies = 4
	// TimeoutsCountOnce is the time in which only the first of several
	// losses on time is rated.
	TimeoutsCountOnce = 3 * 24 * time.Hour
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

// Age makes the rating as uncertain as the time since its last change has.
func (r *Rating) Age(now time.Time) {
	periods := max(float64(now.Sub(r.At))/float64(ratingPeriod), 0)
	r.Rating = rating.Idle(r.Rating, periods)
	r.At = now.UTC()
}

// Score counts a game.
func (r *Rating) Score(points rating.Score) {
	switch points {
	case rating.Win:
		r.Wins++
	case rating.Loss:
		r.Losses++
	default:
		r.Draws++
	}
}
