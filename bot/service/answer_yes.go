package service

import "raumbot/bot"

// sayYes answers the open question with yes.
func sayYes(c *call) (bot.Reply, error) { return c.answerQuestion(true) }
