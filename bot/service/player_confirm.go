package service

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// preview shows a move to the player only, before it is final. Nothing is stored: the button repeats the whole move,
// with the `!` that skips the preview.
func (c *call) preview(p *rules.Position, m rules.Move) bot.Reply {
	text := p.Text(m)
	play := bot.Button{Label: phrase.Of("Play it"), Command: fmt.Sprintf("move %d %s!", c.game.ID, text)}
	shown := phrase.Of("This is %s after %s. Nothing is played yet: `%s` plays it.", bot.GameNumber(c.game.ID), p.Words(m, phrase.Of), play.Command)
	if c.args.Word("offer") != "" {
		play = bot.Button{Label: phrase.Of("Play it and offer a draw"), Command: play.Command + " draw"}
		shown = phrase.Of("This is %s after %s. Nothing is played yet: `%s` plays it and offers a draw.", bot.GameNumber(c.game.ID), p.Words(m, phrase.Of), play.Command)
	}
	message := c.message(bot.Private, shown, play, bot.Button{Label: phrase.Of("Another move"), Command: fmt.Sprintf("pick %d", c.game.ID)})
	message.Game = c.game.ID
	message.Picture = &bot.Picture{Game: c.game.ID, Ply: c.game.Moves, Line: []string{text}, Side: c.viewpoint()}
	return asking(bot.Reply{Answer: []bot.Message{message}})
}

// setConfirm shows or sets whether the player sees moves before they are final.
func setConfirm(c *call) (bot.Reply, error) {
	word := c.args.Word("when")
	if q, asked, err := c.question(); err != nil {
		return bot.Reply{}, err
	} else if word == "" && asked && q.yes != "" {
		return c.answerQuestion(true)
	}
	if word != "" {
		c.me.Confirms = word == "on"
		if err := c.tx.PutPlayer(c.me); err != nil {
			return bot.Reply{}, err
		}
	}
	if c.me.Confirms {
		return c.answer(phrase.Of("You see each move of yours before it is final; one that ends in `!` is final at once. `confirm off` changes that.")), nil
	}
	return c.answer(phrase.Of("Your moves are final at once. `confirm on` lets you see each before it is.")), nil
}
