package engine

import (
	"math/bits"

	"raumbot/rules"
)

// stage is the current stage of trying the moves of a position.
type stage uint8

const (
	stageKnown    stage = iota // the move from the table
	stageListing               // nothing listed yet
	stageTactical              // captures and promotions that lose no material
	stageKillers               // quiet moves that were good in sibling positions
	stageQuiets
	stageBad // captures that lose material
	stageEvasions
	stageDone
)

// picker returns the moves of a position, the most promising first. It generates as few of them as
// possible.
type picker struct {
	s     *searcher
	ply   int
	stage stage
	known rules.Move
	// killers are the quiet moves tried before all others.
	killers [3]rules.Move
	killed  int
	list    []scored
	at      int
	bad     []scored
	moves   []rules.Move
	// quietsOut skips quiet moves other than the move from the table and killers.
	quietsOut bool
	// capturesOnly skips all quiet moves. least is the minimum gain of a capture.
	capturesOnly bool
	least        int
}

// scored is a move with its score for ordering.
type scored struct {
	move  rules.Move
	score int
}

func (k *picker) reset(s *searcher, ply int) {
	k.s, k.ply = s, ply
	k.list, k.bad, k.at, k.killed = k.list[:0], k.bad[:0], 0, 0
	k.capturesOnly, k.quietsOut, k.least = false, false, 0
	k.known = noMove
}

// begin prepares all moves.
func (k *picker) begin(s *searcher, ply int, known rules.Move, checked bool) {
	k.reset(s, ply)
	if checked {
		k.evasions(known)
		return
	}
	k.stage = stageKnown
	if known != noMove && s.pos.Allows(known) {
		k.known = known
	}
}

// evasions prepares the moves out of check. There are few of them.
func (k *picker) evasions(known rules.Move) {
	s, p := k.s, k.s.pos.Position()
	k.stage = stageEvasions
	k.moves = s.pos.Legal(k.moves[:0])
	for _, m := range k.moves {
		score := s.memory.score(p, m)
		if value := s.value(p, m); value > 0 {
			score = 1<<24 + 16*value - s.worth[p.At(m.From).Kind()]/16
		}
		if m == known {
			score = 1 << 30
		}
		k.list = append(k.list, scored{m, score})
	}
}

// beginCaptures prepares the captures and promotions with at least some immediate gain.
func (k *picker) beginCaptures(s *searcher, ply, least int) {
	k.reset(s, ply)
	k.capturesOnly, k.least = true, least
	k.stage = stageTactical
	p := s.pos.Position()
	if least > 0 {
		if victims, few := s.victims(p, least); few {
			k.moves = k.moves[:0]
			for _, c := range victims {
				k.moves = s.pos.CapturesOn(c, k.moves)
			}
			k.score(p)
			return
		}
	}
	k.moves = s.pos.Tactical(k.moves[:0])
	k.score(p)
}

// beginCapturesOn prepares the captures on one cell.
func (k *picker) beginCapturesOn(s *searcher, ply int, c rules.Cell) {
	k.reset(s, ply)
	k.capturesOnly = true
	k.stage = stageTactical
	k.moves = s.pos.CapturesOn(c, k.moves[:0])
	k.score(s.pos.Position())
}

// victims returns the cells of the enemy pieces worth at least a value. ok is false if there are
// too many.
func (s *searcher) victims(p *rules.Position, least int) ([]rules.Cell, bool) {
	enemy := p.Turn().Other()
	const few = 8
	total := 0
	for id := 1; id < len(s.variant.Kinds); id++ {
		if kind := rules.KindID(id); s.worth[id] >= least && kind != s.royal {
			total += p.Count(rules.MakePiece(kind, enemy))
		}
	}
	if total > few {
		return nil, false
	}
	s.victimCells = s.victimCells[:0]
	if total == 0 {
		return s.victimCells, true
	}
	for w, word := range p.Occupied(enemy) {
		for ; word != 0; word &= word - 1 {
			c := rules.Cell(w<<6 + bits.TrailingZeros64(word))
			if kind := p.At(c).Kind(); s.worth[kind] >= least && kind != s.royal {
				s.victimCells = append(s.victimCells, c)
			}
		}
	}
	return s.victimCells, true
}

// score adds the captures and promotions to the list, ordered by most valuable victim, then least
// valuable attacker.
func (k *picker) score(p *rules.Position) {
	for _, m := range k.moves {
		value := k.s.value(p, m)
		if m == k.known || k.capturesOnly && value < k.least {
			continue
		}
		k.list = append(k.list, scored{m, 16*value - k.s.worth[p.At(m.From).Kind()]})
	}
}

// next returns the next move. ok is false when there are no more. The stage says where the move
// comes from.
func (k *picker) next() (rules.Move, bool) {
	for {
		switch k.stage {
		case stageKnown:
			k.stage = stageListing
			if k.known != noMove {
				return k.known, true
			}
		case stageListing:
			k.stage = stageTactical
			k.moves = k.s.pos.Tactical(k.moves[:0])
			k.score(k.s.pos.Position())
		case stageTactical:
			if m, ok := k.best(); ok {
				if k.losing(m) {
					continue
				}
				return m, true
			}
			if k.capturesOnly {
				k.skipQuiets()
				continue
			}
			k.stage = stageKillers
			k.collectKillers()
		case stageKillers:
			if m, ok := k.nextKiller(); ok {
				return m, true
			}
			if k.quietsOut {
				k.skipQuiets()
				continue
			}
			k.stage = stageQuiets
			k.quiets()
		case stageQuiets:
			if k.at < len(k.list) {
				k.at++
				return k.list[k.at-1].move, true
			}
			if i := k.at - len(k.list); i < len(k.moves) {
				k.at++
				return k.moves[i], true
			}
			k.skipQuiets()
		case stageBad:
			if k.at < len(k.bad) {
				k.at++
				return k.bad[k.at-1].move, true
			}
			k.stage = stageDone
		case stageEvasions:
			return k.best()
		default:
			return noMove, false
		}
	}
}

// nextKiller returns the next killer that is a legal quiet move. It drops the others.
func (k *picker) nextKiller() (rules.Move, bool) {
	for k.killed < len(k.killers) {
		m := k.killers[k.killed]
		k.killed++
		if m != noMove && m != k.known && !k.s.tactical(m) && k.s.pos.Allows(m) {
			return m, true
		}
		k.killers[k.killed-1] = noMove
	}
	return noMove, false
}

// skipQuiets skips the remaining quiet moves.
func (k *picker) skipQuiets() {
	if k.stage < stageBad {
		k.stage, k.at = stageBad, 0
	}
}

// best removes and returns the most promising move in the list.
func (k *picker) best() (rules.Move, bool) {
	if k.at >= len(k.list) {
		return noMove, false
	}
	top := k.at
	for i := k.at + 1; i < len(k.list); i++ {
		if k.list[i].score > k.list[top].score {
			top = i
		}
	}
	k.list[k.at], k.list[top] = k.list[top], k.list[k.at]
	k.at++
	return k.list[k.at-1].move, true
}

// losing reports whether a capture loses material. If so it postpones the capture.
func (k *picker) losing(m rules.Move) bool {
	s, p := k.s, k.s.pos.Position()
	_, victim := p.Capture(m)
	if m.Promotion == rules.NoKind && s.worth[victim.Kind()] >= s.worth[p.At(m.From).Kind()] || p.At(m.From).Kind() == s.royal {
		return false
	}
	if !s.pos.Gains(m, &s.worth, 0) {
		k.bad = append(k.bad, scored{m, 0})
		return true
	}
	return false
}

// tactical reports whether a possibly illegal move would capture or promote.
func (s *searcher) tactical(m rules.Move) bool {
	return m.Promotion != rules.NoKind || m.Special == rules.EnPassant || m.Special != rules.Castling && s.pos.Position().At(m.To) != rules.NoPiece
}

func (k *picker) collectKillers() {
	s := k.s
	level := &s.stack[k.ply]
	k.killers = [3]rules.Move{level.killers[0], level.killers[1], noMove}
	if k.ply > 0 {
		if before := &s.stack[k.ply-1]; before.mover != rules.NoPiece {
			if m := s.memory.answer(before.mover, before.played.To); m != k.killers[0] && m != k.killers[1] {
				k.killers[2] = m
			}
		}
	}
}

// sortedQuiets is the number of quiet moves that are sorted. The other hundreds stay in the order
// of generation.
const sortedQuiets = 32

// quiets lists the quiet moves. The most promising go to the list, in order, and the others stay in
// moves.
func (k *picker) quiets() {
	s, p := k.s, k.s.pos.Position()
	k.moves = s.pos.Quiet(k.moves[:0])
	top, rest := k.list[:0], k.moves[:0]
	from, history := rules.NoCell, []int32{}
	for _, m := range k.moves {
		if m == k.known || m == k.killers[0] || m == k.killers[1] || m == k.killers[2] {
			continue
		}
		if m.From != from { // moves of one piece are listed together
			from, history = m.From, s.memory.of(p.At(m.From))
		}
		one := scored{m, int(history[m.To])}
		// Insertion into the best moves so far. The move that drops out stays behind.
		j := len(top)
		if j < sortedQuiets {
			top = append(top, one)
		} else {
			if j--; one.score <= top[j].score {
				rest = append(rest, m)
				continue
			}
			rest = append(rest, top[j].move)
		}
		for ; j > 0 && top[j-1].score < one.score; j-- {
			top[j] = top[j-1]
		}
		top[j] = one
	}
	k.list, k.moves, k.at = top, rest, 0
}
