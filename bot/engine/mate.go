package engine

import (
	"slices"

	"raumbot/rules"
)

// mateSearch is the state of the search for a forced win.
type mateSearch struct {
	attempts []attempt // the attempts that are left
	nodes    uint64    // the nodes spent in total
	// refuted are the first moves that the current attempt has found not to win. stuck is the number
	// of nodes spent on the next one when the attempt last ran out of nodes.
	refuted map[rules.Move]bool
	stuck   uint64
	plies   []matePly
	known   []matePosition
}

type matePly struct {
	moves []rules.Move
	// refutation is the reply that last saved the loser at this ply. winner is the move that last won
	// there.
	refutation, winner rules.Move
	// threat is the winning threat of the move at this ply, in games without a royal piece.
	threat rules.Move
}

// A matePosition holds the winner's chances in a position for each value of tries: the number of
// moves of the shortest win found, and the number of moves in which there is no win.
type matePosition struct {
	key       uint64
	won, safe [triesCount]uint8
}

const matePositions = 1 << 14

// ends reports whether the player to move has lost.
func (s *searcher) ends() bool {
	return s.pos.Position().Status().Finished() || s.pos.Checked() && !s.pos.HasMove()
}

// mayWin reports whether a move could win at once, by check or by marriage.
// [searcher.winningCapture] finds the captures that win.
func (s *searcher) mayWin(m rules.Move) bool {
	if s.pos.GivesCheck(m) {
		return true
	}
	if s.spouse == rules.NoKind {
		return false
	}
	p := s.pos.Position()
	kind := p.At(m.From).Kind()
	return (kind == s.royal || kind == s.spouse || m.Promotion == s.spouse) &&
		(m.Promotion == s.spouse || p.Count(rules.MakePiece(s.spouse, p.Turn())) > 0)
}

// reach extends plies up to a ply.
func (ms *mateSearch) reach(ply int) {
	for len(ms.plies) <= ply {
		ms.plies = append(ms.plies, matePly{refutation: noMove, winner: noMove, threat: noMove})
	}
}

// winIn returns a move that forces a win in at most n moves.
func (s *searcher) winIn(n int, try tries, ply int) (rules.Move, bool) {
	ms := &s.mate
	ms.reach(ply + 1)
	var some []rules.Move
	if ply == 0 {
		some = s.limits.Moves
	}
	var memory *matePosition // nil if only some moves are allowed, as it holds the value of all moves
	key := s.pos.Key()
	if n > 1 && len(some) == 0 {
		memory = &ms.known[key&(matePositions-1)]
		if wins, known := memory.recall(key, n, try); known && ply > 0 {
			return noMove, wins
		}
	}
	if m, ok := s.winningCapture(some); ok || s.royal == rules.NoKind && (n == 1 || !s.opponentNearLoss()) {
		s.remember(memory, key, n, try, ok)
		return m, ok
	}
	moves := s.winningTries(n, try, ms.plies[ply].moves[:0])
	if len(some) > 0 {
		moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return !slices.Contains(some, m) })
	}
	ms.plies[ply].moves = moves
	if s.royal == rules.NoKind {
		moveToFront(moves, ms.plies[ply].winner)
	}
	m, ok, stopped := s.tryMoves(moves, n, try, ply)
	if ok {
		ms.plies[ply].winner = m
	}
	if !stopped {
		s.remember(memory, key, n, try, ok)
	}
	return m, ok
}

// recall returns what is known about a win in n moves in the position with a key.
func (mp *matePosition) recall(key uint64, n int, try tries) (wins, known bool) {
	switch {
	case mp.key != key:
		return false, false
	case n <= int(mp.safe[try]):
		return false, true
	}
	wins = mp.won[try] > 0 && n >= int(mp.won[try])
	return wins, wins
}

// tryMoves returns the first of some moves that forces a win in at most n moves. It begins with
// those that may win at once. stopped means that the search was stopped before all had been tried.
func (s *searcher) tryMoves(moves []rules.Move, n int, try tries, ply int) (m rules.Move, ok, stopped bool) {
	ms := &s.mate
	for _, may := range []bool{true, false} {
		if !may && (n == 1 || try == checks && s.royal != rules.NoKind) {
			break
		}
		for _, m := range moves {
			if s.mayWin(m) != may || ply == 0 && ms.refuted[m] {
				continue
			}
			before := s.nodes
			if (may || try == anything || s.threatens(m, n, try, ply)) && s.wins(m, n, try, ply) {
				return m, true, false
			}
			if s.stopped {
				if ply == 0 {
					ms.stuck = s.nodes - before
				}
				return noMove, false, true
			}
			if ply == 0 {
				ms.refute(m)
			}
		}
	}
	return noMove, false, false
}

// refute records that a first move does not win.
func (ms *mateSearch) refute(m rules.Move) {
	if ms.refuted == nil {
		ms.refuted = map[rules.Move]bool{}
	}
	ms.refuted[m], ms.stuck = true, 0
}

// winningTries appends the moves that winIn tries. These are all legal moves or, if only moves that
// could win at once count, at least those.
func (s *searcher) winningTries(n int, try tries, moves []rules.Move) []rules.Move {
	if (n == 1 || try == checks) && s.royal != rules.NoKind && s.spouse == rules.NoKind {
		return s.pos.Checks(moves)
	}
	return s.pos.Legal(moves)
}

func (s *searcher) remember(memory *matePosition, key uint64, n int, try tries, won bool) {
	if memory == nil {
		return
	}
	if memory.key != key {
		*memory = matePosition{key: key}
	}
	if won {
		memory.won[try] = uint8(n)
	} else {
		memory.safe[try] = uint8(n)
	}
}

// forget clears what is known about the winner's chances in the current position.
func (s *searcher) forget() {
	key := s.pos.Key()
	if memory := &s.mate.known[key&(matePositions-1)]; memory.key == key {
		*memory = matePosition{}
	}
}

// threatens reports whether the winner would win a move sooner if the loser passed after m. If
// otherwise only checks are tried, it reports whether the winner would win at once.
func (s *searcher) threatens(m rules.Move, n int, try tries, ply int) bool {
	s.make(m, ply)
	defer s.pos.Unmake()
	if s.stopped || s.pos.Position().Status().Finished() || s.pos.Checked() {
		return !s.stopped
	}
	if try == checks {
		n = 2
	}
	by := threats
	if n > 2 {
		by = checks
	}
	s.pos.MakeNull()
	s.balances[ply+2] = s.balances[ply+1]
	m, threat := s.winIn(n-1, by, ply+2)
	s.mate.plies[ply].threat = m
	s.pos.Unmake()
	return threat && !s.stopped
}

// moveToFront moves m to the front of moves, if it is among them.
func moveToFront(moves []rules.Move, m rules.Move) {
	if i := slices.Index(moves, m); i > 0 {
		moves[0], moves[i] = m, moves[0]
	}
}

// putDefencesFirst moves the replies that capture the threatening piece to the front, followed by
// those that move the threatened one.
func putDefencesFirst(replies []rules.Move, threat rules.Move) {
	n := 0
	for _, taken := range []bool{true, false} {
		for i := n; i < len(replies); i++ {
			if r := replies[i]; taken && r.To == threat.From || !taken && r.From == threat.To {
				replies[n], replies[i] = r, replies[n]
				n++
			}
		}
	}
}

// wins reports whether m forces a win in at most n moves, including itself.
func (s *searcher) wins(m rules.Move, n int, try tries, ply int) bool {
	s.make(m, ply)
	defer s.pos.Unmake()
	if s.stopped {
		return false
	}
	if n == 1 || s.pos.Position().Status().Finished() {
		return s.ends()
	}
	if s.pos.Occurrences() > 1 {
		return false
	}
	ms := &s.mate
	ms.reach(ply + 2)
	replies := s.pos.Legal(ms.plies[ply+1].moves[:0])
	ms.plies[ply+1].moves = replies
	if len(replies) == 0 {
		return s.pos.Checked()
	}
	if s.royal == rules.NoKind {
		putDefencesFirst(replies, ms.plies[ply].threat)
	}
	moveToFront(replies, ms.plies[ply+1].refutation)
	for _, r := range replies {
		s.make(r, ply+1)
		won := false
		if !s.stopped && !s.pos.Position().Status().Finished() {
			_, won = s.winIn(n-1, try, ply+2)
		}
		s.pos.Unmake()
		if !won {
			ms.plies[ply+1].refutation = r
			return false
		}
	}
	return true
}

// showMate puts a win in n moves first in the root, with its principal variation.
func (s *searcher) showMate(m rules.Move, n int, try tries) {
	s.putFirst(m, won-Score(2*n-1))
	ply := 0
	for n > 1 {
		s.make(m, ply)
		reply, longest := s.longestDefence(n, try, ply)
		ply++
		if reply == noMove {
			break
		}
		s.make(reply, ply)
		ply++
		n = longest
		s.forget() // for a position known to be won, winIn does not return the move
		next, ok := s.winIn(n, try, ply)
		if !ok || next == noMove {
			break
		}
		m = next
		s.root[0].line = append(s.root[0].line, reply, m)
	}
	for s.pos.Ply() > s.base {
		s.pos.Unmake()
	}
}

// longestDefence returns the reply that delays the loss longest, and the number of moves that the
// winner then needs.
func (s *searcher) longestDefence(n int, try tries, ply int) (best rules.Move, moves int) {
	best = noMove
	for _, r := range s.pos.Legal(nil) {
		s.make(r, ply+1)
		needed := 1
		for ; needed < n-1; needed++ {
			if _, ok := s.winIn(needed, try, ply+2); ok {
				break
			}
		}
		s.pos.Unmake()
		if needed > moves {
			best, moves = r, needed
		}
	}
	return best, moves
}
