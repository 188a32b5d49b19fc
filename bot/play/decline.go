package play

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// decline refuses a challenge. A bare decline may answer an offer instead.
func decline(c *action.Call) (bot.Reply, error) {
	if offer, err := c.MeansOffer(); offer || err != nil {
		return c.AnswerOffer(false)
	}
	ch, err := pending(c, toDecline)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := recordDecline(c, c.Me, bot.Decline{From: ch.From.Player, Guest: ch.ByGuest()}); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s declines the challenge of %s.", c.Me.Said(), ch.From.User.Said())
	return c.Reply([]bot.Message{ch.From.Address().ChallengeMessage(ch, text)}, phrase.Of("You have declined challenge %d.", ch.ID)), DropChallenge(c, ch, bot.Declined)
}
