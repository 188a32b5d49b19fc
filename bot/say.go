package bot

import (
	"fmt"
	"slices"
	"time"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

const (
	// maxSaid is how many characters somebody says at once.
	maxSaid = 500
	// talkAfter is how long after its end one can still talk in a game.
	talkAfter = 24 * time.Hour
)

// say carries words to the opponent of a game who is not where they are said.
func say(c *call) (Reply, error) {
	text := cleanText(c.args.word("text"))
	if n := len([]rune(text)); n == 0 {
		return Reply{}, c.command.misused("")
	} else if n > maxSaid {
		return Reply{}, problem(Misunderstood, "One says at most %d characters at once, and this has %d.", maxSaid, n)
	}
	side, plays := c.game.side(c.me.ID)
	if !plays || c.game.study() {
		return Reply{}, problem(NotAllowed, "Only the two who play a game against each other talk in it. `game %d` tells who they are.", c.game.ID)
	}
	other, err := c.tx.Player(c.game.Seats[side.Other()].Player)
	switch {
	case err != nil:
		return Reply{}, err
	case other.absent():
		return Reply{}, problem(NotNow, "%s is no longer here.", c.game.name(side.Other()))
	case c.game.Over() && c.uptime.Beat.Sub(c.game.Result.At) > talkAfter:
		return Reply{}, problem(NotNow, "%s has been over for more than %s: there is no more talking in it.", phrase.Upper(gameNumber(c.game.ID)), spell(talkAfter))
	case other.blocks(c.me):
		return Reply{}, problem(NotAllowed, "%s does not want to hear from you.", c.game.name(side.Other()))
	case c.me.blocks(other):
		return Reply{}, problem(NotAllowed, "You have blocked %s. `unblock %s` ends that.", other.Name, other.Name)
	}
	words := fmt.Sprintf("%s, %s: %s", phrase.Upper(gameNumber(c.game.ID)), c.me.Name, text)
	notices := announce(c.game, []rules.Side{side.Other()}, words, nil)
	notices = slices.DeleteFunc(notices, c.heard)
	if len(notices) == 0 {
		return Reply{}, problem(NotNow, "%s reads what you write here, without the bot's help.", c.game.name(side.Other()))
	}
	return Reply{Answer: c.answer(phrase.Of("Said to %s.", c.game.name(side.Other()))).Answer, Notices: notices}, nil
}

// heard reports whether a message would go where the asker speaks, or to the asker alone.
func (c *call) heard(m Message) bool {
	return m.Room != (RoomID{}) && m.Room == c.request.Room || c.toMe(m)
}
