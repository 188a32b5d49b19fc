package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// showPairings lists the games of a round.
func showPairings(c *call) (bot.Reply, error) {
	t, err := c.started()
	if err != nil {
		return bot.Reply{}, err
	}
	n := c.args.Number("round")
	if n == 0 {
		n = len(t.Rounds)
	}
	if n > len(t.Rounds) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Round %d of %s has not been paired. The newest is %d.", n, t.Heading(), len(t.Rounds))
	}
	text := phrase.Of("%s of %s, %s:\n%s", phrase.Upper(t.RoundName(n)), t.Heading(), bot.Title(t.Rounds[n-1].Variant), t.PairingLines(n))
	if t.System == bot.Ladder {
		text = phrase.Of("The games of %s:\n%s", t.Heading(), t.LadderLines())
	}
	return c.answer(text), nil
}
