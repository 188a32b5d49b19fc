package render

import (
	"fmt"
	"strings"

	"raumbot/rules"
)

// familyWords name families of directions, in words that are true on every
// board.
var familyWords = map[rules.Family]string{
	rules.RookWise: "Rook", rules.BishopWise: "Bishop", rules.UnicornWise: "Unicorn", rules.KnightWise: "Knight",
	rules.FileWise: "along the file", rules.WithinRank: "along the diagonals of the rank", rules.SextonWise: "Sexton (2:1:1)", rules.NinjaWise: "Ninja (2:2:1)",
	rules.LoopWise: "along the thin loop", rules.ChainWise: "along the thick chain", rules.NoFamily: "over files and ranks",
}

// outward reports whether a family's words follow what the piece does
// there: "any distance along the file", but "Rook: any distance".
func outward(words string) bool {
	return strings.HasPrefix(words, "along ") || strings.HasPrefix(words, "over ")
}

// Manner says in short lines how a kind moves, as its marks do: "Rook,
// Bishop: any distance", "Unicorn: one step". What Pawns do no short line says.
func Manner(k *rules.Kind) []string {
	type group struct {
		head string
		tail string
	}
	var groups []group
	for _, m := range k.Moves {
		if m.PawnLike {
			groups = append(groups, group{tail: sentence(m)})
			continue
		}
		tail := mannerOf(m)
		for _, family := range m.Families {
			word := familyWords[family]
			if i := len(groups) - 1; i >= 0 && groups[i].tail == tail && outward(groups[i].head) == outward(word) {
				if !strings.Contains(groups[i].head, strings.TrimPrefix(word, "along ")) {
					groups[i].head += ", " + strings.TrimPrefix(word, "along ")
				}
			} else {
				groups = append(groups, group{word, tail})
			}
		}
	}
	var lines []string
	for _, g := range groups {
		switch {
		case outward(g.head):
			g.tail += " " + g.head
		case g.head != "":
			g.tail = g.head + ": " + g.tail
		}
		lines = append(lines, strings.ToUpper(g.tail[:1])+g.tail[1:])
	}
	return lines
}

func sentence(m rules.Movement) string {
	words := m.String()
	return strings.ToUpper(words[:1]) + words[1:]
}

func mannerOf(m rules.Movement) string {
	var words string
	switch m.Shape {
	case rules.Ride, rules.Follow:
		words = "any distance"
	case rules.Step:
		words = "one step"
	case rules.Leap:
		words = "leap"
	case rules.Crooked:
		words = "crooked"
	case rules.Planar:
		words = fmt.Sprintf("empty figure, %.0f°", m.Angle)
	case rules.Curved:
		words = fmt.Sprintf("curve of %.0f°", m.Angle)
	}
	return words
}
