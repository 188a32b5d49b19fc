package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// yesToWhich is the command that a yes to a question with several answers carries out.
const yesToWhich = "chat which"

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
		reply := c.answer(phrase.Of("Yes to which? Say it in the words of the command, such as `accept`; `games` shows what waits for you."))
		reply.Answer[0].Yes = yesToWhich
		return reply, nil
	case "game":
		return c.answer(phrase.Of("Thanks! `games` shows what is going on.")), nil
	}
	return c.answer(phrase.Of("I'm a chess bot and no great talker. `start` shows what we can do.")), nil
}
