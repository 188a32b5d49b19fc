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
	told := uint64(0) // nodes of the last report
	lines := min(max(1, s.limits.Lines), len(s.root))
	if lines > 1 && s.winAtOnce() {
		info = s.info(0)
	}
	depths := maxPly - 1
	switch {
	case s.limits.Depth > 0:
		depths = min(depths, s.limits.Depth)
	case s.limits.Mate > 0:
		depths = min(depths, 2*s.limits.Mate+1)
	}
	for depth := 1; depth <= depths; depth++ {
		if lines == 1 && !s.limits.Plain && s.findMate() {
			info = s.info(depth)
			s.tell(report, info)
			return info
		}
		if s.resume(); s.stopped {
			break
		}
		s.rootDepth, s.deepest = depth, 0
		complete := s.iterate(depth, lines)
		// If several lines are wanted, those not searched before the stop have no score, and the
		// previous iteration counts.
		if complete || lines == 1 && s.root[0].score > -endless {
			info = s.info(depth)
		}
		if !complete {
			break
		}
		s.tell(report, info)
		told = info.Nodes
		if n, ok := info.Lines[0].Score.Mate(); ok && n > 0 && n <= s.limits.Mate {
			break
		}
		if n, ok := info.Lines[len(info.Lines)-1].Score.Mate(); ok && 2*max(n, -n)+6 < depth {
			// Even the last wanted line is a proven win or loss. Only a shorter win could be better.
			if lines == 1 && n > 0 && !s.limits.Plain {
				s.findShorter(n)
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

// winAtOnce puts a move that wins at once first in the root, if there is one: for several lines no forced wins are searched, and few nodes do
// not reach all moves.
func (s *searcher) winAtOnce() bool {
	s.resume()
	m, ok := s.winIn(1, checks, 0)
	if ok && !s.stopped {
		s.first(m, won-1)
	}
	return ok && !s.stopped
}

// first puts a move first in the root, with its score.
func (s *searcher) first(m rules.Move, score Score) {
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

// listRoot lists the legal moves, or those of them that are wanted, winning captures first.
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

// toItsEnd returns the line of a move. That of a forced win or loss, which may end where the table knew the rest, is
// continued from the table as far as that still knows it.
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

// iterate searches all moves to one depth; for each further line, without the
// moves of the previous ones. It returns false if it was stopped.
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
	// Moves not searched come after those that were. The first keeps its score
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
