package play

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// maxTry is the maximum number of plies in a line to try.
const maxTry = 40

// try shows the asker where a line of moves leads, from the current or an earlier position. The
// game does not change.
func try(c *action.Call, record *rules.Game) (bot.Reply, error) {
	parts := splitLine(c.Args.Word("moves"))
	if len(parts) > maxTry {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A line that is tried has at most %d moves.", maxTry)
	}
	from := c.Game.Moves
	if c.Args.Word("from") != "" {
		if from = c.Args.Number("from"); from > 0 {
			if _, err := played(c, from); err != nil {
				return bot.Reply{}, err
			}
		}
	}
	p := record.PositionAt(from)
	var line []string
	var words []phrase.Text
	for _, part := range parts {
		m, err := p.ReadMove(part)
		if err != nil {
			return bot.Reply{}, refusedInLine(c, err, p, part)
		}
		line = append(line, p.Text(m))
		words = append(words, Describe(p, m))
		if p, err = p.Play(m); err != nil {
			return bot.Reply{}, refusedInLine(c, err, p, part)
		}
	}
	text := phrase.Of("Tried in %s: %s.", bot.GameNumber(c.Game.ID), phrase.Join(words, ", "))
	if from < c.Game.Moves {
		text = phrase.Of("Tried in %s, from move %d: %s.", bot.GameNumber(c.Game.ID), from, phrase.Join(words, ", "))
	}
	if status := p.Status(); status != rules.Ongoing {
		text += " " + phrase.Upper(phrase.Term(status.String())) + "."
	}
	m := c.Message(bot.Private, text)
	m.Game = c.Game.ID
	m.Picture = &bot.Picture{Game: c.Game.ID, Ply: from, Line: line, Side: c.Viewpoint()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// refusedInLine returns the problem of a refused move of a line. part is the text of that move.
func refusedInLine(c *action.Call, err error, p *rules.Position, part string) error {
	refused := refused(c, err, p)
	if problem, ok := refused.(*bot.Problem); ok {
		problem.Text = phrase.Of("%s does not fit into the line: %s", bot.QuoteWord(part), problem.Text)
	}
	return refused
}
