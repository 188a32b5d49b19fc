package bot

import (
	"fmt"
	"math"
	"time"

	"raumbot/bot/rating"
)

// Rating is a player's rating in one variant.
type Rating struct {
	Player  PlayerID
	Variant string
	// Rating is the Glicko-2 rating as of At.
	rating.Rating
	At                  time.Time
	Wins, Draws, Losses int
	// Since is when the first rated game ended. Met holds the first few different opponents, as many
	// as an established rating requires.
	Since time.Time  `json:",omitzero"`
	Met   []PlayerID `json:",omitempty"`
	// Changes are the changes of the last 90 days, oldest first.
	Changes []RatingChange `json:",omitempty"`
}

// RatedRecord summarizes a player's rated games in all variants.
type RatedRecord struct {
	Name   string
	Rating int // the best rating that is certain enough for the leaderboard, or zero
	Games  int // the number of rated games
}

const (
	// ratingPeriod is the Glicko-2 rating period, after which the deviation of an idle player's rating
	// has grown once.
	ratingPeriod = 30 * 24 * time.Hour
	// RatedPlies is the minimum number of plies of a rated game, MatedPlies that of a rated game ended
	// by the rules.
	RatedPlies = 6
	MatedPlies = 4
	// TimeoutsCountOnce is the period in which only the first of a player's losses on time is rated.
	TimeoutsCountOnce = 3 * 24 * time.Hour
)

// Ranked reports whether the rating is certain enough for the leaderboard.
func (r Rating) Ranked() bool { return !r.Provisional() }

// Seed returns the rating by which a tournament seeds the player. While the rating is provisional
// that is the rating of a beginner.
func (r Rating) Seed() int {
	if !r.Ranked() {
		r.Rating = rating.New()
	}
	return int(math.Round(r.Value))
}

// String returns the rating, marked if it is provisional.
func (r Rating) String() string {
	text := fmt.Sprint(math.Round(r.Value))
	if !r.Ranked() {
		text += "?"
	}
	return text
}

// LongEnough reports whether a finished game has enough moves to be rated.
func (g Game) LongEnough() bool {
	if g.Result.Reason.ByRules() {
		return g.Moves >= MatedPlies
	}
	return g.Moves >= RatedPlies
}

// Age increases the deviation for the time since the last change of the rating.
func (r *Rating) Age(now time.Time) {
	periods := max(float64(now.Sub(r.At))/float64(ratingPeriod), 0)
	r.Rating = rating.Idle(r.Rating, periods)
	r.At = now.UTC()
}

// Score counts a won, drawn or lost game.
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
