package rules

import (
	"fmt"
	"strings"
)

// MoveWords describes how the kind moves, in one sentence for each movement.
func (k *Kind) MoveWords() []string {
	var lines []string
	for _, m := range k.Moves {
		words := m.Words(k.Name)
		lines = append(lines, strings.ToUpper(words[:1])+words[1:]+".")
	}
	if len(k.Aura) > 0 {
		lines = append(lines, "Freezes an enemy piece one cell away "+vectorWords(k.Aura, 0)+": it cannot move and attacks nothing.")
	}
	return lines
}

// PromotionWords describes when the kind promotes and to what; "" if it does
// not.
func (k *Kind) PromotionWords() string {
	p := k.Promotion
	if p == nil {
		return ""
	}
	text := "May promote"
	if len(p.Forced) == len(p.Ranks) {
		text = "Must promote"
	}
	text += " on rank " + numberWords(p.Ranks)
	if p.Level != "" {
		text += " of level " + p.Level
	}
	text += " (seen from White)"
	switch {
	case p.ForcedIfStuck:
		text += ", and must where it would have no move left on an empty board"
	case len(p.Forced) < len(p.Ranks):
		text += ", and must on rank " + numberWords(p.Forced)
	}
	var choices []string
	for _, c := range p.Menu {
		choices = append(choices, c.words())
	}
	return text + ": to " + strings.Join(choices, "; to ") + "."
}

func numberWords(numbers []int) string {
	var words []string
	for _, n := range numbers {
		words = append(words, fmt.Sprint(n))
	}
	return strings.Join(words, " or ")
}

func (c Choice) words() string {
	text := strings.Join(c.Codes, ", ")
	if len(c.Zones) > 0 {
		text += " on " + zoneWords(c.Zones) + " files"
	}
	var needs []string
	for _, n := range c.Needs {
		switch {
		case n.Max == 0:
			needs = append(needs, fmt.Sprintf("%d %s or more", n.Min, n.Code))
		default:
			needs = append(needs, fmt.Sprintf("at most %d %s", n.Max, n.Code))
		}
	}
	if len(needs) > 0 {
		text += " with " + strings.Join(needs, " and ")
	}
	return text
}
