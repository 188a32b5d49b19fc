package bot

import (
	"fmt"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// title returns what people call a variant.
func title(variant string) string {
	if v, err := rules.Find(variant); err == nil {
		return v.Title
	}
	return variant
}

// ratedWords says whether a game is rated, at the end of what was agreed.
func ratedWords(rated bool) string {
	if rated {
		return phrase.Of(", rated")
	}
	return phrase.Of(", casual")
}

// Summary names a game, its variant and its players.
func (g Game) Summary() string {
	text := phrase.Of("%s, %s, %s (White) against %s (Black)", gameNumber(g.ID), title(g.Variant), g.name(rules.White), g.name(rules.Black))
	if g.Imported {
		text += phrase.Of(", imported")
	}
	return text
}

// heading names a game as the title of its thread: its number, its variant and who plays.
func (g Game) heading() string {
	players := g.name(rules.White) + " – " + g.name(rules.Black)
	if g.study() {
		players = g.name(rules.White)
	}
	return fmt.Sprintf("%s: %s, %s", phrase.Upper(gameNumber(g.ID)), title(g.Variant), players)
}

// resultWords says how a game ended: "alice won by checkmate".
func resultWords(g Game) string {
	r := g.Result
	switch {
	case r.Aborted:
		return phrase.Of("aborted: %s", r.words())
	case r.Winner == nil:
		return phrase.Of("a draw by %s", r.words())
	default:
		return phrase.Of("%s (%s) won by %s", g.name(*r.Winner), *r.Winner, r.words())
	}
}

// words says why a game ended as it did.
func (r Result) words() string {
	if r.Ruling != "" {
		return ruling(r.Ruling)
	}
	return phrase.Term(r.Reason)
}

// toMove says who is to move and until when.
func (c *call) toMove(g Game) string {
	if g.Deadline != 0 {
		return phrase.Of("%s (%s) is to move, until %s.", g.name(g.Turn), g.Turn, moment(c.uptime.Calendar(g.Deadline)))
	}
	return phrase.Of("%s (%s) is to move.", g.name(g.Turn), g.Turn)
}
