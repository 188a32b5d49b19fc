package league

import (
	"raumbot/bot"
	"raumbot/bot/rating"
)

// The sizes of divisions. With fewer than Least entrants there is no season, and with fewer than
// twice as many one division. Every division but the lowest has Target members if the number of
// entrants allows it.
const (
	Least  = 6
	Target = 8
	Most   = 11
)

// Entrant is a player who enters the next season.
type Entrant struct {
	Player bot.PlayerID
	// Rating is the rating in the game of the league.
	Rating rating.Rating
	// Left is the division, from 1 on, in which a player who sat out the last season played before.
	// It is zero for a player who has never played in the league, and is not read for a member of the
	// last season.
	Left int
}

// Divide returns the members of the divisions of the next season, the highest division first, or
// nil if too few have entered. last holds the final tables of the last season's divisions, the best
// place first, and includes those who do not play on. It is nil for the first season. The same
// arguments give the same divisions, in whatever order the entrants are.
func Divide(last [][]bot.PlayerID, entrants []Entrant) [][]bot.PlayerID {
	return nil
}

// Zones returns how many places at the top of a division's table lead one division up, and how many
// at the bottom one down. sizes are the sizes of all divisions of the season, the highest first, and
// division is counted from 1. A quarter of a division goes up, rounded up, and as many come down to
// it.
func Zones(sizes []int, division int) (up, down int) {
	return 0, 0
}
