package engine

import (
	"cmp"
	"slices"

	"raumbot/rules"
)

// rootMove is a legal move of the position searched.
type rootMove struct {
	move  rules.Move
	score Score
	line  []rules.Move
}

// run searches to increasing depths until a limit is reached.
func (s *searcher) run(report func(Info)) Info {
	s.listRoot()
	info := s.info(0)
	if len(s.root) == 0 {
		return info
	}
	if s.ctx.Err() != nil {
		s.tell(report, info)
		return info
	}
	told := uint64(0) // the nodes of the last report
	lines := min(max(1, s.limits.Lines), len(s.root))
	if lines > 1 {
		s.winAtOnce()
		info = s.info(0)
	}
	selective := lines == 1 && !s.limits.Plain
	for depth := 1; depth <= s.limits.maxDepth(); depth++ {
		if selective && s.findMate() {
			info = s.info(depth)
			s.tell(report, info)
			return info
		}
		if s.resume(); s.stopped {
			break
		}
		s.rootDepth, s.deepest = depth, 0
		complete := s.iterate(depth, lines)
		// If several lines are wanted and the iteration was stopped, some lines have no score, and the
		// previous iteration counts.
		if !complete {
			if lines == 1 && s.root[0].score > -endless {
				info = s.info(depth)
			}
			break
		}
		info = s.info(depth)
		s.tell(report, info)
		told = info.Nodes
		if n, ok := info.Lines[0].Score.Mate(); ok && n > 0 && n <= s.limits.Mate {
			break
		}
		if moves, ok := info.proven(); ok {
			if moves > 0 && selective {
				s.findShorter(moves)
				info = s.info(depth)
			}
			break
		}
	}
	info.Nodes = s.nodes
	if info.Nodes != told || told == 0 {
		s.tell(report, info) // the best move may be that of an iteration that was stopped
	}
	return info
}

// maxDepth returns the depth of the last iteration.
func (l Limits) maxDepth() int {
	switch {
	case l.Depth > 0:
		return min(maxPly-1, l.Depth)
	case l.Mate > 0:
		return min(maxPly-1, 2*l.Mate+1)
	}
	return maxPly - 1
}

// proven reports whether even the last line is a forced win or loss that a deeper iteration would
// not change. Only a win in fewer moves could be better.
func (i Info) proven() (moves int, ok bool) {
	moves, ok = i.Lines[len(i.Lines)-1].Score.Mate()
	return moves, ok && 2*max(moves, -moves)+6 < i.Depth
}

// winAtOnce puts a move that wins at once first in the root, if there is one. It is needed if
// several lines are wanted: then no forced wins are searched, and few nodes do not reach all moves.
func (s *searcher) winAtOnce() {
	s.resume()
	if m, ok := s.winIn(1, checks, 0); ok && !s.stopped {
		s.putFirst(m, won-1)
	}
}

// putFirst puts a move first in the root, with its score.
func (s *searcher) putFirst(m rules.Move, score Score) {
	i := slices.IndexFunc(s.root, func(r rootMove) bool { return r.move == m })
	found := s.root[i]
	copy(s.root[1:i+1], s.root[:i])
	found.score, found.line = score, append(found.line[:0], m)
	s.root[0] = found
}

func (s *searcher) tell(report func(Info), info Info) {
	if report != nil {
		report(info)
	}
}

// listRoot lists the legal moves, or those of them that are wanted, with winning captures first.
func (s *searcher) listRoot() {
	p := s.pos.Position()
	for _, m := range s.pos.Legal(nil) {
		if len(s.limits.Moves) > 0 && !slices.Contains(s.limits.Moves, m) {
			continue
		}
		score := Score(0)
		if s.tactical(m) {
			score = Score(s.pos.Exchange(m, &s.worth))
		}
		s.root = append(s.root, rootMove{m, score, []rules.Move{m}})
	}
	before := s.evaluate(p, s.balances[0])
	for i := range s.root {
		r := &s.root[i]
		if !s.tactical(r.move) {
			s.make(r.move, 0)
			r.score = -s.evaluateAt(1) - before
			s.pos.Unmake()
		}
	}
	s.nodes, s.stopped = 0, false
	slices.SortStableFunc(s.root, func(a, b rootMove) int { return cmp.Compare(b.score, a.score) })
	for i := range s.root {
		s.root[i].score = before
	}
}

// info returns the result so far.
func (s *searcher) info(depth int) Info {
	info := Info{Depth: depth, Selective: max(depth, s.deepest), Nodes: s.nodes}
	for _, r := range s.root[:min(max(1, s.limits.Lines), len(s.root))] {
		info.Lines = append(info.Lines, Line{r.score, s.toItsEnd(r)})
	}
	return info
}

// toItsEnd returns the line of a move. The line of a forced win or loss may end where the table
// knew the rest. It is then continued with moves from the table.
func (s *searcher) toItsEnd(r rootMove) []rules.Move {
	line := slices.Clone(r.line)
	plies := int(won - max(r.score, -r.score))
	if plies > maxPly || len(line) >= plies {
		return line
	}
	nodes, budget, stopped := s.nodes, s.budget, s.stopped
	s.budget = 0
	for ply, m := range line {
		s.make(m, ply)
	}
	for s.stopped = false; len(line) < plies; {
		ply := len(line)
		known, ok := s.table.load(s.pos.Key(), ply)
		m := known.move
		if ok = ok && m != noMove && s.pos.Allows(m); !ok && ply == plies-1 {
			m, ok = s.winIn(1, checks, ply)
		}
		if !ok {
			break
		}
		line = append(line, m)
		s.make(m, ply)
	}
	for s.pos.Ply() > s.base {
		s.pos.Unmake()
	}
	s.nodes, s.budget, s.stopped = nodes, budget, stopped
	return line
}

// iterate searches all moves to one depth. For each further line it leaves out the first moves of
// the previous ones. It returns false if it was stopped.
func (s *searcher) iterate(depth, lines int) bool {
	for first := range lines {
		guess := s.root[first].score
		width := Score(25)
		alpha, beta := guess-width, guess+width
		if depth < 4 || max(guess, -guess) >= forced {
			alpha, beta = -endless, endless
		}
		for {
			score := s.searchRoot(depth, first, alpha, beta)
			rest := s.root[first:]
			slices.SortStableFunc(rest, func(a, b rootMove) int { return cmp.Compare(b.score, a.score) })
			if s.stopped {
				return false
			}
			width *= 3
			switch {
			case score <= alpha:
				alpha = max(-endless, score-width)
			case score >= beta:
				beta = min(endless, score+width)
			default:
				width = 0
			}
			if width == 0 {
				break
			}
			if width > 1000 {
				alpha, beta = -endless, endless
			}
		}
		s.order(first + 1)
	}
	return true
}

// order sorts the lines found so far by score.
func (s *searcher) order(lines int) {
	slices.SortStableFunc(s.root[:lines], func(a, b rootMove) int { return cmp.Compare(b.score, a.score) })
}

// searchRoot searches the moves from index first on.
func (s *searcher) searchRoot(depth, first int, alpha, beta Score) Score {
	best := -endless
	checked := s.pos.Checked()
	s.stack[0].static = s.evaluateAt(0)
	// Moves that have not been searched come after those that have. The first move keeps its score
	// until it has a new one.
	for i := first + 1; i < len(s.root); i++ {
		s.root[i].score = -endless
	}
	for i := first; i < len(s.root); i++ {
		r := &s.root[i]
		extended := depth - 1
		if checked {
			extended++
		}
		reduced := 0
		if n := i - first; depth >= 3 && n > 3 && !checked && !s.tactical(r.move) && !s.pos.GivesCheck(r.move) {
			reduced = min(depth-2, max(0, reductions[min(depth, 63)][min(n, 63)]-1))
		}
		s.stack[1].killers = [2]rules.Move{noMove, noMove}
		s.make(r.move, 0)
		score := s.scout(extended, reduced, alpha, beta, 1, i == first)
		s.pos.Unmake()
		if s.stopped {
			return best
		}
		if i == first || score > alpha {
			r.score = score
			r.line = append(append(r.line[:0], r.move), s.stack[1].line...)
		}
		best = max(best, score)
		alpha = max(alpha, score)
		if alpha >= beta {
			break
		}
	}
	return best
}
