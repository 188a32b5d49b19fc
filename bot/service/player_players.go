package service

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

const (
	// activeFor is how long somebody counts as active after the last move of a game of theirs.
	activeFor = 30 * bot.Day
	// gamesOfActive is how many games of a place, going on and finished, are read to find who is active.
	gamesOfActive = 1000
)

// active is somebody who plays in a place.
type active struct {
	player bot.Player
	going  int       // their ongoing games there
	last   time.Time // when something last happened in a game of theirs there
}

// listPlayers lists who plays in this room, or on its server, the latest first: those whose games may be seen here.
func listPlayers(c *call) (bot.Reply, error) {
	if c.request.Room == (bot.RoomID{}) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Nobody else plays here. Say it in a room; `seek` lists who seeks an opponent anywhere.")
	}
	all, err := c.activePlayers()
	if err != nil {
		return bot.Reply{}, err
	}
	page := max(c.args.Number("page"), 1)
	from := (page - 1) * tournament.Listed
	switch {
	case len(all) == 0:
		return c.answer(phrase.Of("Nobody has played here within %s. `challenge NAME GAME` invites somebody, `seek GAME` anybody, and `challenge computer` plays the computer.", bot.Spell(activeFor)), playComputer(lessonVariant)), nil
	case from >= len(all):
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `players` begins it.", page)
	}
	var lines []string
	for _, a := range all[from:min(len(all), from+tournament.Listed)] {
		if a.going == 0 {
			lines = append(lines, phrase.Of("%s: last played %s", a.player.Said(), bot.Timestamp(a.last)))
		} else {
			lines = append(lines, phrase.Of("%s: %s going on, last played %s", a.player.Said(), gameCount(a.going), bot.Timestamp(a.last)))
		}
	}
	if from+tournament.Listed >= len(all) {
		return c.answer(strings.Join(lines, "\n")), nil
	}
	next := bot.Button{Label: phrase.Of("Next page"), Command: commandText("players", "page", bot.GameID(page+1).String())}
	lines = append(lines, phrase.Of("%d more: `%s` goes on.", len(all)-from-tournament.Listed, next.Command))
	return c.answer(strings.Join(lines, "\n"), next), nil
}

// activePlayers returns who has games that go on or have ended lately, in the widest place around the
// asker, as far as everybody here may see them.
func (c *call) activePlayers() ([]active, error) {
	places := c.request.Places()
	found := map[bot.PlayerID]*active{}
	for _, over := range []bool{false, true} {
		games, err := c.tx.GamesIn(places[len(places)-1], over, bot.Page{Limit: gamesOfActive})
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			last := c.uptime.Calendar(g.Since)
			if over {
				last = g.Result.At
			}
			if g.Study() || !c.openHere(g) || c.uptime.Beat.Sub(last) > activeFor {
				continue
			}
			if err := c.countActive(found, g, last); err != nil {
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

// countActive counts a game for those who play it.
func (c *call) countActive(found map[bot.PlayerID]*active, g bot.Game, last time.Time) error {
	for _, seat := range g.Seats {
		p, err := present(c.tx, seat.Player)
		if err != nil && !errors.Is(err, bot.ErrNotFound) {
			return err
		}
		if err != nil || p.Absent() || p.Level() > 0 {
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
