package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// maxTry is how many plies a line that is tried can have.
const maxTry = 40

// try shows the asker where a line of moves leads from the current or an earlier position. The
// game does not change.
func try(c *call, record *rules.Game) (bot.Reply, error) {
	parts := splitLine(c.args.Word("moves"))
	if len(parts) > maxTry {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A line that is tried has at most %d moves.", maxTry)
	}
	from := c.game.Moves
	if at := c.args.Number("from"); at > 0 {
		if _, err := c.played(at); err != nil {
			return bot.Reply{}, err
		}
		from = at
	}
	p := record.PositionAt(from)
	var line, words []string
	for _, part := range parts {
		m, err := p.ReadMove(part)
		if err != nil {
			return bot.Reply{}, c.refusedInLine(err, p, part)
		}
		line = append(line, p.Text(m))
		words = append(words, p.Words(m, phrase.Of))
		if p, err = p.Play(m); err != nil {
			return bot.Reply{}, c.refusedInLine(err, p, part)
		}
	}
	text := phrase.Of("Tried in %s: %s.", bot.GameNumber(c.game.ID), strings.Join(words, ", "))
	if from < c.game.Moves {
		text = phrase.Of("Tried in %s, from move %d: %s.", bot.GameNumber(c.game.ID), from, strings.Join(words, ", "))
	}
	if status := p.Status(); status != rules.Ongoing {
		text += " " + phrase.Upper(phrase.Term(status.String())) + "."
	}
	m := c.message(bot.Private, text)
	m.Game = c.game.ID
	m.Picture = &bot.Picture{Game: c.game.ID, Ply: from, Line: line, Side: c.viewpoint()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// refusedInLine returns the problem of a refused move, with the part of the line that it is.
func (c *call) refusedInLine(err error, p *rules.Position, part string) error {
	refused := c.refused(err, p)
	if problem, ok := refused.(*bot.Problem); ok {
		problem.Text = phrase.Of("%s does not fit into the line: %s", bot.QuoteWord(part), problem.Text)
	}
	return refused
}
