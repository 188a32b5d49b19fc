package service

import "raumbot/bot"

// sayNo says no to a question.
func sayNo(c *call) (bot.Reply, error) { return c.answerQuestion(false) }
