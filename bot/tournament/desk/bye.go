package desk

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// askBye requests a bye for the asker in a later round.
func askBye(c *action.Call) (bot.Reply, error) {
	t, err := meant(c, func(t *tournament.Tournament) bool {
		return t.System == bot.Swiss && t.Phase == bot.Running && t.Entrant(c.Me.ID) > 0
	})
	if err != nil {
		return bot.Reply{}, err
	}
	number, next := t.Entrant(c.Me.ID), len(t.Rounds)+1
	switch {
	case t.System != bot.Swiss:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is a %s, which has no byes by request.", phrase.Upper(t.Heading()), t.System.Title())
	case number == 0 || t.Entrants[number-1].Gone:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are not in %s.", t.Heading())
	case t.Phase != bot.Running:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is %s: byes are for its rounds, when it has begun.", phrase.Upper(t.Heading()), t.PhaseWords())
	}
	round := c.Args.Number("round")
	if round == 0 {
		round = next
	}
	if round < next || round > t.Total() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no round %d to come in %s. The next is %d, the last %d.", round, t.Heading(), next, t.Total())
	}
	if round == next && t.Unpaired() { // or it could be paired again and again
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Round %d of %s is being paired just now, and what you have said of it holds. You can ask for a bye in later ones.", round, t.Heading())
	}
	e := &t.Entrants[number-1]
	if i := slices.Index(e.Skips, round); i >= 0 {
		e.Skips = slices.Delete(e.Skips, i, i+1)
		return c.Answer(phrase.Of("You play in round %d of %s after all.", round, t.Heading())), c.Tx.PutTournament(t.Tournament)
	}
	e.Skips = append(e.Skips, round)
	slices.Sort(e.Skips)
	if round == t.Total() {
		return c.Answer(phrase.Of("You have a bye in round %d of %s. It is the last round, in which a bye counts nothing. `bye %d %d` takes it back.", round, t.Heading(), t.ID, round)),
			c.Tx.PutTournament(t.Tournament)
	}
	return c.Answer(phrase.Of("You have a bye in round %d of %s. A bye counts half a point, but no more than %d of them do, and none in the last round. `bye %d %d` takes it back.",
		round, t.Heading(), tournament.LateHalves, t.ID, round)), c.Tx.PutTournament(t.Tournament)
}
