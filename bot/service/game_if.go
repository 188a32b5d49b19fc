package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/rules"
)

// planReply reads "MOVE then MOVE if MOVE then MOVE..." and adds it to the plan.
func planReply(c *call) (bot.Reply, error) {
	if c.game.Study() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You study %s alone, and make all its moves yourself. `try %d MOVES` shows where some would lead.", bot.GameNumber(c.game.ID), c.game.ID)
	}
	if c.game.Turn == c.side {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "It is your move in %s: answers are planned while %s is to move.",
			bot.GameNumber(c.game.ID), c.game.Name(c.side.Other()))
	}
	line, err := withRecord(c, c.game, func(record *rules.Game) ([]string, error) { return c.readLine(record.Position(), c.args.Word("moves")) })
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

// readLine reads a plan, a line of moves from a position of the command's game on, and returns their canonical texts.
func (c *call) readLine(p *rules.Position, text string) ([]string, error) {
	parts := splitLine(text)
	if len(parts) == 0 || len(parts)%2 == 1 || len(parts) > maxPlanPlies {
		return nil, bot.Problemf(bot.Misunderstood, "A plan is a move of %s and your answer, by turns and at most %d moves long. Write `%s`, for example `%s`.",
			c.game.Name(c.side.Other()), maxPlanPlies, c.command.Usage(), c.command.Example)
	}
	var line []string
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

// splitLine splits a line into its moves, at commas, semicolons and the words "if", "then" and "and".
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
