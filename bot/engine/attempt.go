package engine

import "raumbot/rules"

// The search for a forced win is exhaustive in the loser's moves. Of the winner's it tries some, in attempts one after the other. It gets
// a share of the main search's nodes.

// tries says which moves of the winner are tried.
type tries uint8

const (
	// checks are only checks, or where no piece is royal, moves that threaten to win at once.
	checks tries = iota
	// threats are also moves after which the loser, if they passed, would lose a move sooner.
	threats
	// anything is all moves, as wins by zugzwang and by slow threats need.
	anything
	triesCount
)

// An attempt is to win in so many moves.
type attempt struct {
	moves int
	tries tries
}

// attempts are those where a piece is royal, keptAttempts those where pieces must be kept, so that most moves are no threats and all are too many.
var (
	attempts     = []attempt{{1, checks}, {2, checks}, {2, anything}, {3, checks}, {3, threats}, {3, anything}, {4, checks}, {5, checks}, {4, threats}}
	keptAttempts = []attempt{{1, checks}, {2, checks}, {2, threats}, {3, checks}, {3, threats}, {4, checks}, {5, checks}, {4, threats}}
)

// farAhead is a score, in hundredths of a Pawn, of a player who is winning.
const farAhead = 1000

// findMate searches for a forced win within its share of nodes, and if it finds one
// puts it first in the root.
func (s *searcher) findMate() bool {
	y := &s.mate
	for ; len(y.attempts) > 0; y.next() {
		wanted := y.attempts[0].moves <= s.limits.Mate || y.attempts[0].moves == 1
		s.budget = s.limits.Nodes
		if !wanted {
			spent := s.nodes - y.nodes
			share := spent/4 + 200
			switch {
			case s.royal == rules.NoKind:
				share = spent/2 + 200 // its nodes take a fraction of the others' time there
			case s.root[0].score >= farAhead:
				share = spent + 200 // the rest of the game is to be won fast
			}
			if share < y.nodes || share-y.nodes < 2*y.stuck {
				return false
			}
			s.allow(share - y.nodes)
		}
		if s.attemptMate() {
			return true
		}
		if s.stopped {
			s.resume()
			return false
		}
	}
	return false
}

// findShorter searches for a win in fewer moves than the main search has found, as long as that has taken, and a little more.
func (s *searcher) findShorter(moves int) {
	y := &s.mate
	const more = 100_000
	s.allow(s.nodes + more)
	for ; len(y.attempts) > 0 && y.attempts[0].moves < moves; y.next() {
		if s.attemptMate() || s.stopped {
			break
		}
	}
	s.resume()
}

// allow ends the present part of the search after so many more nodes, or with the whole search.
func (s *searcher) allow(nodes uint64) {
	s.budget = s.nodes + nodes
	if s.limits.Nodes != 0 {
		s.budget = min(s.budget, s.limits.Nodes)
	}
}

// attemptMate makes the present attempt, or goes on with it, and puts the win that it finds first in the root.
func (s *searcher) attemptMate() bool {
	y := &s.mate
	try := y.attempts[0]
	if y.known == nil && try.moves > 1 {
		y.known = make([]matePosition, matePositions)
	}
	start := s.nodes
	m, found := s.winIn(try.moves, try.tries, 0)
	y.nodes += s.nodes - start
	if found && !s.stopped {
		s.budget = 0
		s.showMate(m, try.moves, try.tries)
		return true
	}
	return false
}

// next goes on to the next attempt.
func (y *mateSearch) next() {
	y.attempts, y.stuck = y.attempts[1:], 0
	clear(y.refuted)
}

// resume continues after a part of the search with its own budget, unless the
// whole search has ended.
func (s *searcher) resume() {
	s.budget = s.limits.Nodes
	s.stopped = s.ctx.Err() != nil || s.budget != 0 && s.nodes >= s.budget
}
