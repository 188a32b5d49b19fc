package render

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/rules"
)

// familyWords names a family of directions in words that are correct on every board.
func familyWords(f rules.Family, say Say) string {
	switch f {
	case rules.RookWise:
		return say.name("Rook")
	case rules.BishopWise:
		return say.name("Bishop")
	case rules.UnicornWise:
		return say.name("Unicorn")
	case rules.KnightWise:
		return say.name("Knight")
	case rules.SextonWise:
		return say.name("Sexton") + " (2:1:1)"
	case rules.NinjaWise:
		return say.name("Ninja") + " (2:2:1)"
	case rules.FlatRook:
		return say.of("Rook within the level")
	case rules.FlatBishop:
		return say.of("Bishop within the level")
	case rules.FlatKnight:
		return say.of("Knight within the level")
	case rules.FileWise:
		return say.of("along the file")
	case rules.WithinRank:
		return say.of("along the diagonals of the rank")
	case rules.LoopWise:
		return say.of("along the thin loop")
	case rules.ChainWise:
		return say.of("along the thick chain")
	case rules.NoFamily:
		return say.of("over files and ranks")
	}
	return ""
}

// furtherWords names a family that follows one named by familyWords.
func furtherWords(f rules.Family, say Say) string {
	switch f {
	case rules.FileWise:
		return say.of("the file")
	case rules.WithinRank:
		return say.of("the diagonals of the rank")
	case rules.LoopWise:
		return say.of("the thin loop")
	case rules.ChainWise:
		return say.of("the thick chain")
	}
	return familyWords(f, say)
}

// outward reports whether a family's name follows the verb, as in
// "any distance along the file", rather than preceding it, as in "Rook: any distance".
func outward(f rules.Family) bool {
	switch f {
	case rules.FileWise, rules.WithinRank, rules.LoopWise, rules.ChainWise, rules.NoFamily:
		return true
	}
	return false
}

// MovementWords describes in short lines how a kind moves, as its marks do: "Rook,
// Bishop: any distance", "Unicorn: one step". Pawns are too complicated for a short line.
func MovementWords(k *rules.Kind, say Say) []string {
	type group struct {
		families []rules.Family
		does     string
	}
	var groups []group
	for _, m := range k.Moves {
		if m.PawnLike || hasOwnWords(m) {
			groups = append(groups, group{does: pawnWords(k, m, say)})
			continue
		}
		does := movementWords(m, say)
		families := m.Families
		if len(families) == 0 {
			families = []rules.Family{rules.NoFamily}
		}
		for _, family := range families {
			if i := len(groups) - 1; i >= 0 && groups[i].does == does && groups[i].families != nil && outward(groups[i].families[0]) == outward(family) {
				if !slices.Contains(groups[i].families, family) {
					groups[i].families = append(groups[i].families, family)
				}
			} else {
				groups = append(groups, group{[]rules.Family{family}, does})
			}
		}
	}
	var lines []string
	for _, g := range groups {
		line := g.does
		if g.families != nil {
			names := familyWords(g.families[0], say)
			for _, f := range g.families[1:] {
				names += ", " + furtherWords(f, say)
			}
			line = names + ": " + g.does
			if outward(g.families[0]) {
				line = g.does + " " + names
			}
		}
		lines = append(lines, strings.ToUpper(line[:1])+line[1:])
	}
	return lines
}

// hasOwnWords reports whether a movement needs a sentence rather than a short line.
func hasOwnWords(m rules.Movement) bool {
	return len(m.Vectors) > 0 || len(m.Levels) > 0 || m.Mode != rules.Any || m.Shape == rules.Bent || m.Shape == rules.Return || m.Shape == rules.Ride && m.Steps > 0
}

// pawnWords describes how a Pawn moves, as a sentence of [rules.Kind.MoveWords] without the full
// stop.
func pawnWords(k *rules.Kind, m rules.Movement, say Say) string {
	words := m.Words(k.Name)
	return strings.TrimSuffix(say.term(strings.ToUpper(words[:1])+words[1:]+"."), ".")
}

func movementWords(m rules.Movement, say Say) string {
	switch m.Shape {
	case rules.Ride, rules.Follow:
		return say.of("any distance")
	case rules.Step:
		return say.of("one step")
	case rules.Leap:
		return say.of("leap")
	case rules.Crooked:
		return say.of("crooked")
	case rules.Planar:
		return say.of("empty figure, %s°", fmt.Sprintf("%.0f", m.Angle))
	case rules.Curved:
		return say.of("curve of %s°", fmt.Sprintf("%.0f", m.Angle))
	}
	return ""
}
