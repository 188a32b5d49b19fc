// Package engine finds good moves in every game that package rules knows. It searches with
// alpha-beta and evaluates positions from the variant's own data about its pieces, so that a new
// game needs no code here.
//
// A search runs in one goroutine and depends only on the game, the limits and the size of the
// table: the same question gets the same answer. It reads no clock. To get an answer in time,
// cancel the context: the search returns the best move found so far.
//
//	engine.go score.go verdict.go level.go   searches: limits, results, levels of strength
//	root.go search.go node.go quiesce.go   the search
//	attempt.go mate.go              the search for forced wins beside it
//	picker.go memory.go table.go    move ordering, and what a search remembers
//	evaluate.go worth.go tuned.go   the evaluation of positions and pieces
//	family.go                       pieces that must be kept, and captures that win at once
//	bench.go dice.go                benchmarks, and reproducible randomness
package engine

import (
	"context"

	"raumbot/rules"
)

// Limits end a search. The zero value searches until the context ends.
type Limits struct {
	// Depth is the maximum depth in plies, Nodes the maximum number of positions; 0 is no limit. A
	// forced win that has been found is shown to its end even if that takes a few more nodes.
	Depth int
	Nodes uint64
	// Mate asks for a mate in at most this many moves. The search ends when it has found one, or when
	// there is none to the depth that such a mate takes, unless Depth says another.
	Mate int
	// Lines is the number of best moves wanted; 0 means one.
	Lines int
	// Moves, if not empty, are the only first moves to be searched. Moves that are not legal are
	// ignored.
	Moves []rules.Move
	// Plain turns off the search for forced wins beside the main one. It would take most of a few
	// hundred nodes.
	Plain bool
}

// A Line is a move with the engine's opinion of it.
type Line struct {
	Score Score
	// Moves begins with the move itself, followed by the expected play.
	Moves []rules.Move
}

// An Info is the progress of a search.
type Info struct {
	// Depth is the depth of the iteration, which in the last report may have been stopped. Selective
	// is the depth of the longest line searched, in plies.
	Depth, Selective int
	Nodes            uint64
	// Lines holds the best lines, the best one first.
	Lines []Line
}

// Best returns the best move; ok is false if the position has none.
func (i Info) Best() (rules.Move, bool) {
	if len(i.Lines) == 0 {
		return rules.Move{}, false
	}
	return i.Lines[0].Moves[0], true
}

// DefaultHash is the default size of an engine's transposition table, in bytes.
const DefaultHash = 16 << 20

// Engine holds the memory of searches. It runs one search at a time.
type Engine struct {
	table table
	// formula ignores tuned values. values, if not nil, is the evaluator of a variant that replaces
	// both.
	formula bool
	values  *evaluator
}

// New returns an engine whose table takes at most hash bytes.
func New(hash int) *Engine {
	e := &Engine{}
	e.Resize(hash)
	return e
}

// Resize limits the table of the next searches to hash bytes. The memory of a larger table is kept
// for later.
func (e *Engine) Resize(hash int) { e.table.limit = max(1, hash/entrySize) }

// Search searches for the best moves in the game's current position. It calls report, if not nil,
// after each iteration, and finally with the result that it returns. When the context ends or a
// limit is reached it returns the result so far: at least one legal move if there is any.
func (e *Engine) Search(ctx context.Context, game *rules.Game, limits Limits, report func(Info)) Info {
	if game.Position().Status().Finished() {
		return Info{}
	}
	e.table.prepare(limits.Nodes)
	s := newSearcher(ctx, e, game, limits)
	return s.run(report)
}
