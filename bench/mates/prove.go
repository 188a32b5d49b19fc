package main

import "raumbot/rules"

// prover proves forced wins: for a move of the winner every answer is tried.
// It shares nothing with the engine but the rules.
type prover struct {
	pos   *rules.SearchPosition
	nodes int
	most  int // nodes after which a proof is given up
	plies [16][]rules.Move
}

func (p *prover) spent() bool { return p.nodes > p.most }

// lost reports whether the player to move has lost.
func (p *prover) lost() bool {
	return p.pos.Position().Status().Finished() || p.pos.Checked() && !p.pos.HasMove()
}

// winIn returns a move that wins in at most n moves.
func (p *prover) winIn(n, ply int) (rules.Move, bool) {
	p.plies[ply] = p.pos.Legal(p.plies[ply][:0])
	for _, forcing := range []bool{true, false} {
		for _, m := range p.plies[ply] {
			if p.spent() {
				return rules.Move{}, false
			}
			if p.forcing(m) == forcing && (forcing || n > 1) && p.wins(m, n, ply) {
				return m, true
			}
		}
	}
	return rules.Move{}, false
}

// forcing reports whether a move could end the game, or leaves few answers.
func (p *prover) forcing(m rules.Move) bool {
	pos := p.pos.Position()
	if pos.Royal(rules.White) == rules.NoCell {
		_, victim := pos.Capture(m)
		return victim != rules.NoPiece
	}
	return p.pos.GivesCheck(m)
}

// wins reports whether m wins in at most n moves, itself counted. A move
// that neither checks nor would win a move sooner if the loser passed is no try.
func (p *prover) wins(m rules.Move, n, ply int) bool {
	p.pos.Make(m)
	p.nodes++
	defer p.pos.Unmake()
	if p.lost() {
		return true
	}
	if n == 1 || p.spent() {
		return false
	}
	if !p.pos.Checked() {
		p.pos.MakeNull()
		_, threat := p.winIn(n-1, ply+2)
		p.pos.Unmake()
		if !threat {
			return false
		}
	}
	p.plies[ply+1] = p.pos.Legal(p.plies[ply+1][:0])
	answers := p.plies[ply+1]
	for _, answer := range answers {
		p.pos.Make(answer)
		p.nodes++
		won := false
		if !p.pos.Position().Status().Finished() {
			_, won = p.winIn(n-1, ply+2)
		}
		p.pos.Unmake()
		if !won {
			return false
		}
	}
	return len(answers) > 0
}
