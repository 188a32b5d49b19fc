package service

import (
	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// chat answers small talk with a friendly line.
func chat(c *call) (bot.Reply, error) {
	switch c.args.Word("about") {
	case "thanks":
		return c.answer(phrase.Of("You're welcome!")), nil
	case "bye":
		return c.answer(phrase.Of("See you! Your games wait for you here.")), nil
	case "nothing":
		return c.answer(phrase.Of("All right, nothing has changed.")), nil
	case "which":
		reply := c.answer(phrase.Of("Yes to what? Say the command itself, such as `accept`; `games` shows what waits for you."))
		reply.Answer[0].Yes = command.AskWhich
		return reply, nil
	case "game":
		return c.answer(phrase.Of("Thanks! `games` shows what is going on.")), nil
	}
	return c.answer(phrase.Of("I'm a chess bot and no great talker. `start` shows what we can do.")), nil
}
