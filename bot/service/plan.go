package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// The bounds of a plan.
const (
	maxPlanLines = 40
	maxPlanPlies = 20
)

// answerAsPlanned plays the answer that the player to move has planned for
// the move just played, and says so; more tells them of a plan that has come to nothing.
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
		return "", []bot.Message{{Platform: seat.User.Platform, Audience: bot.Private, To: []bot.User{seat.User}, Game: g.ID, Text: lapsed}}, nil
	}
	m, err := record.Position().ReadText(reply)
	if err != nil {
		return "", nil, fmt.Errorf("plan of player %d in game %d: %w", seat.Player, g.ID, err)
	}
	text = " " + phrase.Of("%s has planned the answer: %s.", seat.User.Name, record.Position().Words(m, phrase.Of))
	return text, nil, c.play(g, record, m, phrase.Of("as planned"))
}

// forgetPlans removes what was planned in a game.
func (c *call) forgetPlans(g bot.Game) error {
	for _, seat := range g.Seats {
		if err := c.tx.PutPlan(bot.Plan{Game: g.ID, Player: seat.Player}); err != nil {
			return err
		}
	}
	return nil
}

// planReply reads "MOVE then MOVE if MOVE then MOVE..." and adds it to the plan.
func planReply(c *call) (bot.Reply, error) {
	if c.game.Study() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You study %s alone, and make all its moves yourself. `try %d MOVES` shows where some would lead.", bot.GameNumber(c.game.ID), c.game.ID)
	}
	if c.game.Turn == c.side {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "It is your move in %s: answers are planned while %s is to move.",
			bot.GameNumber(c.game.ID), c.game.Name(c.side.Other()))
	}
	line, err := c.readLine(c.args.Word("moves"))
	if err != nil {
		return bot.Reply{}, err
	}
	plan, err := c.tx.Plan(c.game.ID, c.me.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	plan.Add(line)
	if len(plan.Lines) > maxPlanLines {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have planned %d lines in %s, and more than that nobody plans. `plan %d clear` forgets them.",
			maxPlanLines, bot.GameNumber(c.game.ID), c.game.ID)
	}
	return c.tellPlan(plan), c.tx.PutPlan(plan)
}

// readLine reads a line of moves from the present position on.
func (c *call) readLine(text string) ([]string, error) {
	record, err := c.service.replay(c.tx, c.game)
	if err != nil {
		return nil, err
	}
	defer c.service.keep(c.game.ID, record)
	parts := splitLine(text)
	if len(parts) == 0 || len(parts)%2 == 1 || len(parts) > maxPlanPlies {
		return nil, bot.Problemf(bot.Misunderstood, "A plan is a move of %s and your answer, by turns and at most %d moves long. Write `%s`, for example `%s`.",
			c.game.Name(c.side.Other()), maxPlanPlies, c.command.Usage(), c.command.Example)
	}
	var line []string
	p := record.Position()
	for _, part := range parts {
		m, err := p.ReadMove(part)
		if err != nil {
			return nil, c.refusedInLine(err, p, part)
		}
		line = append(line, p.Text(m))
		if p, err = p.Play(m); err != nil {
			return nil, err
		}
	}
	return line, nil
}

// splitLine cuts a line at the words between its moves.
func splitLine(text string) []string {
	var parts []string
	var words []string
	flush := func() {
		if len(words) > 0 {
			parts = append(parts, strings.Join(words, " "))
			words = nil
		}
	}
	for _, word := range strings.Fields(strings.NewReplacer(",", " , ", ";", " , ").Replace(text)) {
		switch strings.ToLower(word) {
		case "if", "then", "and", ",":
			flush()
		default:
			words = append(words, word)
		}
	}
	flush()
	return parts
}

// showPlan shows what the player has planned, or forgets it.
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
	record, err := c.service.replay(c.tx, c.game)
	if err != nil {
		return bot.Reply{}, err
	}
	defer c.service.keep(c.game.ID, record)
	m, err := record.Position().ReadMove(against)
	if err != nil {
		return bot.Reply{}, c.refused(err, record.Position(), "plan", "clear")
	}
	move := record.Position().Text(m)
	plan.Lines = slices.DeleteFunc(plan.Lines, func(line []string) bool { return line[0] == move })
	return c.tellPlan(plan), c.tx.PutPlan(plan)
}

// tellPlan says to the player alone what is planned.
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
