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
	// Since is when the first rated game ended, and Met are the first opponents, as many as it takes
	// for the rating to be established.
	Since time.Time  `json:",omitzero"`
	Met   []PlayerID `json:",omitempty"`
	// Changes are those of late, the oldest first.
	Changes []RatingChange `json:",omitempty"`
}

const (
	// ratingPeriod is the time in which an idle player's volatility makes their
	// rating less certain once.
	ratingPeriod = 30 * 24 * time.Hour
	// RatedPlies is the length below which a game is too short to be rated, and MatedPlies if the rules have ended it.
	RatedPlies = 6
	MatedPlies = 4
	// TimeoutsCountOnce is the time in which only the first of several
	// losses on time is rated.
	TimeoutsCountOnce = 3 * 24 * time.Hour
)

// Ranked reports whether the rating is certain enough for the list of leaders.
func (r Rating) Ranked() bool { return !r.Provisional() }

// Seed returns by what rating a tournament seeds the player: one that is not certain yet is that of a beginner.
func (r Rating) Seed() int {
	if !r.Ranked() {
		r.Rating = rating.New()
	}
	return int(math.Round(r.Value))
}

// String writes the rating, with the mark of a provisional one.
func (r Rating) String() string {
	text := fmt.Sprint(math.Round(r.Value))
	if !r.Ranked() {
		text += "?"
	}
	return text
}

// LongEnough reports whether a game that is over has enough moves to be rated.
func (g Game) LongEnough() bool {
	if g.Result.Reason.ByRules() {
		return g.Moves >= MatedPlies
	}
	return g.Moves >= RatedPlies
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
