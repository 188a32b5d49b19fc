package play

import (
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

const (
	// maxSaid is the maximum length of one message, in characters.
	maxSaid = 500
	// talkAfter is how long players can still talk in a game after its end.
	talkAfter = 24 * time.Hour
)

// say sends a message to the opponent in a game, unless the opponent already reads what the asker
// writes.
func say(c *action.Call) (bot.Reply, error) {
	text := bot.CleanText(c.Args.Word("text"))
	if n := len([]rune(text)); n == 0 {
		return bot.Reply{}, c.Command.Misused("")
	} else if n > maxSaid {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "One says at most %d characters at once, and this has %d.", maxSaid, n)
	}
	side, plays := c.Game.Side(c.Me.ID)
	if !plays || c.Game.Study() {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only the two who play a game against each other talk in it. `game %d` tells who they are.", c.Game.ID)
	}
	other, err := c.Tx.Player(c.Game.Seats[side.Other()].Player)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case other.Absent():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is no longer here.", c.Game.Name(side.Other()))
	case c.Game.Over() && c.Uptime.Beat.Sub(c.Game.Result.At) > talkAfter:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has been over for more than %s: there is no more talking in it.", phrase.Upper(bot.GameNumber(c.Game.ID)), bot.DurationWords(talkAfter))
	case c.Me.Blocks(other):
		return bot.Reply{}, BlockedByYou(other)
	}
	words := phrase.Sprintf("%s, %s: %s", phrase.Upper(bot.GameNumber(c.Game.ID)), c.Me.Said(), text)
	notices := bot.Awaiting(action.Announce(c.Game, []rules.Side{side.Other()}, words, nil)...)
	notices = slices.DeleteFunc(notices, func(m bot.Message) bool { return readsAlready(c, m) })
	if len(notices) == 0 {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s reads what you write here, without the bot's help.", c.Game.Name(side.Other()))
	}
	for _, seat := range c.Game.Seats {
		barred, err := action.BarredFrom(c, seat.Places(), c.Me)
		if err != nil {
			return bot.Reply{}, err
		}
		if barred && slices.ContainsFunc(notices, func(m bot.Message) bool { return m.Room == seat.Room }) {
			return bot.Reply{}, action.ErrBarred()
		}
	}
	if other.Blocks(c.Me) {
		notices = nil // the asker is not told, so as not to reveal the block
	}
	return bot.Reply{Answer: c.Answer(phrase.Of("Said to %s.", c.Game.Name(side.Other()))).Answer, Notices: notices}, nil
}

// readsAlready reports whether a message would go to the place where the asker speaks, or only to
// the asker.
func readsAlready(c *action.Call, m bot.Message) bool {
	return m.Room != (bot.RoomID{}) && m.Room == c.Request.Room || c.ToMe(m)
}
