package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// explainPiece says how a piece moves, with a diagram.
func explainPiece(c *call) (bot.Reply, error) {
	word := c.args.Word("name")
	v, err := c.playedVariant()
	if err != nil {
		return bot.Reply{}, err
	}
	kinds := v.KindsNamed(word)
	switch {
	case len(kinds) == 0:
		return bot.Reply{}, c.noKind(v, word)
	case len(kinds) > 1:
		which := bot.Problemf(bot.Ambiguous, "Which piece do you mean?")
		for _, id := range kinds {
			command := fmt.Sprintf("piece %s %s", c.variantWord(v), v.Kinds[id].Code)
			which.Text += fmt.Sprintf("\n`%s`: %s", command, phrase.Term(v.Kinds[id].Name))
			which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Term(v.Kinds[id].Name), Command: command})
		}
		which.Buttons = which.Buttons[:min(len(which.Buttons), tournament.Listed)]
		return bot.Reply{}, which
	}
	k := &v.Kinds[kinds[0]]
	lines := []string{phrase.Of("%s (%s), a piece of %s.", k.Name, k.Code, v.Title)}
	for _, words := range append(k.MoveWords(), k.PromotionWords()) {
		if words != "" {
			lines = append(lines, phrase.Term(words))
		}
	}
	if k.Freeze != "" {
		key, _ := v.KindByCode(k.Freeze)
		lines = append(lines, phrase.Of("It cannot move while its player has no %s.", phrase.Term(v.Kinds[key].Name)))
	}
	reply := c.answer(strings.Join(lines, "\n"))
	reply.Answer[0].Picture = &bot.Picture{Variant: v.ID(), Piece: k.Code}
	return reply, nil
}
