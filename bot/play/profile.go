package play

import (
	"cmp"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

const (
	// habitGames is how many of a player's newest games are read for their habits.
	habitGames = 200
	// Favourites is how many of the most played variants are named.
	Favourites = 3
	// streakGames is the length of the shortest streak that is mentioned.
	streakGames = 2
)

// newestKey is the key of a player's [Newest] games in the memo of a call.
type newestKey bot.PlayerID

// Newest returns the newest finished games of a player that the asker may see, among the last
// habitGames. It leaves out studies, imported records, aborted games, and games between two
// accounts that have merged since.
func Newest(c *action.Call, p bot.Player) ([]bot.Game, error) {
	return action.Cached(c, newestKey(p.ID), func() ([]bot.Game, error) {
		if p.ID == 0 {
			return nil, nil
		}
		games, err := c.Tx.GamesOf(p.ID, true, bot.Page{Limit: habitGames})
		return slices.DeleteFunc(games, func(g bot.Game) bool {
			return g.Imported || g.Result.Aborted || p.Is(g.Seats[0].Player) && p.Is(g.Seats[1].Player) || !c.MaySee(g)
		}), err
	})
}

// Habits describes what a player plays most and how their last games went, going by [Newest].
func Habits(c *action.Call, p bot.Player) ([]phrase.Text, error) {
	games, err := Newest(c, p)
	if len(games) == 0 || err != nil {
		return nil, err
	}
	lines := []phrase.Text{phrase.Of("Played most: %s.", mostPlayed(games))}
	if streak := streakWords(p.ID, games); streak != "" {
		lines = append(lines, streak)
	}
	return lines, nil
}

// mostPlayed names the most played variants, up to Favourites.
func mostPlayed(games []bot.Game) phrase.Text {
	played := map[string]int{}
	var variants []string // most recent first
	for _, g := range games {
		if played[g.Variant]++; played[g.Variant] == 1 {
			variants = append(variants, g.Variant)
		}
	}
	slices.SortStableFunc(variants, func(a, b string) int { return cmp.Compare(played[b], played[a]) })
	var words []phrase.Text
	for _, v := range variants[:min(len(variants), Favourites)] {
		words = append(words, phrase.Sprintf("%s (%s)", bot.Title(v), action.GameCount(played[v])))
	}
	return phrase.Join(words, ", ")
}

// streakWords says how many of the newest games had the same result. It is empty for fewer than
// streakGames.
func streakWords(p bot.PlayerID, games []bot.Game) phrase.Text {
	result := func(g bot.Game) string {
		switch side, _ := g.Side(p); {
		case g.Result.Winner == nil:
			return "drawn"
		case *g.Result.Winner == side:
			return "won"
		}
		return "lost"
	}
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b bot.Game) int { return b.Result.At.Compare(a.Result.At) })
	n := 0
	for n < len(games) && result(games[n]) == result(games[0]) {
		n++
	}
	if n < streakGames {
		return ""
	}
	switch result(games[0]) {
	case "drawn":
		return phrase.Of("The last %d games: all drawn.", n)
	case "won":
		return phrase.Of("The last %d games: all won.", n)
	}
	return phrase.Of("The last %d games: all lost.", n)
}
