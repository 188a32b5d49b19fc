// Package engine finds good moves in every game that package rules knows. It
// searches with alpha-beta and judges positions by what the variant's own data
// say of its pieces, so a new game needs nothing here.
//
// A search is one goroutine's work and depends on nothing but the game, the
// limits and the size of the table: the same question gets the same answer.
// There is no clock here. Whoever wants an answer in time cancels the context,
// and is given the best move found so far.
//
//	engine.go score.go verdict.go level.go   a search from outside: its limits, its answer, and levels of strength
//	root.go search.go quiesce.go mate.go   the search
//	picker.go memory.go table.go   the order of moves, and what a search remembers
//	evaluate.go worth.go   what a position and its pieces are worth
//	bench.go dice.go   measurements, and chance that can be repeated
package engine

import (
	"context"

	"raumbot/rules"
)

// Limits end a search. The zero value searches until the context ends.
type Limits struct {
	// Depth is the greatest depth in plies, Nodes the number of positions to
	// visit; 0 is no limit.
	Depth int
	Nodes uint64
	// Mate asks for a mate in at most so many moves and ends the search when
	// one has been found.
	Mate int
	// Lines is how many of the best moves are wanted; 0 is one.
	Lines int
}

// A Line is a move with what the engine thinks of it.
type Line struct {
	Score Score
	// Moves begins with the move itself; what follows is the expected play.
	Moves []rules.Move
}

// An Info tells how far a search has come.
type Info struct {
	// Depth is the depth of the iteration that is done, Selective that of the
	// longest line looked at, in plies.
	Depth, Selective int
	Nodes            uint64
	// Lines has the best lines, the best one first.
	Lines []Line
}

// Best returns the best move, false if the position has none.
func (i Info) Best() (rules.Move, bool) {
	if len(i.Lines) == 0 {
		return rules.Move{}, false
	}
	return i.Lines[0].Moves[0], true
}

// DefaultHash is the size of the table of an engine, in bytes.
const DefaultHash = 16 << 20

// Engine is the memory of searches. It serves one search at a time.
type Engine struct {
	table table
}

// New makes an engine whose table takes at most so many bytes.
func New(hash int) *Engine {
	e := &Engine{}
	e.table.limit = max(1, hash/entrySize)
	return e
}

// Search looks for the best moves in the position that the game has reached.
// It calls report, if that is not nil, after each iteration. When the context
// ends or a limit is reached it returns what it has found so far: at least one legal
// move if there is any.
func (e *Engine) Search(ctx context.Context, game *rules.Game, limits Limits, report func(Info)) Info {
	if game.Position().Status().Finished() {
		return Info{}
	}
	e.table.prepare(limits.Nodes)
	s := newSearcher(ctx, e, game, limits)
	return s.run(report)
}
