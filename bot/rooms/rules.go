package rooms

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// explainRules explains the rules of a game, with a picture of its starting position.
func explainRules(c *action.Call) (bot.Reply, error) {
	v, err := action.PlayedVariant(c)
	if err != nil {
		return bot.Reply{}, err
	}
	var pieces []phrase.Text
	for _, k := range v.Kinds[1:] {
		pieces = append(pieces, phrase.Sprintf("%s (%s)", phrase.Term(k.Name), k.Code))
	}
	lines := []phrase.Text{
		phrase.Sprintf("%s: %s.", v.Title, bot.Blurb(v)),
		bot.PlainStory(v),
		phrase.Of("Pieces: %s. `piece %s CODE` explains one.", phrase.Join(pieces, ", "), action.VariantWord(c, v)),
		phrase.Of("Source: %s.", v.Source),
	}
	reply := c.Answer(phrase.Join(lines, "\n"))
	reply.Answer[0].Picture = &bot.Picture{Variant: v.ID()}
	return reply, nil
}
