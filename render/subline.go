package render

import (
	"strings"

	"raumbot/rules"
)

// subLines returns the lines below the head, each with a left and a right part:
// the reason why the game is over, the meaning of target marks, the players and
// the note.
func (p *painter) subLines() [][2]string {
	var lines [][2]string
	if reason := p.reason(func(k *rules.Kind) string { return k.Code }); reason != "" && !p.replay {
		lines = append(lines, [2]string{reason})
	}
	if p.Chosen != rules.NoCell && len(p.Targets) > 0 {
		lines = append(lines, [2]string{p.targetKey()})
	}
	if p.Tried != nil {
		words := append(strings.Fields(p.Say.of("Tried, not played:")), p.Tried...)
		for _, line := range broken(words, p.subText(), 0.96*float64(p.layout.width)) {
			lines = append(lines, [2]string{line})
		}
	}
	if p.White != "" || p.Black != "" || p.Note != "" {
		lines = append(lines, [2]string{p.players(), oneLine(p.Note)})
	}
	return lines
}

// broken breaks words into lines that fit a width.
func broken(words []string, size, width float64) (lines []string) {
	for _, word := range words {
		if n := len(lines) - 1; n >= 0 && textWidth(lines[n]+" "+word, size) <= width {
			lines[n] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// targetKey explains the marks of the targets shown.
func (p *painter) targetKey() string {
	var shown [3]bool
	marks := [3]string{p.Say.of("disc: move"), p.Say.of("frame: capture"), p.Say.of("diamond: special move")}
	for _, m := range p.Targets {
		switch {
		case special(p.Position, m):
			shown[2] = true
		case p.Position.At(m.To) != rules.NoPiece:
			shown[1] = true
		default:
			shown[0] = true
		}
	}
	var parts []string
	for i, words := range marks {
		if shown[i] {
			parts = append(parts, words)
		}
	}
	line := strings.Join(parts, "     ")
	return strings.ToUpper(line[:1]) + line[1:]
}

// reason says which lost pieces have cost a side the game; "" if the game has not ended
// that way.
func (s *Scene) reason(word func(k *rules.Kind) string) string {
	p := s.Position
	v := p.Variant()
	winner, won := p.Winner()
	if !won || len(v.Survival.Families) == 0 || p.Status() != v.Survival.Ends {
		return ""
	}
	loser := winner.Other()
	for _, family := range v.Survival.Families {
		left, words := 0, []string{}
		for _, code := range family {
			id, _ := v.KindByCode(code)
			piece := rules.MakePiece(id, loser)
			words = append(words, word(v.Kind(piece)))
			left += p.Count(piece)
			if p.Reserve(loser) == piece {
				left++
			}
		}
		if left < v.Survival.Min {
			list := strings.Join(words, ", ")
			switch left {
			case 0:
				return s.Say.of("%s has none of %s left", loser, list)
			case 1:
				return s.Say.of("%s has only one of %s left", loser, list)
			}
			return s.Say.of("%s has only two of %s left", loser, list)
		}
	}
	return ""
}
