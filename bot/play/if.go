package play

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/rules"
)

// planReply adds a line of moves, "MOVE then MOVE if MOVE then MOVE...", to the asker's plan.
func planReply(c *action.Call) (bot.Reply, error) {
	if c.Game.Study() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You study %s alone, and make all its moves yourself. `try %d MOVES` shows where some would lead.", bot.GameNumber(c.Game.ID), c.Game.ID)
	}
	if c.Game.Turn == c.Side {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "It is your move in %s: answers are planned while %s is to move.",
			bot.GameNumber(c.Game.ID), c.Game.Name(c.Side.Other()))
	}
	line, err := action.WithRecord(c, c.Game, func(record *rules.Game) ([]string, error) {
		return readLine(c, record.Position(), c.Args.Word("moves"))
	})
	if err != nil {
		return bot.Reply{}, err
	}
	plan, err := c.Tx.Plan(c.Game.ID, c.Me.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	plan.Add(line)
	if len(plan.Lines) > maxPlanLines {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have planned %d lines in %s, and more than that nobody plans. `plan %d clear` forgets them.",
			maxPlanLines, bot.GameNumber(c.Game.ID), c.Game.ID)
	}
	return tellPlan(c, plan), c.Tx.PutPlan(plan)
}

// readLine reads a line of moves from a position of the command's game, and returns their
// canonical texts.
func readLine(c *action.Call, p *rules.Position, text string) ([]string, error) {
	parts := splitLine(text)
	if len(parts) == 0 || len(parts)%2 == 1 || len(parts) > maxPlanPlies {
		return nil, bot.Problemf(bot.Misunderstood, "A plan is a move of %s and your answer, by turns and at most %d moves long. Write `%s`, for example `%s`.",
			c.Game.Name(c.Side.Other()), maxPlanPlies, c.Command.Usage(), c.Command.Example)
	}
	var line []string
	for _, part := range parts {
		m, err := p.ReadMove(part)
		if err != nil {
			return nil, refusedInLine(c, err, p, part)
		}
		line = append(line, p.Text(m))
		if p, err = p.Play(m); err != nil {
			return nil, err
		}
	}
	return line, nil
}

// splitLine splits a line into its moves at commas, semicolons and the words "if", "then" and
// "and".
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
			if command.FromTo(word) && command.FromTo(strings.Join(words, " ")) {
				flush() // two moves without a comma between them
			}
			words = append(words, word)
		}
	}
	flush()
	return parts
}
