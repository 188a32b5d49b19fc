package service

import (
	"errors"
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// variantWith returns the game that a question about a piece is about: the one of the command, that is being played here, or the room's usual one if
// it has the piece, else the only one that has it. If several have, it asks which.
func (c *call) variantWith(piece string) (*rules.Variant, error) {
	v, err := c.playedVariant()
	if c.args.Variant != nil || err == nil && len(v.KindsNamed(piece)) > 0 || err != nil && !errors.As(err, new(*bot.Problem)) {
		return v, err
	}
	var having []*rules.Variant
	for _, other := range c.variants() {
		if len(other.KindsNamed(piece)) > 0 {
			having = append(having, other)
		}
	}
	switch len(having) {
	case 0:
		return v, err
	case 1:
		return having[0], nil
	}
	return nil, c.whichVariant(having)
}

// explainPiece says how a piece moves, with a diagram.
func explainPiece(c *call) (bot.Reply, error) {
	word := c.args.Word("name")
	v, err := c.variantWith(word)
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
