package coach

import (
	"context"
	"fmt"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/engine"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

const (
	// bestLines is how many lines an evaluation shows, and lineLength how many plies of each.
	bestLines  = 3
	lineLength = 5
)

// evaluate shows the engine's best lines in a position of a study or of a finished game.
func evaluate(c *action.Call) (bot.Reply, error) {
	g, err := gameForEngine(c, func(g bot.Game) bool { return g.Over() || g.Study() },
		bot.Problemf(bot.NotNow, "You have no finished game and no study to evaluate. `study` begins one; `games over` lists your finished games."))
	if err != nil {
		return bot.Reply{}, err
	}
	at := g.Moves
	_, computer := g.Computer()
	switch n := c.Args.Number("at"); {
	case !g.Over() && computer:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not over yet. Only finished games and studies can be evaluated; `hint` works in your own games against the computer.", phrase.Upper(bot.GameNumber(g.ID)))
	case !g.Over() && !g.Study():
		return bot.Reply{}, errNoEngine()
	case n > g.Moves && g.Moves == 0:
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s has no moves yet: `evaluate %d` shows its start.", phrase.Upper(bot.GameNumber(g.ID)), g.ID)
	case n > g.Moves:
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s has %s, counting both sides. `evaluate %d at %d` shows the last.",
			phrase.Upper(bot.GameNumber(g.ID)), phrase.Count(g.Moves, "%d move", "%d moves"), g.ID, g.Moves)
	case c.Args.Word("at") != "":
		at = n
	}
	if err := NotReopened(c, g); err != nil {
		return bot.Reply{}, err
	}
	record, err := copyRecord(c, at)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := FairPlay(c, record, at); err != nil {
		return bot.Reply{}, err
	}
	c.Deliberate(func(ctx context.Context) ([]bot.Message, error) {
		info, err := advise(c, ctx, record, bestLines)
		if err == nil {
			err = stillFair(c, ctx, record)
		}
		if err != nil {
			return nil, err
		}
		when := phrase.Of("after move %d of %d, counting both sides, %s to move.", at, g.Moves, record.Position().Turn())
		if at == 0 {
			when = phrase.Of("at the start, %s to move.", record.Position().Turn())
		}
		m := c.Message(bot.Private, phrase.Upper(bot.GameNumber(g.ID))+", "+when)
		m.Game = g.ID
		if len(info.Lines) == 0 {
			m.Text += " " + phrase.Upper(phrase.Term(record.Position().Status().String())) + "."
		} else if err := showLines(c, ctx, &m, record, info); err != nil {
			return nil, err
		}
		m.Buttons = evaluateBeside(c, at)
		return []bot.Message{m}, nil
	})
	return bot.Reply{}, nil
}

// showLines adds the engine's lines to a message, and a picture of the best move.
func showLines(c *action.Call, ctx context.Context, m *bot.Message, record *rules.Game, info engine.Info) error {
	p := record.Position()
	m.Text += " " + judgement(info.Lines[0].Score, p.Turn())
	var lines []phrase.Text
	err := c.Bot.Store.View(ctx, func(tx bot.Tx) error {
		c.Renew(tx)
		lines, m.Picture = nil, nil
		for _, line := range info.Lines {
			shown, err := cutLine(c, p, line.Moves[:min(lineLength, len(line.Moves))], 0)
			if err != nil {
				return err
			}
			if len(shown) == 0 {
				continue // its first move leads to a position like that of an ongoing game
			}
			lines = append(lines, phrase.Sprintf("%d. %s  %s", len(lines)+1, figure(line.Score, p.Turn()), lineWords(p, shown, lineLength)))
			if m.Picture == nil {
				m.Picture = &bot.Picture{Game: c.Game.ID, Ply: record.Ply(), Line: []string{p.Text(shown[0])}, Side: c.Viewpoint()}
			}
		}
		return nil
	})
	if len(lines) > 0 {
		m.Text += "\n" + phrase.Join(lines, "\n") + "\n" + phrase.Of("Figures are in Pawns, + for White, and # is a forced win in so many moves. The engine looked %d plies deep.", info.Depth)
	}
	return err
}

// evaluateBeside returns the buttons that evaluate the positions one move before and after.
func evaluateBeside(c *action.Call, at int) (buttons []bot.Button) {
	if at > 1 {
		buttons = append(buttons, bot.Button{Label: phrase.Of("Back"), Command: fmt.Sprintf("evaluate %d at %d", c.Game.ID, at-1)})
	}
	if at < c.Game.Moves {
		buttons = append(buttons, bot.Button{Label: phrase.Of("Forward"), Command: fmt.Sprintf("evaluate %d at %d", c.Game.ID, at+1)})
	}
	return buttons
}
