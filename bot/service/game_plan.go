package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// The limits of a plan: how many lines, and how many plies in each.
const (
	maxPlanLines = 40
	maxPlanPlies = 20
)

// answerAsPlanned plays the answer that the player to move has planned for the move just
// played. text announces it; more tells the player if their plan has lapsed instead.
func (c *call) answerAsPlanned(g *bot.Game, record *rules.Game) (text string, more []bot.Message, err error) {
	seat := g.Seats[g.Turn]
	plan, err := c.tx.Plan(g.ID, seat.Player)
	if err != nil || len(plan.Lines) == 0 || record.Outcome().Over() {
		return "", nil, err
	}
	played := record.PositionAt(record.Ply() - 1).Text(record.Moves()[record.Ply()-1])
	reply, rest, ok := plan.Answer(played)
	if err := c.tx.PutPlan(rest); err != nil {
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
	text = " " + phrase.Of("%s has planned the answer: %s.", seat.User.Said(), record.Position().Words(m, phrase.Of))
	return text, nil, c.play(g, record, m, true)
}

// forgetPlans deletes both players' plans in a game.
func (c *call) forgetPlans(g bot.Game) error {
	for _, seat := range g.Seats {
		if err := c.tx.PutPlan(bot.Plan{Game: g.ID, Player: seat.Player}); err != nil {
			return err
		}
	}
	return nil
}

// showPlan shows the player's plan, or deletes it or its lines against one move.
func showPlan(c *call) (bot.Reply, error) {
	plan, err := c.tx.Plan(c.game.ID, c.me.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.args.Word("what") != "clear" {
		return c.tellPlan(plan), nil
	}
	against := c.args.Word("move")
	if against == "" {
		plan.Lines = nil
		return c.tellPlan(plan), c.tx.PutPlan(plan)
	}
	move, err := c.readMove(against, "plan", "clear")
	if err != nil {
		return bot.Reply{}, err
	}
	plan.Lines = slices.DeleteFunc(plan.Lines, func(line []string) bool { return line[0] == move })
	return c.tellPlan(plan), c.tx.PutPlan(plan)
}

// tellPlan returns a reply with the plan that only the player may read.
func (c *call) tellPlan(plan bot.Plan) bot.Reply {
	lines := []string{phrase.Of("You have planned nothing in %s.", bot.GameNumber(c.game.ID))}
	if len(plan.Lines) > 0 {
		lines[0] = phrase.Of("You have planned in %s; `plan %d clear` forgets it:", bot.GameNumber(c.game.ID), c.game.ID)
	}
	for _, line := range plan.Lines {
		words := ""
		for i, move := range line {
			words += []string{" if ", " then "}[i%2] + move
		}
		lines = append(lines, strings.TrimSpace(words))
	}
	m := c.message(bot.Private, strings.Join(lines, "\n"))
	m.Game = c.game.ID
	return bot.Reply{Answer: []bot.Message{m}}
}
