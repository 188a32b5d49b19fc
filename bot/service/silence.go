package service

import (
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// What a player can do about a silent opponent in a game without a clock.
const (
	// nudgeAgain is the time between two nudges.
	nudgeAgain = 24 * time.Hour
	// silence is how long an opponent must have been silent before the game
	// can be claimed, and nudgeBefore how long they must have been nudged.
	silence     = 14 * 24 * time.Hour
	nudgeBefore = 3 * 24 * time.Hour
)

// nudge asks a silent opponent to move.
func nudge(c *call) (bot.Reply, error) {
	g := c.game
	now := c.uptime.Moment()
	switch {
	case g.Turn == c.side:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "It is your own move in %s.", bot.GameNumber(g.ID))
	case g.Deadline != 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "In %s the clock does that: %s has until %s.", bot.GameNumber(g.ID), g.Name(g.Turn), bot.Timestamp(c.uptime.Calendar(g.Deadline)))
	}
	last := max(g.Since, g.Nudged)
	if last.Until(now) < nudgeAgain {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has been to move or was nudged within a day. You may from %s on.",
			g.Name(g.Turn), bot.Timestamp(c.uptime.Calendar(last.Plus(nudgeAgain))))
	}
	opponent, err := c.tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return bot.Reply{}, err
	}
	if opponent.Blocks(c.me) {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s does not want to be nudged by you. `claim %d` ends the game after %s of silence.", g.Name(g.Turn), g.ID, bot.Spell(silence))
	}
	g.Nudged = now
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.Nudged, "")); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s, %s asks you to move in %s.", g.Name(g.Turn), g.Name(c.side), g.Summary())
	return c.done(g, []bot.Message{c.place(g, g.Turn, text)}, phrase.Of("You have nudged %s.", g.Name(g.Turn))), nil
}

// claim ends a game that its opponent has left, or, for the player to move,
// claims a draw by the rules.
func claim(c *call) (bot.Reply, error) {
	g := c.game
	if g.Turn == c.side {
		return claimDraw(c)
	}
	now := c.uptime.Moment()
	silent := g.Name(g.Turn)
	opponent, err := c.tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case g.Deadline != 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "In %s the clock decides: %s has until %s.", bot.GameNumber(g.ID), silent, bot.Timestamp(c.uptime.Calendar(g.Deadline)))
	case g.Since.Until(now) < silence:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "A game without a clock can be claimed when the opponent has been silent for %s; %s will have been on %s.",
			bot.Spell(silence), silent, bot.Timestamp(c.uptime.Calendar(g.Since.Plus(silence))))
	case opponent.Blocks(c.me): // who cannot be nudged
	case g.Nudged == 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Give %s a last chance: `nudge %d`, and claim the game %s later.", silent, g.ID, bot.Spell(nudgeBefore))
	case g.Nudged.Until(now) < nudgeBefore:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has been nudged; you can claim the game from %s on.", silent, bot.Timestamp(c.uptime.Calendar(g.Nudged.Plus(nudgeBefore))))
	}
	text := phrase.Of("%s: %s has been silent for %s, and %s claims the game.", phrase.Upper(bot.GameNumber(g.ID)), silent, bot.Spell(g.Since.Until(now)), g.Name(c.side))
	if g.Moves < 2 {
		return c.end(g, bot.Result{Reason: bot.NeverBegun, Aborted: true}, text)
	}
	winner := c.side
	return c.end(g, bot.Result{Reason: bot.BySilence, Winner: &winner}, text)
}

// rematch challenges the opponent of a game that is over to another, with the
// colours swapped and all else alike.
func rematch(c *call) (bot.Reply, error) {
	g, err := c.lastGame()
	if err != nil {
		return bot.Reply{}, err
	}
	side, plays := g.Side(c.me.ID)
	if !plays || !g.Over() || g.Imported {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You can ask for a rematch of a game of yours that is over. `games over` lists them.")
	}
	if g.Study() {
		return studyAgain(c, g)
	}
	opponent, err := c.tx.Player(g.Seats[side.Other()].Player)
	if err != nil {
		return bot.Reply{}, err
	}
	if opponent.Absent() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Your opponent in %s is no longer here. `seek %s` asks for somebody else.", bot.GameNumber(g.ID), g.Variant)
	}
	ch := bot.Challenge{
		From:    c.seat(),
		Variant: g.Variant,
		Colour:  map[rules.Side]bot.Colour{rules.White: bot.BlackSide, rules.Black: bot.WhiteSide}[side],
		Pace:    g.Pace,
		Rated:   g.Rated,
		Options: g.Options,
		Expires: c.uptime.Moment().Plus(challengeLife),
	}
	if g.Private() {
		ch.From.Room = bot.RoomID{}
	}
	crossing, err := c.crossing(ch, opponent)
	if err != nil {
		return bot.Reply{}, err
	}
	if crossing != 0 {
		c.args.Game = crossing
		return accept(c)
	}
	return c.invite(ch, opponent)
}

// crossing returns the challenge of an opponent that asks for the very game that one's own asks for.
func (c *call) crossing(mine bot.Challenge, opponent bot.Player) (bot.GameID, error) {
	all, err := c.tx.ChallengesOf(c.me.ID)
	for _, ch := range all {
		if ch.IsTo(c.me.ID) && ch.IsFrom(opponent.ID) && !c.expired(ch) && ch.Variant == mine.Variant && ch.Pace == mine.Pace &&
			ch.Rated == mine.Rated && ch.Options == mine.Options && ch.Colour != mine.Colour && ch.Colour != bot.Random {
			return ch.ID, err
		}
	}
	return 0, err
}

// lastGame returns the game named, or the newest of the speaker's that is
// over, in this room if there is one.
func (c *call) lastGame() (bot.Game, error) {
	if c.args.Game != 0 {
		return c.namedGame()
	}
	mine, err := c.gamesOf(true)
	if here := seenIn(mine, c.request.Room); len(here) > 0 {
		mine = here
	}
	if err != nil || len(mine) == 0 {
		return bot.Game{}, err
	}
	return mine[0], nil
}
