package bot

import (
	"slices"
	"time"

	"raumbot/bot/phrase"
	"raumbot/bot/rating"
)

// Games can be arranged, and accounts cost nothing. So whatever Glicko-2 makes of a game, a
// rating moves by no more than some bounds allow: see docs/ratings.md, which gives the reasons.
const (
	// RatedADay is how many games of the same two are rated within a day.
	RatedADay = 2
	// establishedAfter, establishedGames and establishedOpponents are what it takes for a rating to be
	// established: the time since its first game, rated games, and different opponents.
	establishedAfter     = 90 * Day
	establishedGames     = 12
	establishedOpponents = 3
	// boundMemory is how long changes are remembered, the longest span of a bound.
	boundMemory = 90 * Day
	// ratedInMemory is how many games are rated within boundMemory at most. It bounds the record.
	ratedInMemory = 300
)

// RatingChange is what a game has made of a rating.
type RatingChange struct {
	At       time.Time
	Opponent PlayerID
	Points   float64
	// Established means that the opponent's rating was.
	Established bool `json:",omitzero"`
}

// RatingBound is why a game does not count in full.
type RatingBound string

// The bounds. All of them hold for every stretch of time as long as their span, up and down.
const (
	Unbounded       RatingBound = ""
	ByOneOpponent   RatingBound = "opponent"
	ByUnestablished RatingBound = "unestablished"
	ByMonth         RatingBound = "month"
)

// ratingBounds are by how many points a rating moves at most within a span, by the changes that a bound is about.
var ratingBounds = []struct {
	bound  RatingBound
	points float64
	span   time.Duration
	about  func(RatingChange, Player) bool // the player is the opponent of the new game
}{
	{ByUnestablished, 25, boundMemory, func(ch RatingChange, _ Player) bool { return !ch.Established }},
	{ByOneOpponent, 25, boundMemory, func(ch RatingChange, opponent Player) bool { return opponent.Is(ch.Opponent) }},
	{ByMonth, 60, 30 * Day, func(RatingChange, Player) bool { return true }},
}

// Words says why a game has not counted in full, as a sentence.
func (b RatingBound) Words() string {
	for _, rule := range ratingBounds {
		if rule.bound != b {
			continue
		}
		span := DayCount(int(rule.span / Day))
		switch points := int(rule.points); b {
		case ByUnestablished:
			return phrase.Of("Opponents with new ratings move a rating by %d points in %s at most.", points, span)
		case ByOneOpponent:
			return phrase.Of("One opponent moves a rating by %d points in %s at most.", points, span)
		case ByMonth:
			return phrase.Of("A rating moves by %d points in %s at most.", points, span)
		}
	}
	return ""
}

// Games returns how many games the rating counts.
func (r Rating) Games() int { return r.Wins + r.Draws + r.Losses }

// Established reports whether the rating is known for long enough, and by enough games and opponents, to move that of others freely.
func (r Rating) Established(now time.Time) bool {
	return !r.Since.IsZero() && now.Sub(r.Since) >= establishedAfter && r.Games() >= establishedGames && len(r.Met) >= establishedOpponents
}

// MayRate reports whether one more game against an opponent is rated at a time.
func (r Rating) MayRate(opponent Player, now time.Time) bool {
	today := 0
	for _, ch := range r.Changes {
		if opponent.Is(ch.Opponent) && now.Sub(ch.At) < Day {
			today++
		}
	}
	return today < RatedADay && len(r.recentChanges(now)) < ratedInMemory
}

// Play returns the rating after a game against an opponent with a rating, as both were before it, and the
// bound that has kept it from counting in full.
func (r Rating) Play(opponent Player, theirs Rating, score rating.Score, now time.Time) (Rating, RatingBound) {
	now = now.UTC()
	after := r
	after.Rating = rating.Rate(r.Rating, []rating.Result{{Against: theirs.Rating, Score: score}})
	after.Score(score)
	change := RatingChange{At: now, Opponent: opponent.ID, Points: after.Value - r.Value, Established: theirs.Established(now)}
	after.Changes = r.recentChanges(now)
	held := Unbounded
	for _, rule := range ratingBounds {
		if !rule.about(change, opponent) {
			continue
		}
		up, down := extremes(after.Changes, func(ch RatingChange) bool { return now.Sub(ch.At) < rule.span && rule.about(ch, opponent) })
		if bounded := min(max(change.Points, -rule.points-down), rule.points-up); bounded != change.Points {
			change.Points, held = bounded, rule.bound
		}
	}
	if full := after.Value - r.Value; held == ByOneOpponent || held == ByMonth { // what is not believed makes nothing surer
		after.Deviation = r.Deviation + (after.Deviation-r.Deviation)*change.Points/full
	}
	after.Value = r.Value + change.Points
	after.Changes = append(after.Changes, change)
	if r.Games() == 0 && r.Since.IsZero() {
		after.Since = now
	} else if r.Since.IsZero() { // a record of an earlier version
		after.Since = r.At
	}
	if len(r.Met) < establishedOpponents && !slices.ContainsFunc(r.Met, opponent.Is) {
		after.Met = append(slices.Clone(r.Met), opponent.ID)
	}
	return after, held
}

// recentChanges returns a copy of those changes that bounds are about.
func (r Rating) recentChanges(now time.Time) []RatingChange {
	return slices.DeleteFunc(slices.Clone(r.Changes), func(ch RatingChange) bool { return now.Sub(ch.At) >= boundMemory })
}

// extremes returns how far the rating has come, up and down, since the moment that makes it the most, by the
// changes that count. So what remains of a bound keeps every stretch of time within it, whatever came before.
func extremes(all []RatingChange, counts func(RatingChange) bool) (up, down float64) {
	sum := 0.0
	for _, ch := range slices.Backward(all) {
		if counts(ch) {
			sum += ch.Points
			up, down = max(up, sum), min(down, sum)
		}
	}
	return up, down
}
