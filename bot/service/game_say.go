package service

import (
	"fmt"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

const (
	// maxSaid is the maximum length of one message, in characters.
	maxSaid = 500
	// talkAfter is how long players can still talk in a game after its end.
	talkAfter = 24 * time.Hour
)

// say sends a message to the opponent in a game, where the opponent does not already read what the asker writes.
func say(c *call) (bot.Reply, error) {
	text := bot.CleanText(c.args.Word("text"))
	if n := len([]rune(text)); n == 0 {
		return bot.Reply{}, c.command.Misused("")
	} else if n > maxSaid {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "One says at most %d characters at once, and this has %d.", maxSaid, n)
	}
	side, plays := c.game.Side(c.me.ID)
	if !plays || c.game.Study() {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only the two who play a game against each other talk in it. `game %d` tells who they are.", c.game.ID)
	}
	other, err := c.tx.Player(c.game.Seats[side.Other()].Player)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case other.Absent():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is no longer here.", c.game.Name(side.Other()))
	case c.game.Over() && c.uptime.Beat.Sub(c.game.Result.At) > talkAfter:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has been over for more than %s: there is no more talking in it.", phrase.Upper(bot.GameNumber(c.game.ID)), bot.Spell(talkAfter))
	case c.me.Blocks(other):
		return bot.Reply{}, blockedByYou(other)
	}
	words := fmt.Sprintf("%s, %s: %s", phrase.Upper(bot.GameNumber(c.game.ID)), c.me.Said(), text)
	notices := announce(c.game, []rules.Side{side.Other()}, words, nil)
	notices = slices.DeleteFunc(notices, c.heard)
	if len(notices) == 0 {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s reads what you write here, without the bot's help.", c.game.Name(side.Other()))
	}
	for _, seat := range c.game.Seats {
		barred, err := c.barredFrom(seat.Places(), c.me)
		if err != nil {
			return bot.Reply{}, err
		}
		if barred && slices.ContainsFunc(notices, func(m bot.Message) bool { return m.Room == seat.Room }) {
			return bot.Reply{}, youAreBarred()
		}
	}
	if other.Blocks(c.me) {
		notices = nil // the asker is not told, so as not to reveal the block
	}
	return bot.Reply{Answer: c.answer(phrase.Of("Said to %s.", c.game.Name(side.Other()))).Answer, Notices: notices}, nil
}

// heard reports whether a message would go to the place where the asker speaks, or only to the asker.
func (c *call) heard(m bot.Message) bool {
	return m.Room != (bot.RoomID{}) && m.Room == c.request.Room || c.toMe(m)
}
