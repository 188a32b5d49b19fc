package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// started returns the tournament that the user wants to see, once it has begun.
func (c *call) started() (*tournament.Tournament, error) {
	t, err := c.tournament((*tournament.Tournament).Begun)
	if err == nil && !t.Begun() {
		err = bot.Problemf(bot.NotNow, "%s is %s: there are no games to show. `tournament %d` tells more.", phrase.Upper(t.Heading()), t.PhaseWords(), t.ID)
	}
	return t, err
}

// showStandings shows who leads, and what a win would mean for the user.
func showStandings(c *call) (bot.Reply, error) {
	t, err := c.started()
	if err != nil {
		return bot.Reply{}, err
	}
	places, err := t.Standings()
	if err != nil {
		return bot.Reply{}, err
	}
	lines := append([]string{phrase.Of("%s is %s.", phrase.Upper(t.Heading()), t.PhaseWords())}, t.StandingLines(places)...)
	more, err := c.prospect(t)
	if err != nil {
		return bot.Reply{}, err
	}
	if more != "" {
		lines = append(lines, more)
	}
	return c.answer(strings.Join(lines, "\n"), c.service.button("crosstable", t.ID.String())), nil
}
