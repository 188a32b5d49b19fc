package desk

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/league"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// started returns the tournament that the user wants to see, or a problem if it has not begun.
func started(c *action.Call) (*tournament.Tournament, error) {
	t, err := meant(c, (*tournament.Tournament).Begun)
	if err == nil && !t.Begun() {
		err = bot.Problemf(bot.NotNow, "%s is %s: there are no games to show. `tournament %d` tells more.", phrase.Upper(t.Heading()), t.PhaseWords(), t.ID)
	}
	return t, err
}

// showStandings shows the standings, and what a win would mean for the user.
func showStandings(c *action.Call) (bot.Reply, error) {
	t, err := started(c)
	if err != nil {
		return bot.Reply{}, err
	}
	places, err := t.Standings()
	if err = errors.Join(err, league.Reach(t)); err != nil {
		return bot.Reply{}, err
	}
	lines := append([]phrase.Text{phrase.Of("%s is %s.", phrase.Upper(t.Heading()), t.PhaseWords())}, t.StandingLines(places)...)
	more, err := play.Prospect(c, t)
	if err != nil {
		return bot.Reply{}, err
	}
	if more != "" {
		lines = append(lines, more)
	}
	return c.Answer(phrase.Join(lines, "\n"), c.Bot.Button("crosstable", t.ID.String())), nil
}
