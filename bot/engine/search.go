package engine

import (
	"context"
	"runtime"

	"raumbot/rules"
)

// maxPly limits the length of a line, in plies.
const maxPly = 100

// searcher is the state of one search.
type searcher struct {
	*evaluator
	ctx    context.Context
	limits Limits
	table  *table
	pos    *rules.SearchPosition
	// balances holds the balance of each position in the current line.
	balances [maxPly + 2]balance
	stack    [maxPly + 2]plyState
	memory   memory
	nodes    uint64
	deepest  int
	// budget is the node count at which the current part of the search ends, 0 for none.
	budget  uint64
	stopped bool
	// rootDepth is the depth of the current iteration.
	rootDepth       int
	root            []rootMove
	victimCells     []rules.Cell // the victims considered by a picker
	winningCaptures []rules.Move // found by winningCapture
	mate            mateSearch
	base            int // the number of moves before the root
}

// plyState is the search's state at one ply.
type plyState struct {
	killers [2]rules.Move
	// played is the move that led to the next ply.
	played rules.Move
	mover  rules.Piece
	static Score
	picker picker
	line   []rules.Move // the principal variation from here
}

func newSearcher(ctx context.Context, e *Engine, game *rules.Game, limits Limits) *searcher {
	s := &searcher{evaluator: e.evaluator(game.Position().Variant()), ctx: ctx, limits: limits, table: &e.table, pos: game.SearchPosition()}
	s.base = s.pos.Ply()
	s.balances[0] = s.balanceOf(s.pos.Position())
	for i := range s.stack {
		s.stack[i].killers = [2]rules.Move{noMove, noMove}
	}
	s.memory.init(game.Position().Variant())
	s.mate.attempts = attempts
	if s.royal == rules.NoKind {
		s.mate.attempts = keptAttempts
	}
	return s
}

// make plays a move from the given ply.
func (s *searcher) make(m rules.Move, ply int) {
	level := &s.stack[ply]
	level.played, level.mover = m, s.pos.Position().At(m.From)
	s.pos.Make(m)
	s.balances[ply+1] = s.balances[ply].after(s.evaluator, s.pos.Changes())
	s.nodes++
	// Yield to other goroutines, but not at every node: yielding can also wake an idle processor,
	// which costs more than a node.
	if s.nodes&127 == 0 {
		runtime.Gosched()
		s.stopped = s.stopped || s.ctx.Err() != nil
	}
	if s.budget != 0 && s.nodes >= s.budget {
		s.stopped = true
	}
}

func (s *searcher) evaluateAt(ply int) Score {
	return s.evaluate(s.pos.Position(), s.balances[ply])
}

// drawn reports whether the current position is a draw: by a second occurrence, by fifty moves, or
// by insufficient material.
func (s *searcher) drawn(ply int) bool {
	return s.pos.Position().Halfmoves() >= 100 || s.pos.Occurrences() > 1 || s.balances[ply].phase == 0 && s.pos.Bare()
}

// over returns the score of a position in which no moves need to be searched: the search has
// stopped, the game is over or drawn (if draws is set), the line is too long, or a capture wins at
// once. The capture then becomes the line.
func (s *searcher) over(ply int, draws bool) (score Score, over bool) {
	switch {
	case s.stopped:
		return 0, true
	case s.pos.Position().Status().Finished():
		return Score(ply) - won, true
	case draws && s.drawn(ply):
		if s.ends() { // checkmate comes before the fifty moves
			return Score(ply) - won, true
		}
		return 0, true
	case ply >= maxPly:
		return s.evaluateAt(ply), true
	}
	m, ok := s.winningCapture(nil)
	if !ok {
		return 0, false
	}
	level := &s.stack[ply]
	level.line = append(level.line, m)
	return won - Score(ply) - 1, true
}

// alphaBeta returns the score of the current position for the player to move. It is exact between
// alpha and beta, else a bound.
func (s *searcher) alphaBeta(depth int, alpha, beta Score, ply int, mayPass bool) Score {
	level := &s.stack[ply]
	level.line = level.line[:0]
	if score, over := s.over(ply, true); over {
		return score
	}
	checked := s.pos.Checked()
	if checked && ply < 2*s.rootDepth {
		depth++
	}
	if depth <= 0 {
		return s.quiesce(alpha, beta, ply, 0)
	}
	s.deepest = max(s.deepest, ply)
	// No line from here is better than winning at once, or worse than having lost.
	alpha, beta = max(alpha, Score(ply)-won), min(beta, won-Score(ply)-1)
	if alpha >= beta {
		return alpha
	}
	known, ok := s.table.load(s.pos.Key(), ply)
	if ok && beta-alpha == 1 && known.depth >= depth && known.decides(alpha, beta) {
		return known.score
	}
	n := node{depth: depth, alpha: alpha, beta: beta, ply: ply, checked: checked, static: -endless}
	if !checked {
		n.static = s.estimate(ply, known, ok)
	}
	level.static = n.static
	n.improving = !checked && ply >= 2 && n.static > s.stack[ply-2].static
	s.stack[ply+1].killers = [2]rules.Move{noMove, noMove}
	if !n.open() && !checked {
		if score, cut := s.prune(&n, mayPass); cut {
			return score
		}
		if s.stopped {
			return 0
		}
	}
	if depth >= 5 && known.move == noMove {
		n.depth-- // the next iteration will have a move to begin with
	}
	return s.searchMoves(&n, known.move)
}

// estimate returns the evaluation of the current position, or the score of the table entry known if
// that says more.
func (s *searcher) estimate(ply int, known found, ok bool) Score {
	static := s.evaluateAt(ply)
	if ok && known.corrects(static) {
		return known.score
	}
	return static
}

// searchMoves returns the score of the current position by searching its moves. The move likely is
// searched first if it is legal.
func (s *searcher) searchMoves(n *node, likely rules.Move) Score {
	level := &s.stack[n.ply]
	pick := &level.picker
	pick.begin(s, n.ply, likely, n.checked)
	best, bestMove, first, open := -endless, noMove, n.alpha, n.open()
	if bound, far := n.farBehind(); far {
		pick.quietsOut = true
		best = bound
	}
	count := 0
	var quiets [48]rules.Move
	quietCount := 0
	for {
		m, ok := pick.next()
		if !ok {
			break
		}
		count++
		quiet := pick.stage != stageBad && !s.tactical(m)
		if best > -forced && count > 1 && s.skips(n, m, quiet, quietCount) {
			if quiet {
				quietCount++
			}
			continue
		}
		reduced := s.reduction(n, m, count, quiet, open)
		s.make(m, n.ply)
		score := s.scout(n.depth-1, reduced, n.alpha, n.beta, n.ply+1, count == 1)
		s.pos.Unmake()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > n.alpha {
				bestMove = m
				level.line = append(append(level.line[:0], m), s.stack[n.ply+1].line...)
				n.alpha = score
			}
		}
		if n.alpha >= n.beta {
			if quiet {
				s.memory.reward(s, n.ply, m, n.depth, quiets[:min(quietCount, len(quiets))])
			}
			break
		}
		if quiet {
			if quietCount < len(quiets) {
				quiets[quietCount] = m
			}
			quietCount++
		}
	}
	if count == 0 && best == -endless {
		if n.checked {
			return Score(n.ply) - won
		}
		return 0
	}
	s.table.store(s.pos.Key(), n.ply, found{bestMove, best, min(n.depth, 250), boundOf(best, first, n.beta)})
	return best
}

// skips reports whether a move near the end of a line need not be searched. quietCount is the
// number of quiet moves before it. If there were enough of them it skips the remaining ones as
// well.
func (s *searcher) skips(n *node, m rules.Move, quiet bool, quietCount int) bool {
	if n.checked || n.depth > 5 {
		return false
	}
	pick := &s.stack[n.ply].picker
	switch {
	case quiet && quietCount >= n.maxQuiets():
		pick.skipQuiets()
		return true
	case quiet:
		return n.depth <= 4 && n.static+Score(90+90*n.depth) <= n.alpha && !s.pos.GivesCheck(m)
	}
	return pick.stage == stageBad && !s.pos.Gains(m, &s.worth, -60*n.depth*n.depth)
}

// scout returns the score, between alpha and beta, of the move that led to the position at ply. All
// moves but the first are searched with an empty window and to a reduced depth. They are searched
// again only if they seem to be better than alpha.
func (s *searcher) scout(depth, reduced int, alpha, beta Score, ply int, first bool) Score {
	if !first {
		score := -s.alphaBeta(depth-reduced, -alpha-1, -alpha, ply, true)
		if score > alpha && reduced > 0 {
			score = -s.alphaBeta(depth, -alpha-1, -alpha, ply, true)
		}
		if score <= alpha || score >= beta {
			return score
		}
	}
	return -s.alphaBeta(depth, -beta, -alpha, ply, true)
}

// reduction returns by how many plies the search of the move number count of a position is reduced.
func (s *searcher) reduction(n *node, m rules.Move, count int, quiet, open bool) int {
	losing := s.stack[n.ply].picker.stage == stageBad
	if n.depth < 3 || count <= 2 || n.checked || !quiet && !losing {
		return 0
	}
	reduced := reductions[min(n.depth, 63)][min(count, 63)]
	if count > 63 {
		reduced++
	}
	if open {
		reduced--
	}
	if !n.improving {
		reduced++
	}
	if quiet {
		reduced -= s.memory.trust(s.pos.Position(), m)
	}
	if s.pos.GivesCheck(m) {
		reduced -= 2
	}
	return max(0, min(reduced, n.depth-2))
}

// prune reports whether the moves of a position need not be searched, because it is so good that a
// cutoff is certain, or so bad that only captures matter.
func (s *searcher) prune(n *node, mayPass bool) (score Score, cut bool) {
	depth, alpha, beta, ply, static := n.depth, n.alpha, n.beta, n.ply, n.static
	if max(beta, -beta) >= forced {
		return 0, false
	}
	margin := Score(90 * depth)
	if n.improving {
		margin -= 60
	}
	if depth <= 6 && static-margin >= beta {
		return static, true
	}
	if depth <= 2 && static+Score(200+250*depth) < alpha {
		if score := s.quiesce(alpha, alpha+1, ply, 0); score <= alpha {
			return score, true
		}
	}
	if depth < 2 || !mayPass || static < beta || s.pieces(s.pos.Position()) == 0 {
		return 0, false
	}
	// Null move: if passing is good enough, some move will be good enough as well.
	level := &s.stack[ply]
	level.played, level.mover = noMove, rules.NoPiece
	s.pos.MakeNull()
	s.balances[ply+1] = s.balances[ply]
	score = -s.alphaBeta(depth-3-depth/4-int(min(2, (static-beta)/200)), -beta, -beta+1, ply+1, false)
	s.pos.Unmake()
	if s.stopped {
		return 0, false
	}
	if score >= beta {
		if score >= forced {
			score = beta
		}
		return score, true
	}
	return 0, false
}

// pieces returns the value of the player's pieces other than Pawns and the royal piece.
func (s *searcher) pieces(p *rules.Position) int {
	total := 0
	for id := 1; id < len(s.variant.Kinds); id++ {
		piece := rules.MakePiece(rules.KindID(id), p.Turn())
		total += p.Count(piece) * int(s.weight[piece])
	}
	return total
}
