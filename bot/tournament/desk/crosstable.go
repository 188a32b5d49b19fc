package desk

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// showCrosstable shows the crosstable of a tournament, or the bracket of a knockout.
func showCrosstable(c *action.Call) (bot.Reply, error) {
	t, err := started(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Word("form") == "text" {
		text, err := t.CrosstableText()
		return c.Answer(phrase.Of("%s is %s.\n%s", phrase.Upper(t.Heading()), t.PhaseWords(), text)), err
	}
	reply := c.Answer(phrase.Of("%s is %s. `crosstable %d text` writes it in words.", phrase.Upper(t.Heading()), t.PhaseWords(), t.ID)+t.NumberLegend(), c.Bot.Button("standings", t.ID.String()))
	reply.Answer[0].Picture = t.Picture()
	return reply, nil
}
