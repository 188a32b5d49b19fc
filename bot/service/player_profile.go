package service

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

const (
	// habitGames is how many of a player's newest games their habits are taken from.
	habitGames = 200
	// favourites is how many of the most played variants are named.
	favourites = 3
	// streakGames is the shortest streak of equal results that is mentioned.
	streakGames = 2
)

// habits describes what a player plays most and how their last games went, as far as the asker may see them. Studies,
// imported records, other games that count for nobody, and games between two accounts linked since are left out.
func (c *call) habits(p bot.Player) ([]string, error) {
	if p.ID == 0 {
		return nil, nil
	}
	games, err := c.tx.GamesOf(p.ID, true, bot.Page{Limit: habitGames})
	if err != nil {
		return nil, err
	}
	games = slices.DeleteFunc(games, func(g bot.Game) bool {
		return g.Imported || g.Result.Aborted || p.Is(g.Seats[0].Player) && p.Is(g.Seats[1].Player) || !c.maySee(g)
	})
	if len(games) == 0 {
		return nil, nil
	}
	lines := []string{phrase.Of("Played most: %s.", mostPlayed(games))}
	if streak := streakWords(p.ID, games); streak != "" {
		lines = append(lines, streak)
	}
	return lines, nil
}

// mostPlayed names the most played variants.
func mostPlayed(games []bot.Game) string {
	played := map[string]int{}
	var variants []string // most recent first
	for _, g := range games {
		if played[g.Variant]++; played[g.Variant] == 1 {
			variants = append(variants, g.Variant)
		}
	}
	slices.SortStableFunc(variants, func(a, b string) int { return cmp.Compare(played[b], played[a]) })
	var words []string
	for _, v := range variants[:min(len(variants), favourites)] {
		words = append(words, fmt.Sprintf("%s (%s)", bot.Title(v), gameCount(played[v])))
	}
	return strings.Join(words, ", ")
}

// streakWords says how many of the newest games had the same result, empty for fewer than streakGames.
func streakWords(p bot.PlayerID, games []bot.Game) string {
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

// showProfile shows how a player has done in rated games.
func showProfile(c *call) (bot.Reply, error) {
	p := c.me
	if name := c.args.Word("name"); isComputer(name) {
		return c.helpComputer(), nil
	} else if name != "" {
		var err error
		if p, err = c.known(name); err != nil {
			return bot.Reply{}, err
		}
	}
	var ratings []bot.Rating
	if p.ID != 0 {
		var err error
		if ratings, err = c.tx.RatingsOf(p.ID); err != nil {
			return bot.Reply{}, err
		}
		if p.ID != c.me.ID {
			ratings = slices.DeleteFunc(ratings, func(r bot.Rating) bool { return c.foreign(r.Variant) })
		}
	}
	habits, err := c.habits(p)
	if err != nil {
		return bot.Reply{}, err
	}
	trophies, err := c.trophies(p)
	if err != nil {
		return bot.Reply{}, err
	}
	habits = append(append(habits, trophies...), c.puzzleWords(p)...)
	if len(ratings) == 0 {
		text := phrase.Of("%s has not finished a rated game yet. `challenge NAME VARIANT rated` begins one.", p.Said())
		return c.answer(strings.Join(append([]string{text}, habits...), "\n")), nil
	}
	lines := []string{phrase.Of("%s has played since %s. A question mark follows a rating that few games support.", p.Said(), bot.Timestamp(p.Since))}
	for _, r := range ratings {
		r.Age(c.uptime.Beat)
		lines = append(lines, phrase.Of("%s: %s, give or take %s; won %d, drawn %d, lost %d.",
			bot.Title(r.Variant), r, fmt.Sprintf("%.0f", 2*r.Deviation), r.Wins, r.Draws, r.Losses))
	}
	return c.answer(strings.Join(append(lines, habits...), "\n")), nil
}
