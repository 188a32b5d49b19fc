package engine

import "raumbot/rules"

// memory is what a search learns about quiet moves. Boards of 512 cells are too large for tables by
// origin and target, so moves are identified by piece and target.
type memory struct {
	history []int32
	answers []rules.Move
}

func (mem *memory) init(v *rules.Variant) {
	mem.history = make([]int32, 2*len(v.Kinds)<<9)
	mem.answers = make([]rules.Move, 2*len(v.Kinds)<<9)
	for i := range mem.answers {
		mem.answers[i] = noMove
	}
}

func slot(piece rules.Piece, to rules.Cell) int { return int(piece)<<9 | int(to) }

// maxHistory limits the entries of the history table.
const maxHistory = 16384

// score returns how promising a quiet move is.
func (mem *memory) score(p *rules.Position, m rules.Move) int {
	return int(mem.history[slot(p.At(m.From), m.To)])
}

// of returns how promising a piece's quiet moves to each cell are.
func (mem *memory) of(piece rules.Piece) []int32 { return mem.history[slot(piece, 0):slot(piece+1, 0)] }

// trust returns by how many plies the reduction of a move is decreased.
func (mem *memory) trust(p *rules.Position, m rules.Move) int {
	return mem.score(p, m) / (maxHistory / 2)
}

// answer returns the quiet move that last refuted a move of a piece to a cell.
func (mem *memory) answer(piece rules.Piece, to rules.Cell) rules.Move {
	return mem.answers[slot(piece, to)]
}

// reward records that a quiet move was good, and that the quiet moves tried before it were not.
func (mem *memory) reward(s *searcher, ply int, m rules.Move, depth int, before []rules.Move) {
	level := &s.stack[ply]
	if level.killers[0] != m {
		level.killers[1] = level.killers[0]
		level.killers[0] = m
	}
	if ply > 0 {
		if last := &s.stack[ply-1]; last.mover != rules.NoPiece {
			mem.answers[slot(last.mover, last.played.To)] = m
		}
	}
	p := s.pos.Position()
	bonus := int32(min(1600, 16*depth*depth+32*depth))
	mem.add(p, m, bonus)
	for _, other := range before {
		if other != m {
			mem.add(p, other, -bonus)
		}
	}
}

// add moves an entry toward the bonus, by less the closer the entry is to the limit.
func (mem *memory) add(p *rules.Position, m rules.Move, bonus int32) {
	h := &mem.history[slot(p.At(m.From), m.To)]
	*h += bonus - *h*max(bonus, -bonus)/maxHistory
}
