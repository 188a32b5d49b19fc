package rooms

import (
	"errors"
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// variantWith returns the variant that a question about a piece is about: the one that the command
// names, else the one being played here or the room's usual one if it has the piece, else the only
// one that has the piece. If several have it, the error asks which.
func variantWith(c *action.Call, piece string) (*rules.Variant, error) {
	v, err := action.PlayedVariant(c)
	if c.Args.Variant != nil || err == nil && len(command.KindsNamed(v, piece)) > 0 || err != nil && !errors.As(err, new(*bot.Problem)) {
		return v, err
	}
	var having []*rules.Variant
	for _, other := range c.Variants() {
		if len(command.KindsNamed(other, piece)) > 0 {
			having = append(having, other)
		}
	}
	switch len(having) {
	case 0:
		return v, err
	case 1:
		return having[0], nil
	}
	which := action.WhichVariant(c, having)
	which.Text = phrase.Join(append(meanings(having, piece), which.Text), "\n")
	return nil, which
}

// meanings returns a line for each piece that has a word as its name or its code in some games,
// with the games that have it.
func meanings(games []*rules.Variant, word string) (lines []phrase.Text) {
	type named struct{ name, code string }
	var all []named
	titles := map[named][]phrase.Text{}
	for _, v := range games {
		for _, k := range v.Kinds[1:] {
			if !strings.EqualFold(k.Name, word) && !strings.EqualFold(k.Code, word) {
				continue
			}
			n := named{k.Name, k.Code}
			if titles[n] == nil {
				all = append(all, n)
			}
			titles[n] = append(titles[n], phrase.Said(v.Title))
		}
	}
	for _, n := range all {
		lines = append(lines, phrase.Of("%s (%s), a piece of %s.", phrase.Term(n.name), n.code, bot.Listing(titles[n])))
	}
	return lines
}

// explainPiece explains how a piece moves, with a diagram.
func explainPiece(c *action.Call) (bot.Reply, error) {
	word := c.Args.Word("name")
	v, err := variantWith(c, word)
	if err != nil {
		return bot.Reply{}, err
	}
	kinds := command.KindsNamed(v, word)
	switch {
	case len(kinds) == 0:
		return bot.Reply{}, play.NoKind(c, v, word)
	case len(kinds) > 1:
		which := bot.Problemf(bot.Ambiguous, "Which piece do you mean?")
		for _, id := range kinds {
			command := fmt.Sprintf("piece %s %s", action.VariantWord(c, v), v.Kinds[id].Code)
			which.Text += phrase.Sprintf("\n`%s`: %s", command, phrase.Term(v.Kinds[id].Name))
			which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Term(v.Kinds[id].Name), Command: command})
		}
		which.Buttons = which.Buttons[:min(len(which.Buttons), tournament.Listed)]
		return bot.Reply{}, which
	}
	k := &v.Kinds[kinds[0]]
	lines := []phrase.Text{phrase.Of("%s (%s), a piece of %s.", phrase.Term(k.Name), k.Code, v.Title)}
	for _, words := range append(k.MoveWords(), k.PromotionWords()) {
		if words != "" {
			lines = append(lines, phrase.Term(words))
		}
	}
	if words := exampleWords(v, kinds[0]); words != "" {
		lines = append(lines, words)
	}
	if k.Freeze != "" {
		key, _ := v.KindByCode(k.Freeze)
		lines = append(lines, phrase.Of("It cannot move while its player has no %s.", phrase.Term(v.Kinds[key].Name)))
	}
	reply := c.Answer(phrase.Join(lines, "\n"))
	reply.Answer[0].Picture = &bot.Picture{Variant: v.ID(), Piece: k.Code}
	reply.Answer[0].Men = []bot.NamedMan{play.Kind(v, rules.White, kinds[0], phrase.Sprintf("%s (%s)", phrase.Term(k.Name), k.Code))}
	return reply, nil
}

// exampleWords returns a sentence with moves of a lone piece from the cell of its diagram. It is
// empty if the piece cannot move from there.
func exampleWords(v *rules.Variant, kind rules.KindID) phrase.Text {
	from, moves, captures := v.Examples(kind)
	name := v.Board.Name(from)
	switch {
	case len(moves) > 0 && len(captures) > 0:
		return phrase.Of("For example from %s to %s, and only to capture to %s.", name, cellList(v, moves), cellList(v, captures))
	case len(moves) > 0:
		return phrase.Of("For example from %s to %s.", name, cellList(v, moves))
	case len(captures) > 0:
		return phrase.Of("For example from %s, it captures on %s.", name, cellList(v, captures))
	}
	return ""
}

// cellList lists the cells of some directions.
func cellList(v *rules.Variant, ways [][]rules.Cell) string {
	var all []string
	for _, way := range ways {
		var names []string
		for _, c := range way {
			names = append(names, v.Board.Name(c))
		}
		all = append(all, strings.Join(names, ", "))
	}
	return strings.Join(all, "; ")
}
