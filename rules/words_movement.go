package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// String describes the movement as the end of a sentence about the piece: "rides
// any distance orthogonally (as a Rook)".
func (m Movement) String() string { return m.Words("") }

// Words describes the movement of a piece with the given name. It does not compare the piece with
// itself, as in "as a Rook" for the Rook.
func (m Movement) Words(piece string) string {
	words := m.shapeWords(piece)
	if m.Forward && m.Crossing == AnyCrossing {
		words += ", forward only"
	}
	if m.Switching {
		words += ", to a file of another kind"
	}
	if len(m.From) > 0 {
		words = "from " + zoneWords(m.From) + " files " + words
	}
	if len(m.Levels) > 0 {
		words = "on level " + strings.Join(m.Levels, " or ") + " " + words
	}
	switch {
	case m.Shape == Return: // the words of this shape include it
	case m.Mode == Quiet:
		return words + "; only to an empty cell"
	case m.Mode == Capture:
		return words + "; only to capture"
	case m.Mode == Rifle:
		return words + "; only to capture, and without moving"
	}
	return words
}

// shapeWords describes the movement without its limits.
func (m Movement) shapeWords(piece string) string {
	switch m.Shape {
	case Ride:
		if m.Steps > 0 {
			return fmt.Sprintf("rides up to %d cells %s", m.Steps, m.directionWords(piece))
		}
		return "rides any distance " + m.directionWords(piece)
	case Step:
		return m.stepWords(piece)
	case Leap:
		return m.leapWords(piece)
	case Bent:
		return fmt.Sprintf("steps %s to an empty cell, where it cannot stop, and on %s", m.directionWords(piece), vectorWords(m.Turns, m.Mirror))
	case Return:
		return "goes to any empty cell where one of its kind started"
	case Crooked:
		return "goes crookedly any distance: single steps in " + m.pairWords() + " by turns, beginning with either"
	case Planar:
		return "goes to the far corner of an otherwise empty figure that is spanned by " + m.pairWords() + ", or along one of them"
	case Curved:
		return fmt.Sprintf("goes in a curve of up to %d single steps %s, turning %v degrees to the same side at every step",
			m.Steps, m.directionWords(piece), m.Angle)
	}
	along := "the thin loop of its ring"
	if m.boundary() == Thick {
		along = "the thick chain"
	}
	if m.Climb == 0 {
		return "rides along " + along + " within its rank"
	}
	return "rides along " + along + ", the rank changing by one, always the same way, at each step"
}

func (m Movement) stepWords(piece string) string {
	switch {
	case m.along(ChainWise):
		return fmt.Sprintf("steps over a thick boundary, the rank changing by %d", m.Climb)
	case m.Crossing == StraightOrThin:
		return "steps one rank forward, straight ahead or over a thin boundary"
	case m.Crossing == ThickOrCorner:
		return "steps one rank forward over a thick boundary, or diagonally over the corner of a file"
	}
	return "steps one cell " + m.directionWords(piece)
}

func (m Movement) leapWords(piece string) string {
	switch {
	case m.along(ChainWise) && m.Steps == 1:
		return fmt.Sprintf("leaps to the file across a thick boundary, the rank changing by %d", m.Climb)
	case m.along(ChainWise):
		return fmt.Sprintf("leaps to the file %s steps along the thick chain, the rank changing by %d", counted(m.Steps), m.Climb)
	case m.Aside != [2]int{}:
		return fmt.Sprintf("leaps with the rank changing by %d, level and filestack by %d and %d", m.Climb, m.Aside[0], m.Aside[1])
	case m.Steps > 1:
		return "leaps exactly " + counted(m.Steps) + " steps " + m.directionWords(piece)
	}
	return "leaps " + m.directionWords(piece)
}

var familyWords = map[Family]string{
	RookWise:    "orthogonally (as a Rook)",
	BishopWise:  "diagonally (as a Bishop)",
	UnicornWise: "triagonally (as a Unicorn)",
	KnightWise:  "as a Knight (2:1:0)",
	FileWise:    "along its file",
	WithinRank:  "diagonally within its rank",
	SextonWise:  "as a Sexton (2:1:1)",
	NinjaWise:   "as a Ninja (2:2:1)",
	FlatRook:    "orthogonally within its level",
	FlatBishop:  "diagonally within its level",
	FlatKnight:  "as a Knight within its level",
}

// ownWords are the words for a family in the description of the piece that has its name.
var ownWords = map[Family]struct{ piece, words string }{
	RookWise:    {"Rook", "orthogonally"},
	BishopWise:  {"Bishop", "diagonally"},
	UnicornWise: {"Unicorn", "triagonally"},
	KnightWise:  {"Knight", "two cells along one axis and one along another (2:1:0)"},
	SextonWise:  {"Sexton", "two cells along one axis and one along each of the others (2:1:1)"},
	NinjaWise:   {"Ninja", "two cells along each of two axes and one along the third (2:2:1)"},
	FlatKnight:  {"Knight", "two cells along the rank or the file and one across, within its level"},
}

// directionWords names the families and vectors that the movement uses.
func (m Movement) directionWords(piece string) string {
	var words []string
	for _, f := range m.Families {
		if own := ownWords[f]; own.piece == piece && piece != "" {
			words = append(words, own.words)
			continue
		}
		words = append(words, familyWords[f])
	}
	if len(m.Vectors) > 0 {
		words = append(words, vectorWords(m.Vectors, m.Mirror))
	}
	return strings.Join(words, " or ")
}

var pairNames = map[Family]string{RookWise: "Rook", BishopWise: "Bishop", UnicornWise: "Unicorn"}

// pairWords names the two directions of a crooked or planar movement.
func (m Movement) pairWords() string {
	one, other := m.Families[0], m.Families[1]
	if one == other {
		return fmt.Sprintf("two %s directions %v degrees apart", pairNames[one], m.Angle)
	}
	return fmt.Sprintf("a %s and a %s direction %v degrees apart", pairNames[one], pairNames[other], m.Angle)
}

// counted writes a number as text does: two as a word.
func counted(n int) string {
	if n == 2 {
		return "two"
	}
	return strconv.Itoa(n)
}

func zoneWords(zones []Zone) string {
	var words []string
	for _, z := range zones {
		words = append(words, string(z))
	}
	return strings.Join(words, " and ")
}
