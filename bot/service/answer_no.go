package service

import "raumbot/bot"

// sayNo answers the open question with no.
func sayNo(c *call) (bot.Reply, error) { return c.answerQuestion(false) }
