package action

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// WithOpen adds the open challenges that were made in this room. If the command names a person, it
// adds those made anywhere.
func WithOpen(c *Call, all []bot.Challenge) ([]bot.Challenge, error) {
	open, err := c.Tx.OpenChallenges(0)
	for _, ch := range open {
		unwelcome, err := Unwelcome(c, ch)
		if err != nil {
			return nil, err
		}
		if !unwelcome && !ch.IsFrom(c.Me.ID) && (c.Args.Word("name") != "" || ch.From.Room == c.Request.Room && ch.From.Room != (bot.RoomID{})) {
			all = append(all, ch)
		}
	}
	return all, err
}

// Expired reports whether a challenge has expired, even if no sweep has removed it yet.
func (c *Call) Expired(ch bot.Challenge) bool { return ch.Expires <= c.Uptime.Moment() }

// Challenges returns the challenges to and from the speaker, except those from people whom they
// have blocked. These stay hidden until they expire, as if the speaker had not answered.
func Challenges(c *Call) ([]bot.Challenge, error) {
	all, err := c.Tx.ChallengesOf(c.Me.ID)
	return slices.DeleteFunc(all, func(ch bot.Challenge) bool {
		from, unknown := c.Tx.Player(ch.From.Player)
		err = errors.Join(err, unknown)
		return ch.IsTo(c.Me.ID) && c.Me.Blocks(from)
	}), err
}

// MayKnow reports whether the speaker may know of a challenge: it is from or to them, open, or
// shown where they are.
func MayKnow(c *Call, ch bot.Challenge) bool {
	shown := ch.Open() || ch.Sight == bot.Shown || c.SeatVisibleHere(ch.From) || c.SeatVisibleHere(ch.To)
	return ch.MayAccept(c.Me.ID) || ch.IsTo(c.Me.ID) || ch.IsFrom(c.Me.ID) || !ch.Private() && shown
}

// Unwelcome reports whether a challenge is from somebody whom the speaker has blocked, or is an
// open one of another place's game. A challenge whose sender has blocked the speaker is listed like
// any other.
func Unwelcome(c *Call, ch bot.Challenge) (bool, error) {
	p, err := c.Tx.Player(ch.From.Player)
	return c.Me.Blocks(p) || ch.Open() && !ch.IsFrom(c.Me.ID) && KnownElsewhere(c, ch.Variant), err
}

// GameCount returns a number of games in words.
func GameCount(n int) phrase.Text { return phrase.Count(n, "%d game", "%d games") }
