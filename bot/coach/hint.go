package coach

import (
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
)

// hint shows the engine's best move to the player to move, in a game against the computer or in a
// study.
func hint(c *action.Call) (bot.Reply, error) {
	g, err := gameForEngine(c, func(g bot.Game) bool { return play.EngineHelps(g) && g.Seats[g.Turn].Player == c.Me.ID }, errNoEngine())
	none := (*bot.Problem)(nil)
	switch {
	case errors.As(err, &none) && none.Kind == bot.Unknown && c.Args.Game == 0:
		return bot.Reply{}, action.ErrNoGame()
	case err != nil:
		return bot.Reply{}, err
	case c.Args.Game == 0 && (g.Over() || !g.Has(c.Me.ID)):
		return bot.Reply{}, action.ErrNoGame()
	case g.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over: %s. `evaluate %d` tells what the engine thinks of it.", phrase.Upper(bot.GameNumber(g.ID)), c.ResultWords(g), g.ID)
	case !play.EngineHelps(g):
		return bot.Reply{}, errNoEngine()
	case !g.Has(c.Me.ID):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only the player of %s can get hints in it.", bot.GameNumber(g.ID))
	case g.Seats[g.Turn].Player != c.Me.ID:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "It is not your turn in %s: %s is to move.", bot.GameNumber(g.ID), g.Name(g.Turn))
	}
	record, err := copyRecord(c, g.Moves)
	if err != nil {
		return bot.Reply{}, err
	}
	if record.Position().Status().Finished() {
		return bot.Reply{}, errNoMove(g)
	}
	if err := FairPlay(c, record, g.Moves); err != nil {
		return bot.Reply{}, err
	}
	c.Deliberate(func(ctx context.Context) ([]bot.Message, error) {
		info, err := advise(c, ctx, record, 1)
		if err == nil {
			err = stillFair(c, ctx, record)
		}
		if err != nil {
			return nil, err
		}
		p := record.Position()
		best, ok := info.Best()
		if !ok {
			return nil, errNoMove(g)
		}
		text := phrase.Of("%s: I would play %s.", phrase.Upper(bot.GameNumber(g.ID)), play.Describe(p, best)) + " " + judgement(info.Lines[0].Score, p.Turn())
		m := c.Message(bot.Private, text, bot.Button{Label: phrase.Of("Play it"), Command: action.CommandText("move", g.ID.String(), p.Text(best)+"!")})
		m.Yes = m.Buttons[0].Command
		m.Game, m.Men = g.ID, []bot.NamedMan{play.Mover(p, best)}
		m.Picture = &bot.Picture{Game: g.ID, Ply: g.Moves, Line: []string{p.Text(best)}, Side: c.Viewpoint()}
		return []bot.Message{m}, nil
	})
	return bot.Reply{}, nil
}

// errNoEngine returns the error for asking for the engine's help in an ongoing game between
// people.
func errNoEngine() error {
	return bot.Problemf(bot.NotAllowed, "The engine gives no help in ongoing games between people. `hint` works in games against the computer and in studies.")
}

// errNoMove returns the error for a position without a legal move to suggest.
func errNoMove(g bot.Game) error {
	return bot.Problemf(bot.NotNow, "There is no move to play in %s: the position is decided.", bot.GameNumber(g.ID))
}
