package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// where lists the cells of both sides' pieces of a kind; given a cell, it says what stands there.
func where(c *call) (bot.Reply, error) {
	return c.ask(func(p *rules.Position) (string, error) {
		v, word := p.Variant(), c.args.Word("piece")
		if cell, ok := v.Board.Cell(strings.ToLower(word)); ok {
			if p.At(cell) == rules.NoPiece {
				return phrase.Of("Nothing stands on %s.", v.Board.Name(cell)), nil
			}
			piece := p.At(cell)
			return phrase.Of("On %s stands the %s %s.", v.Board.Name(cell), piece.Side(), phrase.Term(v.Kinds[piece.Kind()].Name)), nil
		}
		kinds := v.KindsNamed(word)
		if kinds == nil {
			return "", c.noKind(v, word)
		}
		var lines []string
		for _, kind := range kinds {
			for _, side := range both {
				lines = append(lines, render.Where(p, rules.MakePiece(kind, side), phrase.Of))
			}
		}
		return strings.Join(lines, "\n"), nil
	})
}
