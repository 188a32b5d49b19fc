package service

import (
	"raumbot/bot"
	"raumbot/rules"
)

// rematch challenges the opponent of a finished game to another with the same terms
// and colours swapped. If the opponent has already asked for it, the game begins.
func rematch(c *call) (bot.Reply, error) {
	g, err := c.lastGame()
	if err != nil {
		return bot.Reply{}, err
	}
	side, plays := g.Side(c.me.ID)
	if !plays || !g.Over() || g.Imported {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You can ask for a rematch of a game of yours that is over. `games over` lists them.")
	}
	if err := c.current(g.Variant); err != nil {
		return bot.Reply{}, err
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
		From: c.seat(),
		Proposal: bot.Proposal{
			Variant: g.Variant,
			Colour:  map[rules.Side]bot.Colour{rules.White: bot.BlackSide, rules.Black: bot.WhiteSide}[side],
			Pace:    g.Pace,
			Rated:   g.Rated,
			Options: g.Options,
		},
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

// crossing returns the number of an opponent's open challenge for the same game as the asker's; zero if there is none.
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

// lastGame returns the game named, or the speaker's newest finished game, in this
// room if there is one; a zero game if they have none.
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
