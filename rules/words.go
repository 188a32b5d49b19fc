package rules

import (
	"fmt"
	"strings"
)

var familyWords = [familyCount]string{
	RookWise:    "orthogonally (as a Rook)",
	BishopWise:  "diagonally (as a Bishop)",
	UnicornWise: "triagonally (as a Unicorn)",
	KnightWise:  "as a Knight (2:1:0)",
	FileWise:    "along its file",
	WithinRank:  "diagonally within its rank",
	SextonWise:  "as a Sexton (2:1:1)",
	NinjaWise:   "as a Ninja (2:2:1)",
}

func directionWords(families []Family) string {
	var words []string
	for _, f := range families {
		words = append(words, familyWords[f])
	}
	return strings.Join(words, " or ")
}

var directionNames = map[Family]string{RookWise: "Rook", BishopWise: "Bishop", UnicornWise: "Unicorn"}

// pairWords names the two directions of a crooked or planar movement.
func pairWords(one, other Family, degrees float64) string {
	if one == other {
		return fmt.Sprintf("two %s directions %v degrees apart", directionNames[one], degrees)
	}
	return fmt.Sprintf("a %s and a %s direction %v degrees apart", directionNames[one], directionNames[other], degrees)
}

func climbWords(rankChange int) string {
	if rankChange == 0 {
		return " within its rank"
	}
	return ", the rank changing by one, always the same way, at each step"
}

func chainWords(steps int) string {
	if steps == 1 {
		return "across a thick boundary"
	}
	return "two steps along the thick chain"
}

var zoneNames = map[Zone]string{Frame: "Frame", Wall: "Wall", Tunnel: "Tunnel"}

func zoneWords(zones []Zone) string {
	var words []string
	for _, z := range zones {
		words = append(words, zoneNames[z])
	}
	return strings.Join(words, " and ")
}

// String says how the movement goes, as the end of a sentence about the
// piece: "rides any distance orthogonally (as a Rook)".
func (m Movement) String() string {
	switch m.Mode {
	case Quiet:
		return m.words + "; only to an empty cell"
	case Capture:
		return m.words + "; only to capture"
	}
	return m.words
}

// MoveWords says in sentences how the kind moves, one for each movement.
func (k *Kind) MoveWords() []string {
	var lines []string
	for _, m := range k.Moves {
		words := m.String()
		lines = append(lines, strings.ToUpper(words[:1])+words[1:]+".")
	}
	return lines
}

// PromotionWords says when and to what the kind promotes, empty if it does
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
