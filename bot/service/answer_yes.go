package service

import "raumbot/bot"

// sayYes says yes to a question.
func sayYes(c *call) (bot.Reply, error) { return c.answerQuestion(true) }
