package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// maxTry bounds the moves of a line that is tried out.
const maxTry = 40

// try shows a line of moves from the present position to the asker alone. The
// game is not touched.
func try(c *call) (bot.Reply, error) {
	record, err := c.service.replay(c.tx, c.game)
	if err != nil {
		return bot.Reply{}, err
	}
	defer c.service.keep(c.game.ID, record)
	parts := splitLine(c.args.Word("moves"))
	if len(parts) > maxTry {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A line that is tried has at most %d moves.", maxTry)
	}
	p := record.Position()
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
	if status := p.Status(); status != rules.Ongoing {
		text += " " + phrase.Upper(phrase.Term(status.String())) + "."
	}
	m := c.message(bot.Private, text)
	m.Game = c.game.ID
	m.Picture = &bot.Picture{Game: c.game.ID, Ply: c.game.Moves, Line: line, Side: c.viewpoint()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// refusedInLine says which move of a line is refused, and why.
func (c *call) refusedInLine(err error, p *rules.Position, part string) error {
	refused := c.refused(err, p)
	if problem, ok := refused.(*bot.Problem); ok {
		problem.Text = phrase.Of("%s does not fit into the line: %s", bot.QuoteWord(part), problem.Text)
	}
	return refused
}

// attackers lists the pieces of both sides that attack a cell.
func attackers(c *call) (bot.Reply, error) {
	record, err := c.service.replay(c.tx, c.game)
	if err != nil {
		return bot.Reply{}, err
	}
	defer c.service.keep(c.game.ID, record)
	p := record.Position()
	v := p.Variant()
	name := strings.ToLower(c.args.Word("cell"))
	cell, ok := v.Board.Cell(name)
	if !ok {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s has no cell called %s; its cells run from %s to %s.",
			v.Title, bot.QuoteWord(name), v.Board.Name(0), v.Board.Name(rules.Cell(v.Board.Len()-1)))
	}
	lines := []string{phrase.Of("Attackers of %s in %s:", name, bot.GameNumber(c.game.ID))}
	for _, side := range both {
		var pieces []string
		for _, at := range p.Attackers(cell, side) {
			pieces = append(pieces, v.Kind(p.At(at)).Name+" "+v.Board.Name(at))
		}
		if pieces == nil {
			pieces = []string{phrase.Of("nothing")}
		}
		lines = append(lines, phrase.Of("%s: %s", side, strings.Join(pieces, ", ")))
	}
	m := c.message(bot.Private, strings.Join(lines, "\n"))
	m.Game = c.game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}
