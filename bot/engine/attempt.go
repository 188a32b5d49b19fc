package engine

import "raumbot/rules"

// The search for a forced win tries all replies of the loser, but only some moves of the winner. It
// consists of attempts, one after the other, and gets a share of the main search's nodes.

// tries says which moves of the winner are tried.
type tries uint8

const (
	// checks means checks only. Where no piece is royal, it means moves that threaten to win at once.
	checks tries = iota
	// threats also includes moves after which the loser, by passing, would lose a move sooner.
	threats
	// anything means all moves, which wins by zugzwang and by slow threats need.
	anything
	triesCount
)

// An attempt is a search for a win in a number of moves.
type attempt struct {
	moves int
	tries tries
}

// attempts are for games with a royal piece. keptAttempts are for games in which pieces must be
// kept: there most moves are no threats, and trying all moves would take too long.
var (
	attempts     = []attempt{{1, checks}, {2, checks}, {2, anything}, {3, checks}, {3, threats}, {3, anything}, {4, checks}, {5, checks}, {4, threats}}
	keptAttempts = []attempt{{1, checks}, {2, checks}, {2, threats}, {3, checks}, {3, threats}, {4, checks}, {5, checks}, {4, threats}}
)

// farAhead is a score, in hundredths of a Pawn, of a player who is winning.
const farAhead = 1000

// findMate searches for a forced win within its share of nodes. If it finds one it puts it first in
// the root.
func (s *searcher) findMate() bool {
	ms := &s.mate
	for ; len(ms.attempts) > 0; ms.next() {
		wanted := ms.attempts[0].moves <= s.limits.Mate || ms.attempts[0].moves == 1
		s.budget = s.limits.Nodes
		if !wanted {
			spent := s.nodes - ms.nodes
			share := spent/4 + 200
			switch {
			case s.royal == rules.NoKind:
				share = spent/2 + 200 // its nodes take a fraction of the others' time in such games
			case s.root[0].score >= farAhead:
				share = spent + 200 // the rest of the game is to be won fast
			}
			if share < ms.nodes || share-ms.nodes < 2*ms.stuck {
				return false
			}
			s.allow(share - ms.nodes)
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

// findShorter searches for a win in fewer moves than the main search has found. It takes as many
// nodes as that search has taken, and a few more.
func (s *searcher) findShorter(moves int) {
	ms := &s.mate
	const more = 100_000
	s.allow(s.nodes + more)
	for ; len(ms.attempts) > 0 && ms.attempts[0].moves < moves; ms.next() {
		if s.attemptMate() || s.stopped {
			break
		}
	}
	s.resume()
}

// allow sets the budget of the current part of the search to a number of nodes from now on.
func (s *searcher) allow(nodes uint64) {
	s.budget = s.nodes + nodes
	if s.limits.Nodes != 0 {
		s.budget = min(s.budget, s.limits.Nodes)
	}
}

// attemptMate makes the current attempt, or continues it. If it finds a win it puts it first in the
// root.
func (s *searcher) attemptMate() bool {
	ms := &s.mate
	try := ms.attempts[0]
	if ms.known == nil && try.moves > 1 {
		ms.known = make([]matePosition, matePositions)
	}
	start := s.nodes
	m, found := s.winIn(try.moves, try.tries, 0)
	ms.nodes += s.nodes - start
	if found && !s.stopped {
		s.budget = 0
		s.showMate(m, try.moves, try.tries)
		return true
	}
	return false
}

// next goes on to the next attempt.
func (ms *mateSearch) next() {
	ms.attempts, ms.stuck = ms.attempts[1:], 0
	clear(ms.refuted)
}

// resume continues after a part of the search with its own budget, unless the whole search has
// ended.
func (s *searcher) resume() {
	s.budget = s.limits.Nodes
	s.stopped = s.ctx.Err() != nil || s.budget != 0 && s.nodes >= s.budget
}
