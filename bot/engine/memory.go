package engine

import "raumbot/rules"

// memory is what a search learns about quiet moves. Boards of 512 cells are too
// large for tables by origin and target, so moves are identified by piece and target.
type memory struct {
	history []int32
	answers []rules.Move
}

func (y *memory) init(v *rules.Variant) {
	y.history = make([]int32, 2*len(v.Kinds)<<9)
	y.answers = make([]rules.Move, 2*len(v.Kinds)<<9)
	for i := range y.answers {
		y.answers[i] = noMove
	}
}

func slot(piece rules.Piece, to rules.Cell) int { return int(piece)<<9 | int(to) }

// mostHistory limits the entries of the history table.
const mostHistory = 16384

// score returns how promising a quiet move is.
func (y *memory) score(p *rules.Position, m rules.Move) int {
	return int(y.history[slot(p.At(m.From), m.To)])
}

// of returns how promising a piece's quiet moves to each cell are.
func (y *memory) of(piece rules.Piece) []int32 { return y.history[slot(piece, 0):slot(piece+1, 0)] }

// trust returns by how many plies a move is reduced less.
func (y *memory) trust(p *rules.Position, m rules.Move) int {
	return y.score(p, m) / (mostHistory / 2)
}

// answer returns the quiet move that last refuted a move of a piece to a cell.
func (y *memory) answer(piece rules.Piece, to rules.Cell) rules.Move {
	return y.answers[slot(piece, to)]
}

// reward records that a quiet move was good, and that those tried before it were
// not.
func (y *memory) reward(s *searcher, ply int, m rules.Move, depth int, before []rules.Move) {
	level := &s.stack[ply]
	if level.killers[0] != m {
		level.killers[1] = level.killers[0]
		level.killers[0] = m
	}
	if ply > 0 {
		if last := &s.stack[ply-1]; last.mover != rules.NoPiece {
			y.answers[slot(last.mover, last.played.To)] = m
		}
	}
	p := s.pos.Position()
	bonus := int32(min(1600, 16*depth*depth+32*depth))
	y.add(p, m, bonus)
	for _, other := range before {
		if other != m {
			y.add(p, other, -bonus)
		}
	}
}

// add moves an entry toward the bonus, by less the closer it is to the limit.
func (y *memory) add(p *rules.Position, m rules.Move, bonus int32) {
	h := &y.history[slot(p.At(m.From), m.To)]
	*h += bonus - *h*max(bonus, -bonus)/mostHistory
}
