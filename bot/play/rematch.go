package play

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/rules"
)

// rematch challenges the opponent of a finished game to another with the same terms and the
// colours swapped. If the opponent has asked for it already, the game begins.
func rematch(c *action.Call) (bot.Reply, error) {
	g, err := lastGame(c)
	if err != nil {
		return bot.Reply{}, err
	}
	side, plays := g.Side(c.Me.ID)
	if g.ID != 0 && !plays && !c.MaySee(g) {
		return bot.Reply{}, action.NotShown(g)
	}
	if !plays || !g.Over() || g.Imported {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You can ask for a rematch of a game of yours that is over. `games over` lists them.")
	}
	if err := action.CheckCurrent(c, g.Variant); err != nil {
		return bot.Reply{}, err
	}
	if g.Study() {
		return studyAgain(c, g)
	}
	opponent, err := c.Tx.Player(g.Seats[side.Other()].Player)
	if err != nil {
		return bot.Reply{}, err
	}
	if opponent.Absent() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Your opponent in %s is no longer here. `seek %s` asks for somebody else.", bot.GameNumber(g.ID), g.Variant)
	}
	ch := bot.Challenge{
		From: seat(c),
		Proposal: bot.Proposal{
			Variant: g.Variant,
			Colour:  map[rules.Side]bot.Colour{rules.White: bot.BlackSide, rules.Black: bot.WhiteSide}[side],
			Pace:    g.Pace,
			Rated:   g.Rated,
			Options: g.Options,
		},
		Expires: c.Uptime.Moment().Plus(challengeLife),
	}
	if g.Private() {
		ch.From.Room = bot.RoomID{}
	}
	crossing, err := crossing(c, ch, opponent)
	if err != nil {
		return bot.Reply{}, err
	}
	if crossing != 0 {
		c.Args.Game = crossing
		return accept(c)
	}
	return invite(c, ch, opponent)
}

// crossing returns the number of the opponent's open challenge to the same game as the asker's,
// or zero if there is none.
func crossing(c *action.Call, mine bot.Challenge, opponent bot.Player) (bot.GameID, error) {
	all, err := c.Tx.ChallengesOf(c.Me.ID)
	for _, ch := range all {
		if ch.IsTo(c.Me.ID) && ch.IsFrom(opponent.ID) && !c.Expired(ch) && ch.Variant == mine.Variant && ch.Pace == mine.Pace &&
			ch.Rated == mine.Rated && ch.Options == mine.Options && ch.Colour != mine.Colour && ch.Colour != bot.Random {
			return ch.ID, err
		}
	}
	return 0, err
}

// lastGame returns the game that the command names, or the asker's newest finished game, in this
// room if there is one. It returns a zero game if they have none.
func lastGame(c *action.Call) (bot.Game, error) {
	if c.Args.Game != 0 {
		return c.NamedGame()
	}
	mine, err := c.GamesOf(true)
	if at := slices.IndexFunc(mine, func(g bot.Game) bool { return g.ID == c.Request.ThreadOf }); at >= 0 {
		return mine[at], err
	}
	if here := bot.SeenIn(mine, c.Request.Room); len(here) > 0 {
		mine = here
	}
	if err != nil || len(mine) == 0 {
		return bot.Game{}, err
	}
	return mine[0], nil
}
