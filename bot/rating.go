package bot

import (
	"fmt"
	"math"
	"slices"
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
	// History is the course of the rating, oldest first. It is empty in records of earlier versions:
	// see [Rating.Course].
	History []RatingPoint `json:",omitempty"`
}

// RatingPoint is a rating at the end of a day.
type RatingPoint struct{ Day, Value int } // Day is counted in UTC from 1970

// maxCourse is the maximum number of points of a rating's course.
const maxCourse = 160

// Date returns when the day of the point begins.
func (p RatingPoint) Date() time.Time { return time.Unix(int64(p.Day)*24*60*60, 0).UTC() }

// Course returns the rating on each day on which it has changed, oldest first. Of a long course it
// returns fewer days of the earlier half.
func (r Rating) Course() []RatingPoint {
	if len(r.History) > 0 || len(r.Changes) == 0 {
		return r.History
	}
	before, course := r.Value, []RatingPoint(nil)
	for _, ch := range r.Changes {
		before -= ch.Points
	}
	for _, ch := range r.Changes {
		before += ch.Points
		course = withPoint(course, ch.At, before)
	}
	return course
}

// withPoint returns a course to which the rating at a time has been added.
func withPoint(course []RatingPoint, at time.Time, value float64) []RatingPoint {
	p := RatingPoint{int(at.Unix() / (24 * 60 * 60)), int(math.Round(value))}
	course = slices.Clone(course)
	if n := len(course); n > 0 && course[n-1].Day >= p.Day {
		course[n-1].Value = p.Value
		return course
	}
	if course = append(course, p); len(course) > maxCourse {
		kept := course[:0]
		for i, q := range course {
			if i%2 == 0 || i > maxCourse/2 {
				kept = append(kept, q)
			}
		}
		course = kept
	}
	return course
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
