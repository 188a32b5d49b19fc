package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// decline refuses a challenge; a bare decline may answer an offer instead.
func decline(c *call) (bot.Reply, error) {
	if offer, err := c.meansOffer(); offer || err != nil {
		return c.answerQuestion(false)
	}
	ch, err := c.pending(bot.Challenge.IsTo)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.keepDecline(ch.From.Player); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s declines the challenge of %s.", c.me.Said(), ch.From.User.Said())
	return c.reply([]bot.Message{ch.From.Address().ChallengeMessage(ch, text)}, phrase.Of("You have declined challenge %d.", ch.ID)), c.drop(ch, bot.Declined)
}
