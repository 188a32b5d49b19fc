package desk

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// showPairings lists the games of a round.
func showPairings(c *action.Call) (bot.Reply, error) {
	t, err := started(c)
	if err != nil {
		return bot.Reply{}, err
	}
	n := c.Args.Number("round")
	if n == 0 {
		n = len(t.Rounds)
	}
	if n == len(t.Rounds)+1 && t.Unpaired() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Round %d of %s is being paired. It is announced in a moment.", n, t.Heading())
	}
	if n > len(t.Rounds) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Round %d of %s has not been paired. The newest is %d.", n, t.Heading(), len(t.Rounds))
	}
	if t.System.OneTable() {
		return c.Answer(phrase.Of("%s:\n%s", phrase.Upper(t.Heading()), tournament.Results(t))), nil
	}
	text := phrase.Of("%s of %s, %s:\n%s", phrase.Upper(t.RoundName(n)), t.Heading(), bot.Title(t.Rounds[n-1].Variant), t.PairingLines(n))
	if t.System == bot.Ladder || t.Season != nil && c.Args.Number("round") == 0 {
		text = phrase.Of("The games of %s:\n%s", t.Heading(), tournament.LatestLines(t))
	}
	return c.Answer(text), nil
}
