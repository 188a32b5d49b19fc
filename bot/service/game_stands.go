package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// ask answers a question about the position of the command's game, to the asker only.
func (c *call) ask(question func(*rules.Position) (string, error)) (bot.Reply, error) {
	text, err := withRecord(c, c.game, func(record *rules.Game) (string, error) { return question(record.Position()) })
	if err != nil {
		return bot.Reply{}, err
	}
	m := c.message(bot.Private, phrase.Upper(bot.GameNumber(c.game.ID))+". "+text)
	m.Game = c.game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// stands lists the pieces on a level, a rank or a file.
func stands(c *call) (bot.Reply, error) {
	return c.ask(func(p *rules.Position) (string, error) {
		slice := c.args.Word("slice")
		if c.args.Word("what") == "file" {
			if text := render.OnFile(p, slice, phrase.Of); text != "" {
				return text, nil
			}
			return "", bot.Problemf(bot.Unknown, "There is no file %s. Files have letters, the last one in the name of a cell.", bot.QuoteWord(slice))
		}
		text, err := render.Standing(p, slice, phrase.Of)
		if err != nil {
			names := strings.Join(render.SliceNames(p.Variant().Board), ", ")
			return "", bot.Problemf(bot.Unknown, "There is no level or rank %s; choose one of: %s.", bot.QuoteWord(slice), names)
		}
		return text, nil
	})
}
