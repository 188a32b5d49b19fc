package look

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// ask answers a question about the current position of the command's game. Only the asker sees
// the answer.
func ask(c *action.Call, question func(*rules.Position) (phrase.Text, error)) (bot.Reply, error) {
	text, err := action.WithRecord(c, c.Game, func(record *rules.Game) (phrase.Text, error) { return question(record.Position()) })
	if err != nil {
		return bot.Reply{}, err
	}
	m := c.Message(bot.Private, phrase.Upper(bot.GameNumber(c.Game.ID))+". "+text)
	m.Game = c.Game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// stands lists the pieces on a level, a rank or a file.
func stands(c *action.Call) (bot.Reply, error) {
	return ask(c, func(p *rules.Position) (phrase.Text, error) {
		slice := c.Args.Word("slice")
		if c.Args.Word("what") == "file" {
			if text := phrase.Compose(func(say render.Say) string { return render.OnFile(p, slice, say) }); text != "" {
				return text, nil
			}
			return "", bot.Problemf(bot.Unknown, "There is no file %s. Files have letters, the last one in the name of a cell.", bot.QuoteWord(slice))
		}
		var err error
		text := phrase.Compose(func(say render.Say) (words string) {
			words, err = render.Standing(p, slice, say)
			return words
		})
		if err != nil {
			names := strings.Join(render.SliceNames(p.Variant().Board), ", ")
			return "", bot.Problemf(bot.Unknown, "There is no level or rank %s; choose one of: %s.", bot.QuoteWord(slice), names)
		}
		return text, nil
	})
}
