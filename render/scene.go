package render

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/rules"
)

// Scene is everything that a picture shows: a plain value, made with
// [NewScene] and changed as wished.
type Scene struct {
	Position *rules.Position
	// Before is the position before the last move, nil at the start; Last is
	// that move and has no meaning without Before.
	Before *rules.Position
	Last   rules.Move
	View   View
	// Slice names the level or rank of a [Single] view.
	Slice  string
	Theme  Theme
	Pieces Pieces
	// FourColours paints the cells of cubic boards by their Unicorn binding
	// in place of the Bishop binding.
	FourColours bool
	// Side is at the bottom.
	Side rules.Side
	// Chosen is a piece whose Targets are shown, or [rules.NoCell].
	Chosen  rules.Cell
	Targets []rules.Move
	// Instead is a move from Before that was played in place of Last: its cells are marked by dashes. Nil for none.
	Instead *rules.Move
	// White and Black are the players' names, Note a short line such as the
	// deadline; all may be empty.
	White, Black, Note string
	// Tried lists moves that are shown as if they had been played.
	Tried []string
	// Result tells in a few words how a game ended that the position alone
	// does not end, such as "White wins: Black resigned". It takes the place of
	// whose turn it is. Winner is who has won so, nil for nobody.
	Result string
	Winner *rules.Side
	// Say words what is told; nil does it in English.
	Say Say

	// replay keeps the size of all frames of a replay the same.
	replay bool
}

// inCheck returns the cell of the royal piece that is in check or mated, or
// [rules.NoCell].
func (s *Scene) inCheck() rules.Cell {
	if status := s.Position.Status(); status == rules.Check || status == rules.Checkmate {
		return s.Position.Royal(s.Position.Turn())
	}
	return rules.NoCell
}

// NewScene returns a scene of the position as White sees it, in the default
// view of its board.
func NewScene(p *rules.Position) Scene {
	return Scene{Position: p, Chosen: rules.NoCell}
}

// View is an arrangement of the board's planes.
type View uint8

// The views.
const (
	// DefaultView is the one that suits the board: see [View.On].
	DefaultView View = iota
	// Levels shows a panel for each level, as chess boards.
	Levels
	// Ranks shows a panel for each rank, with its rings, as articles print them.
	Ranks
	// Focus shows the levels that the last move touched large, all below.
	Focus
	// Tall is Levels for narrow screens.
	Tall
	// Single shows one level or rank, huge.
	Single
	// Stack shows the levels as one body, seen from above.
	Stack
	viewCount
)

var viewNames = [viewCount]string{"default", "levels", "ranks", "focus", "tall", "single", "stack"}

// String returns the word by which players choose the view.
func (v View) String() string { return viewNames[v] }

// ParseView reads a view's name. The error lists the names.
func ParseView(name string) (View, error) {
	v, ok := parseName(name, viewNames[:])
	if !ok {
		return DefaultView, fmt.Errorf("there is no view %.40q; choose one of: %s", name, strings.Join(viewNames[:], ", "))
	}
	return View(v), nil
}

// ViewNames lists the words by which people choose a view of the whole board.
func ViewNames() (all []string) {
	for v := DefaultView + 1; v < viewCount; v++ {
		if v != Single {
			all = append(all, v.String())
		}
	}
	return all
}

// On returns the view that v means on a board: DefaultView is Tall, in which every cell can
// be read on a phone. Focus needs levels of one size.
func (v View) On(b *rules.Board) View {
	switch {
	case v == DefaultView, v == Focus && b.Ranks() == nil:
		return Tall
	}
	return v
}

// Pieces is a style of pieces.
type Pieces uint8

// Busts are chessmen over a name plate; Badges show what moves, for those
// who learn: arms for lines, dots for leaps, angles for turns and figures.
const (
	Busts Pieces = iota
	Badges
	// counters are plain discs, for cells that are too small for more.
	counters
)

var pieceNames = []string{"busts", "badges"}

// String returns the word by which players choose the pieces.
func (p Pieces) String() string { return pieceNames[p] }

// PiecesNames lists the words by which people choose the pieces.
func PiecesNames() []string { return slices.Clone(pieceNames) }

// ParsePieces reads the name of a style. The error lists the names.
func ParsePieces(name string) (Pieces, error) {
	p, ok := parseName(name, pieceNames)
	if !ok {
		return Busts, fmt.Errorf("there are no pieces %.40q; choose one of: %s", name, strings.Join(pieceNames, ", "))
	}
	return Pieces(p), nil
}
