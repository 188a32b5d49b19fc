package look

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/render"
	"raumbot/rules"
)

// where lists the cells of both sides' pieces of a kind. Given a cell, it says what stands there.
func where(c *action.Call) (bot.Reply, error) {
	return ask(c, func(p *rules.Position) (phrase.Text, error) {
		v, word := p.Variant(), c.Args.Word("piece")
		if cell, ok := v.Board.Cell(strings.ToLower(word)); ok {
			if p.At(cell) == rules.NoPiece {
				return phrase.Of("Nothing stands on %s.", v.Board.Name(cell)), nil
			}
			piece := p.At(cell)
			return phrase.Of("On %s stands the %s %s.", v.Board.Name(cell), piece.Side(), phrase.Term(v.Kinds[piece.Kind()].Name)), nil
		}
		kinds := command.KindsNamed(v, word)
		if kinds == nil {
			return "", play.NoKind(c, v, word)
		}
		var lines []phrase.Text
		for _, kind := range kinds {
			for _, side := range action.Both {
				lines = append(lines, phrase.Compose(func(say render.Say) string { return render.Where(p, rules.MakePiece(kind, side), say) }))
			}
		}
		return phrase.Join(lines, "\n"), nil
	})
}
