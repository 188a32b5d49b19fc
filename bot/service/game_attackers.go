package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// attackers lists the pieces that attack a cell: those of the side opposing the piece on it, or of both sides if it is empty.
func attackers(c *call, record *rules.Game) (bot.Reply, error) {
	return c.attacksOn(record.Position(), false)
}

// attacksOn lists the pieces that attack a cell, or defend the piece that stands there.
func (c *call) attacksOn(p *rules.Position, defend bool) (bot.Reply, error) {
	v := p.Variant()
	name := strings.ToLower(c.args.Word("cell"))
	cell, ok := v.Board.Cell(name)
	if !ok {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s has no cell called %s; its cells run from %s to %s.",
			v.Title, bot.QuoteWord(name), v.Board.Name(0), v.Board.Name(rules.Cell(v.Board.Len()-1)))
	}
	piece := p.At(cell)
	if piece == rules.NoPiece && defend {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "Nothing stands on %s, so there is nothing to defend. `attackers %s` lists what attacks the cell.", name, name)
	}
	var lines []string
	switch {
	case defend:
		lines = append(lines, phrase.Of("Defenders of %s's %s on %s in %s:", piece.Side(), phrase.Term(v.Kind(piece).Name), name, bot.GameNumber(c.game.ID)))
	case piece != rules.NoPiece:
		lines = append(lines, phrase.Of("Attackers of %s's %s on %s in %s:", piece.Side(), phrase.Term(v.Kind(piece).Name), name, bot.GameNumber(c.game.ID)))
	default:
		lines = append(lines, phrase.Of("Attackers of %s in %s:", name, bot.GameNumber(c.game.ID)))
	}
	for _, side := range both {
		if piece != rules.NoPiece && (side == piece.Side()) != defend {
			continue
		}
		var pieces []string
		for _, at := range p.Attackers(cell, side) {
			pieces = append(pieces, phrase.Of("%s on %s", phrase.Term(v.Kind(p.At(at)).Name), v.Board.Name(at)))
		}
		if pieces == nil {
			pieces = []string{phrase.Of("nothing")}
		}
		lines = append(lines, phrase.Of("%s: %s.", side, strings.Join(pieces, ", ")))
	}
	m := c.message(bot.Private, strings.Join(lines, "\n"))
	m.Game = c.game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}
