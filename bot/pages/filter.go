package pages

import (
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/rules"
)

// Filter selects games of a list. Its zero value selects all.
type Filter struct {
	// Variant is the ID of a variant. It selects the games of all of its versions.
	Variant string
	// Name is part of the name of a player: in the games of a player, of their opponent.
	Name string
	// Result is Won or Lost, for a player in their games and for White in others, or Drawn.
	Result string
	// Year is the year in which the game began, in UTC.
	Year int
}

// The results of a [Filter].
const (
	Won   = "won"
	Drawn = "drawn"
	Lost  = "lost"
)

// Empty reports whether the filter selects all games.
func (f Filter) Empty() bool { return f == Filter{} }

// selects reports whether the filter selects a game. of is the player whose games are listed, zero
// for a list of the games of all.
func (f Filter) selects(g bot.Game, of bot.PlayerID) bool {
	side, seated := g.Side(of)
	if seated && g.Study() && (f.Result != "" || f.Name != "") {
		return false // a study or an imported record has no opponent
	}
	return (f.Year == 0 || g.Started.UTC().Year() == f.Year) &&
		(f.Variant == "" || ratingID(f.Variant) == ratingID(g.Variant)) &&
		(f.Result == "" || g.Over() && f.Result == resultFor(g, side)) &&
		(f.Name == "" || named(g.Seats[side.Other()], f.Name) || !seated && named(g.Seats[side], f.Name))
}

// named reports whether the name of a seat contains a text.
func named(s bot.Seat, text string) bool {
	return strings.Contains(bot.FoldName(s.User.Name), bot.FoldName(text))
}

// resultFor returns the result of a finished game for a side; it is empty if there is none.
func resultFor(g bot.Game, side rules.Side) string {
	switch {
	case g.Result.Aborted:
		return ""
	case g.Result.Winner == nil:
		return Drawn
	case *g.Result.Winner == side:
		return Won
	}
	return Lost
}

// ratingID returns the ID that all versions of a variant share.
func ratingID(variant string) string {
	if v, err := rules.Find(variant); err == nil {
		return v.RatingID()
	}
	return variant
}

// startLag is longer than a game takes from getting its number, as a challenge, to its beginning.
// Imported records aside, games that differ by more in the times of their beginning have numbers in
// that order.
const startLag = 180 * bot.Day

// before returns a number that is greater than those of all games of a list that began in the
// filter's year. read reads a page of the list. It is zero if all games may be among them.
func (f Filter) before(read func(bot.Page) ([]bot.Game, error)) (before bot.GameID, err error) {
	if f.Year == 0 {
		return 0, nil
	}
	games, err := read(bot.Page{Limit: 1})
	if len(games) == 0 || err != nil {
		return 0, err
	}
	end := time.Date(f.Year+1, 1, 1, 0, 0, 0, 0, time.UTC).Add(startLag)
	low, high := bot.GameID(0), games[0].ID+1
	for high-low > 1 {
		middle := low + (high-low)/2
		games, err := read(bot.Page{Before: middle + 1, Limit: 1})
		if err != nil {
			return 0, err
		}
		if len(games) > 0 && !games[0].Imported && games[0].Started.After(end) {
			high = games[0].ID
		} else {
			low = middle
		}
	}
	return high, nil
}

// past reports whether no game with a smaller number than g can have begun in the filter's year.
func (f Filter) past(g bot.Game) bool {
	return f.Year != 0 && !g.Imported && g.Started.Add(startLag).UTC().Year() < f.Year
}
