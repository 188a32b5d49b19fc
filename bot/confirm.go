package bot

import (
	"fmt"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// preview shows a move to the player alone before it is final. Nothing of it
// is kept: the button gives the whole move again, with the mark that ends hesitation.
func (c *call) preview(p *rules.Position, m rules.Move) Reply {
	text := p.Text(m)
	play := Button{Label: phrase.Of("Play it"), Command: fmt.Sprintf("move %d %s!", c.game.ID, text)}
	message := c.message(Private, phrase.Of("This is %s after %s. Nothing is played yet: `%s` plays it.",
		gameNumber(c.game.ID), p.Words(m, phrase.Of), play.Command), play, Button{Label: phrase.Of("Another move"), Command: fmt.Sprintf("pick %d", c.game.ID)})
	message.Game = c.game.ID
	message.Picture = &Picture{Game: c.game.ID, Ply: c.game.Moves, Line: []string{text}, Side: c.viewpoint()}
	return Reply{Answer: []Message{message}}
}

// setConfirm says or sets whether the player sees moves before they are final.
func setConfirm(c *call) (Reply, error) {
	word := c.args.word("when")
	if word != "" {
		c.me.Confirms = word == "on"
		if err := c.tx.PutPlayer(c.me); err != nil {
			return Reply{}, err
		}
	}
	if c.me.Confirms {
		return c.answer(phrase.Of("You see each move of yours before it is final; one that ends in `!` is final at once. `confirm off` changes that.")), nil
	}
	return c.answer(phrase.Of("Your moves are final at once. `confirm on` lets you see each before it is.")), nil
}
