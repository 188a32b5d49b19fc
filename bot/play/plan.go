package play

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Limits of a plan: its lines, and the plies in each.
const (
	maxPlanLines = 40
	maxPlanPlies = 20
)

// answerAsPlanned plays the answer that the player to move has planned to the move just played.
// text announces the answer. If the plan has none, it lapses and more tells the player so.
func answerAsPlanned(c *action.Call, g *bot.Game, record *rules.Game) (text phrase.Text, more []bot.Message, err error) {
	seat := g.Seats[g.Turn]
	plan, err := c.Tx.Plan(g.ID, seat.Player)
	if err != nil || len(plan.Lines) == 0 || record.Outcome().Over() {
		return "", nil, err
	}
	played := record.PositionAt(record.Ply() - 1).Text(record.Moves()[record.Ply()-1])
	reply, rest, ok := plan.Answer(played)
	if err := c.Tx.PutPlan(rest); err != nil {
		return "", nil, err
	}
	if !ok {
		lapsed := phrase.Of("You had planned nothing for %s in %s, so your plan has lapsed.", played, bot.GameNumber(g.ID))
		return "", []bot.Message{bot.Address{User: seat.User}.GameMessage(*g, lapsed)}, nil
	}
	m, err := record.Position().ReadText(reply)
	if err != nil {
		return "", nil, fmt.Errorf("plan of player %d in game %d: %w", seat.Player, g.ID, err)
	}
	text = " " + phrase.Of("%s has planned the answer: %s.", seat.User.Said(), Describe(record.Position(), m))
	return text, nil, play(c, g, record, m, true)
}

// forgetPlans deletes both players' plans in a game.
func forgetPlans(c *action.Call, g bot.Game) error {
	for _, seat := range g.Seats {
		if err := c.Tx.PutPlan(bot.Plan{Game: g.ID, Player: seat.Player}); err != nil {
			return err
		}
	}
	return nil
}

// showPlan shows the asker's plan, or deletes it or its lines against one move.
func showPlan(c *action.Call) (bot.Reply, error) {
	plan, err := c.Tx.Plan(c.Game.ID, c.Me.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Word("what") != "clear" {
		return tellPlan(c, plan), nil
	}
	against := c.Args.Word("move")
	if against == "" {
		plan.Lines = nil
		return tellPlan(c, plan), c.Tx.PutPlan(plan)
	}
	move, err := ReadMove(c, against, "plan", "clear")
	if err != nil {
		return bot.Reply{}, err
	}
	plan.Lines = slices.DeleteFunc(plan.Lines, func(line []string) bool { return line[0] == move })
	return tellPlan(c, plan), c.Tx.PutPlan(plan)
}

// tellPlan returns a reply with a plan that only the asker sees.
func tellPlan(c *action.Call, plan bot.Plan) bot.Reply {
	lines := []phrase.Text{phrase.Of("You have planned nothing in %s.", bot.GameNumber(c.Game.ID))}
	if len(plan.Lines) > 0 {
		lines[0] = phrase.Of("You have planned in %s; `plan %d clear` forgets it:", bot.GameNumber(c.Game.ID), c.Game.ID)
	}
	for _, line := range plan.Lines {
		words := ""
		for i, move := range line {
			words += []string{" if ", " then "}[i%2] + move
		}
		lines = append(lines, phrase.Said(strings.TrimSpace(words)))
	}
	m := c.Message(bot.Private, phrase.Join(lines, "\n"))
	m.Game = c.Game.ID
	return bot.Reply{Answer: []bot.Message{m}}
}
