package service

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// cancel withdraws a challenge.
func cancel(c *call) (bot.Reply, error) {
	if q, asked, err := c.question(); err != nil {
		return bot.Reply{}, err
	} else if asked && q.yes != "" && c.args.Game == 0 && c.args.Word("name") == "" {
		return c.answerQuestion(false) // it is about the question, not about a challenge
	}
	ch, err := c.pending(bot.Challenge.IsFrom)
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s withdraws the challenge to %s.", c.me.Said(), ch.Opponent())
	other := ch.To
	if ch.Open() {
		other = ch.From
	}
	notices, err := c.unaddressed(other.Player, other.Address().ChallengeMessage(ch, text))
	if err != nil {
		return bot.Reply{}, err
	}
	return c.reply(notices, phrase.Of("You have withdrawn challenge %d.", ch.ID)), c.drop(ch, bot.Withdrawn)
}

// drop deletes a challenge that has not become a game, and logs why.
func (c *call) drop(ch bot.Challenge, why bot.Lapse) error {
	return errors.Join(c.tx.DeleteChallenge(ch.ID), c.addEntry(ch.ID, bot.Entry{What: bot.Ended, Lapse: why}))
}
