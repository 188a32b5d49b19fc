package render

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/rules"
)

// Scene is everything that a picture shows: a plain value, created by
// [NewScene] and modified as needed.
type Scene struct {
	Position *rules.Position
	// Before is the position before the last move, nil at the start; Last is
	// that move, meaningful only with Before.
	Before *rules.Position
	Last   rules.Move
	View   View
	// Slice names the level or rank of a [Single] view.
	Slice  string
	Theme  Theme
	Pieces Pieces
	// FourColours colours the cells of cubic boards by their Unicorn binding
	// instead of the Bishop binding.
	FourColours bool
	// Side is the side at the bottom.
	Side rules.Side
	// Chosen is the cell of a piece whose Targets are shown, or [rules.NoCell].
	Chosen  rules.Cell
	Targets []rules.Move
	// Composed means that the position comes from no game, so that nothing is said about losses in a
	// glance.
	Composed bool
	// Instead is a move from Before that was played in place of Last: its cells are marked by
	// dashes. Nil for none.
	Instead *rules.Move
	// White and Black are the players' names, Note a short line such as the
	// deadline; all may be empty.
	White, Black, Note string
	// Tried lists moves that are shown as if they had been played.
	Tried []string
	// Result says in a few words how a game ended if the position does not show
	// it, such as "White wins: Black resigned". It replaces the line about the side
	// to move. Winner is the side that has won, nil for none.
	Result string
	Winner *rules.Side
	// Say translates all text; nil leaves it in English.
	Say Say

	// replay is for frames of a replay, which have the same size: kept are the levels that a
	// glance shows large, leastHeight is the height of the highest frame.
	replay      bool
	kept        []int
	leastHeight int
}

// inCheck returns the cell of the royal piece in check or mated, or
// [rules.NoCell].
func (s *Scene) inCheck() rules.Cell {
	if status := s.Position.Status(); status == rules.Check || status == rules.Checkmate {
		return s.Position.Royal(s.Position.Turn())
	}
	return rules.NoCell
}

// NewScene returns a scene of the position as White sees it, in the default
// view.
func NewScene(p *rules.Position) Scene {
	return Scene{Position: p, Chosen: rules.NoCell}
}

// View is an arrangement of the board's planes.
type View uint8

// The views.
const (
	// DefaultView is the view that suits the board: see [View.On].
	DefaultView View = iota
	// Glance shows the levels that the last move concerns large, all others small.
	Glance
	// Levels has a panel for each level, like ordinary chess boards.
	Levels
	// Ranks has a panel for each rank, with its rings, as the articles print them.
	Ranks
	// Tall is Levels for narrow screens.
	Tall
	// Single shows one level or rank, very large.
	Single
	// Stack shows the levels above each other in perspective.
	Stack
	viewCount
)

var viewNames = [viewCount]string{"default", "glance", "levels", "ranks", "tall", "single", "stack"}

// viewAliases are further names of views.
var viewAliases = map[string]View{"focus": Glance, "whole": Tall}

// String returns the name of the view in commands.
func (v View) String() string { return viewNames[v] }

// ParseView parses a view's name. The error lists the names.
func ParseView(name string) (View, error) {
	if v, ok := viewAliases[strings.ToLower(name)]; ok {
		return v, nil
	}
	v, ok := parseName(name, viewNames[:])
	if !ok {
		return DefaultView, fmt.Errorf("there is no view %.40q; choose one of: %s", name, strings.Join(viewNames[:], ", "))
	}
	return View(v), nil
}

// ViewNames returns the names of the views of the whole board.
func ViewNames() (all []string) {
	for v := DefaultView + 1; v < viewCount; v++ {
		if v != Single {
			all = append(all, v.String())
		}
	}
	return all
}

// ViewAliases returns further names of views, with the name that [View.String] gives.
func ViewAliases() map[string]string {
	names := map[string]string{}
	for alias, v := range viewAliases {
		names[alias] = v.String()
	}
	return names
}

// chosen returns the view that is drawn for v: Glance by default.
func (v View) chosen() View {
	if v == DefaultView {
		return Glance
	}
	return v
}

// Pieces is a style of drawing pieces.
type Pieces uint8

// Busts are chessmen above a name plate; Badges show how the pieces move, for
// beginners: arms for lines, dots for leaps, angles for turns and figures.
const (
	Busts Pieces = iota
	Badges
)

var pieceNames = []string{"busts", "badges"}

// String returns the name of the style in commands.
func (p Pieces) String() string { return pieceNames[p] }

// PiecesNames returns the names of the styles.
func PiecesNames() []string { return slices.Clone(pieceNames) }

// ParsePieces parses the name of a style. The error lists the names.
func ParsePieces(name string) (Pieces, error) {
	p, ok := parseName(name, pieceNames)
	if !ok {
		return Busts, fmt.Errorf("there are no pieces %.40q; choose one of: %s", name, strings.Join(pieceNames, ", "))
	}
	return Pieces(p), nil
}
