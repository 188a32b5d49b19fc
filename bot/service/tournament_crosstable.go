package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// showCrosstable shows who has played whom: a table, or the bracket of a knockout.
func showCrosstable(c *call) (bot.Reply, error) {
	t, err := c.started()
	if err != nil {
		return bot.Reply{}, err
	}
	if c.args.Word("form") == "text" {
		text, err := t.CrosstableText()
		return c.answer(phrase.Of("%s is %s.\n%s", phrase.Upper(t.Heading()), t.PhaseWords(), text)), err
	}
	reply := c.answer(phrase.Of("%s is %s. `crosstable %d text` writes it in words.", phrase.Upper(t.Heading()), t.PhaseWords(), t.ID)+t.Numbered(), c.service.button("standings", t.ID.String()))
	reply.Answer[0].Picture = t.Picture()
	return reply, nil
}
