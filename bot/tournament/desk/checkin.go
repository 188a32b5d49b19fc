package desk

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// checkIn confirms that the user will play.
func checkIn(c *action.Call) (bot.Reply, error) {
	t, err := meant(c, func(t *tournament.Tournament) bool {
		return t.Phase == bot.Entering && t.CheckIn && t.Entrant(c.Me.ID) > 0
	})
	if err != nil {
		return bot.Reply{}, err
	}
	number := t.Entrant(c.Me.ID)
	switch {
	case number == 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are not in %s. `join %d` enters it.", t.Heading(), t.ID)
	case t.Phase != bot.Entering || !t.CheckIn:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is nothing to check in for in %s now.", t.Heading())
	}
	t.Entrants[number-1].Ready = true
	return c.Answer(phrase.Of("You have checked in for %s, which begins %s.", t.Heading(), bot.Timestamp(c.Uptime.Calendar(t.Starts)))), c.Tx.PutTournament(t.Tournament)
}
