package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

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
