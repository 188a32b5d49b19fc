package service

import (
	"context"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// hint shows the player to move the engine's best move, in a game against the computer or in a study.
func hint(c *call) (bot.Reply, error) {
	g, err := c.gameForEngine(func(g bot.Game) bool { return engineHelps(g) && g.Seats[g.Turn].Player == c.me.ID }, errNoEngine())
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case g.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over: %s. `evaluate %d` tells what the engine thinks of it.", phrase.Upper(bot.GameNumber(g.ID)), c.resultWords(g), g.ID)
	case !engineHelps(g):
		return bot.Reply{}, errNoEngine()
	case !g.Has(c.me.ID):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only the player of %s can get hints in it.", bot.GameNumber(g.ID))
	case g.Seats[g.Turn].Player != c.me.ID:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "It is not your turn in %s: %s is to move.", bot.GameNumber(g.ID), g.Name(g.Turn))
	}
	record, err := c.borrow(g.Moves)
	if err != nil {
		return bot.Reply{}, err
	}
	if record.Position().Status().Finished() {
		return bot.Reply{}, errNoMove(g)
	}
	if err := c.fairPlay(record, g.Moves); err != nil {
		return bot.Reply{}, err
	}
	c.deliberate = func(ctx context.Context) ([]bot.Message, error) {
		info, err := c.consult(ctx, record, 1)
		if err == nil {
			err = c.stillFair(ctx, record)
		}
		if err != nil {
			return nil, err
		}
		p := record.Position()
		best, ok := info.Best()
		if !ok {
			return nil, errNoMove(g)
		}
		text := phrase.Of("%s: I would play %s.", phrase.Upper(bot.GameNumber(g.ID)), p.Words(best, phrase.Of)) + " " + judgement(info.Lines[0].Score, p.Turn())
		m := c.message(bot.Private, text, bot.Button{Label: phrase.Of("Play %s", p.Text(best)), Command: commandText("pick", g.ID.String(), p.Text(best))})
		m.Game = g.ID
		m.Picture = &bot.Picture{Game: g.ID, Ply: g.Moves, Line: []string{p.Text(best)}, Side: c.viewpoint()}
		return []bot.Message{m}, nil
	}
	return bot.Reply{}, nil
}

// errNoEngine returns the error for asking for the engine's help in an ongoing game between people.
func errNoEngine() error {
	return bot.Problemf(bot.NotAllowed, "The engine gives no help in ongoing games between people. `hint` works in games against the computer and in studies.")
}

// errNoMove returns the error for a position without a legal move to suggest.
func errNoMove(g bot.Game) error {
	return bot.Problemf(bot.NotNow, "There is no move to play in %s: the position is decided.", bot.GameNumber(g.ID))
}
