package bot

import (
	"slices"
	"time"

	"raumbot/bot/phrase"
	"raumbot/bot/rating"
)

// Results can be fixed, and accounts cost nothing. So the change of a rating is limited, whatever
// Glicko-2 says. docs/ratings.md gives the reasons.
const (
	// RatedADay is the maximum number of games between the same two players that are rated within a
	// day.
	RatedADay = 2
	// establishedAfter, establishedGames and establishedOpponents are the conditions for an
	// established rating: the time since its first game, the number of rated games, and the number of
	// different opponents.
	establishedAfter     = 90 * Day
	establishedGames     = 12
	establishedOpponents = 3
	// boundMemory is how long changes are kept. It must be at least the span of each bound.
	boundMemory = 90 * Day
	// ratedInMemory is the maximum number of games rated within boundMemory. It limits the size of the
	// record.
	ratedInMemory = 300
)

// RatingChange is the change of a rating by one game.
type RatingChange struct {
	At       time.Time
	Opponent PlayerID
	Points   float64
	// Established means that the opponent's rating was established.
	Established bool `json:",omitzero"`
}

// RatingBound says which bound has kept a game from counting in full.
type RatingBound string

// The bounds. Each applies to gains and losses, and to every period as long as its span.
const (
	Unbounded       RatingBound = ""
	ByOneOpponent   RatingBound = "opponent"
	ByUnestablished RatingBound = "unestablished"
	ByMonth         RatingBound = "month"
)

// ratingBounds lists how far the changes that a bound concerns may move a rating within a span.
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

// Words returns a sentence that says why a game has not counted in full.
func (b RatingBound) Words() phrase.Text {
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

// Established reports whether the rating has enough age, games and opponents to affect the ratings
// of others without limit.
func (r Rating) Established(now time.Time) bool {
	return !r.Since.IsZero() && now.Sub(r.Since) >= establishedAfter && r.Games() >= establishedGames && len(r.Met) >= establishedOpponents
}

// MayRate reports whether a game against an opponent that ends now is to be rated.
func (r Rating) MayRate(opponent Player, now time.Time) bool {
	today := 0
	for _, ch := range r.Changes {
		if opponent.Is(ch.Opponent) && now.Sub(ch.At) < Day {
			today++
		}
	}
	return today < RatedADay && len(r.recentChanges(now)) < ratedInMemory
}

// Play returns the rating after a game, and the bound that has limited the change. r and theirs are
// the ratings of both players before the game.
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
	// a gain or loss that is not trusted must not reduce the deviation either
	if full := after.Value - r.Value; held == ByOneOpponent || held == ByMonth {
		after.Deviation = r.Deviation + (after.Deviation-r.Deviation)*change.Points/full
	}
	after.Value = r.Value + change.Points
	after.Changes = append(after.Changes, change)
	after.History = withPoint(r.Course(), now, after.Value)
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

// recentChanges returns a copy of the changes within boundMemory.
func (r Rating) recentChanges(now time.Time) []RatingChange {
	return slices.DeleteFunc(slices.Clone(r.Changes), func(ch RatingChange) bool { return now.Sub(ch.At) >= boundMemory })
}

// extremes returns the greatest rise and fall of the rating from any moment to now, by the changes
// that count. If a change is limited to what these leave of a bound, the bound holds for every
// period.
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
