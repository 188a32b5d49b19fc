package people

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

const (
	// activeFor is how long a player counts as active after the last move in one of their games.
	activeFor = 30 * bot.Day
	// gamesOfActive is the number of games of a place, ongoing and finished, that are read to find its
	// active players.
	gamesOfActive = 1000
)

// active is a player who is active in a place.
type active struct {
	player bot.Player
	going  int       // their ongoing games there
	last   time.Time // when something last happened in a game of theirs there
}

// listPlayers lists the active players of this room or its server whose games may be seen here, the
// latest first.
func listPlayers(c *action.Call) (bot.Reply, error) {
	if c.Request.Room == (bot.RoomID{}) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Nobody else plays here. Say it in a room; `seek` lists who seeks an opponent anywhere.")
	}
	all, err := activePlayers(c)
	if err != nil {
		return bot.Reply{}, err
	}
	page := max(c.Args.Number("page"), 1)
	from := (page - 1) * tournament.Listed
	switch {
	case len(all) == 0:
		return c.Answer(phrase.Of("Nobody has played here within %s. `challenge NAME GAME` invites somebody, `seek GAME` anybody, and `challenge computer` plays the computer.", bot.DurationWords(activeFor)), action.PlayComputer(action.LessonVariant)), nil
	case from >= len(all):
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `players` begins it.", page)
	}
	var lines []phrase.Text
	for _, a := range all[from:min(len(all), from+tournament.Listed)] {
		if a.going == 0 {
			lines = append(lines, phrase.Of("%s: last played %s", a.player.Said(), bot.Timestamp(a.last)))
		} else {
			lines = append(lines, phrase.Of("%s: %s going on, last played %s", a.player.Said(), action.GameCount(a.going), bot.Timestamp(a.last)))
		}
	}
	if from+tournament.Listed >= len(all) {
		return c.Answer(phrase.Join(lines, "\n")), nil
	}
	next := bot.Button{Label: phrase.Of("Next page"), Command: action.CommandText("players", "page", bot.GameID(page+1).String())}
	lines = append(lines, phrase.Of("%d more: `%s` goes on.", len(all)-from-tournament.Listed, next.Command))
	return c.Answer(phrase.Join(lines, "\n"), next), nil
}

// activePlayers returns the players with ongoing or lately finished games in the widest place
// around the asker. It counts the games that everybody here may see.
func activePlayers(c *action.Call) ([]active, error) {
	places := c.Request.Places()
	found := map[bot.PlayerID]*active{}
	for _, over := range []bool{false, true} {
		games, err := c.Tx.GamesIn(places[len(places)-1], over, bot.Page{Limit: gamesOfActive})
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			last := c.Uptime.Calendar(g.Since)
			if over {
				last = g.Result.At
			}
			if g.Study() || !c.OpenHere(g) || c.Uptime.Beat.Sub(last) > activeFor {
				continue
			}
			if err := countActive(c, found, g, last); err != nil {
				return nil, err
			}
		}
	}
	var all []active
	for _, a := range found {
		all = append(all, *a)
	}
	slices.SortFunc(all, func(a, b active) int {
		return cmp.Or(b.last.Compare(a.last), cmp.Compare(a.player.ID, b.player.ID))
	})
	return all, nil
}

// countActive counts a game for its players.
func countActive(c *action.Call, found map[bot.PlayerID]*active, g bot.Game, last time.Time) error {
	for _, seat := range g.Seats {
		p, err := action.CurrentPlayer(c.Tx, seat.Player)
		if err != nil && !errors.Is(err, bot.ErrNotFound) {
			return err
		}
		if err != nil || p.Absent() || p.Level() > 0 || p.IsTeam() {
			continue
		}
		a := found[p.ID]
		if a == nil {
			a = &active{player: p}
			found[p.ID] = a
		}
		if !g.Over() {
			a.going++
		}
		if last.After(a.last) {
			a.last = last
		}
	}
	return nil
}
