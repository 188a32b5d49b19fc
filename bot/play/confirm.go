package play

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// preview shows a move to the player only, before it is final. Nothing is stored: the button
// sends the whole move, with the `!` that skips the preview.
func preview(c *action.Call, p *rules.Position, m rules.Move) bot.Reply {
	text := p.Text(m)
	play := bot.Button{Label: phrase.Of("Play it"), Command: fmt.Sprintf("move %d %s!", c.Game.ID, text)}
	shown := phrase.Of("This is %s after %s. Nothing is played yet: `%s` plays it.", bot.GameNumber(c.Game.ID), Describe(p, m), play.Command)
	if c.Args.Word("offer") != "" {
		play = bot.Button{Label: phrase.Of("Play it and offer a draw"), Command: play.Command + " draw"}
		shown = phrase.Of("This is %s after %s. Nothing is played yet: `%s` plays it and offers a draw.", bot.GameNumber(c.Game.ID), Describe(p, m), play.Command)
	}
	message := c.Message(bot.Private, shown, play, bot.Button{Label: phrase.Of("Another move"), Command: fmt.Sprintf("pick %d", c.Game.ID)})
	message.Game, message.Men = c.Game.ID, []bot.NamedMan{Mover(p, m)}
	message.Picture = &bot.Picture{Game: c.Game.ID, Ply: c.Game.Moves, Line: []string{text}, Side: c.Viewpoint()}
	return action.ConfirmByYes(bot.Reply{Answer: []bot.Message{message}})
}

// setConfirm turns the preview of moves on or off for the asker, or says which it is.
func setConfirm(c *action.Call) (bot.Reply, error) {
	word := c.Args.Word("when")
	if word != "" {
		on := word == "on"
		c.Me.Confirms = &on
		if err := c.Tx.PutPlayer(c.Me); err != nil {
			return bot.Reply{}, err
		}
	}
	if c.Me.Confirms == nil {
		return c.Answer(phrase.Of("In chats your moves are final at once, and in a browser you see each before it is. `confirm on` shows each first everywhere, `confirm off` none.")), nil
	}
	if c.Me.Previews(false) {
		return c.Answer(phrase.Of("You see each move of yours before it is final; one that ends in `!` is final at once. `confirm off` changes that.")), nil
	}
	return c.Answer(phrase.Of("Your moves are final at once. `confirm on` lets you see each before it is.")), nil
}

// confirms returns the current value of the parameter of confirm.
func confirms(c *action.Call) map[string]string {
	if c.Me.Confirms == nil {
		return nil
	}
	return map[string]string{"when": action.OnOff(*c.Me.Confirms)}
}
