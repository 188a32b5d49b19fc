package rooms

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
)

// explainRules explains the rules of a game, with a picture of its starting position.
func explainRules(c *action.Call) (bot.Reply, error) {
	v, err := action.PlayedVariant(c)
	if err != nil {
		return bot.Reply{}, err
	}
	var pieces []phrase.Text
	var men []bot.NamedMan
	for id := rules.NoKind + 1; int(id) < len(v.Kinds); id++ {
		pieces = append(pieces, phrase.Sprintf("%s (%s)", phrase.Term(v.Kinds[id].Name), v.Kinds[id].Code))
		men = append(men, play.Kind(v, rules.White, id, pieces[len(pieces)-1]))
	}
	lines := []phrase.Text{
		phrase.Sprintf("%s: %s.", v.Title, bot.Blurb(v)),
		bot.PlainStory(v),
		phrase.Of("Pieces: %s. `piece %s CODE` explains one.", phrase.Join(pieces, ", "), action.VariantWord(c, v)),
		phrase.Of("Source: %s.", v.Source),
	}
	reply := c.Answer(phrase.Join(lines, "\n"))
	reply.Answer[0].Picture, reply.Answer[0].Men = &bot.Picture{Variant: v.ID()}, men
	return reply, nil
}
