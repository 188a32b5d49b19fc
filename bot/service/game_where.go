package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// where tells on which cells the pieces of a kind stand, of both sides.
func where(c *call) (bot.Reply, error) {
	return c.ask(func(p *rules.Position) (string, error) {
		v, word := p.Variant(), c.args.Word("piece")
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
