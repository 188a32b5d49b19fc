// Package prover proves forced wins by exhaustive search of the defender's replies. It shares
// nothing with the engine except the rules.
package prover

import "raumbot/rules"

// Prover proves forced wins from one position.
type Prover struct {
	pos   *rules.SearchPosition
	nodes int
	most  int
	plies [16][]rules.Move
	// Patient has the prover also try moves after which the opponent, if they could pass, would
	// not lose sooner: wins by zugzwang, which are rare, and take many times as long.
	Patient bool
}

// New returns a prover for wins from p that gives up after a number of nodes.
func New(p *rules.Position, nodes int) *Prover {
	return &Prover{pos: rules.NewSearchPosition(p), most: nodes}
}

// Spent reports whether the node limit was exceeded, in which case nothing is proven.
func (p *Prover) Spent() bool { return p.nodes > p.most }

// WinIn returns a move that wins in at most n moves.
func (p *Prover) WinIn(n int) (rules.Move, bool) { return p.winIn(n, 0) }

// Wins reports whether m wins in at most n moves, including itself.
func (p *Prover) Wins(m rules.Move, n int) bool { return p.wins(m, n, 0) }

// lost reports whether the player to move has lost.
func (p *Prover) lost() bool {
	return p.pos.Position().Status().Finished() || p.pos.Checked() && !p.pos.HasMove()
}

// winIn returns a move that wins in at most n moves.
func (p *Prover) winIn(n, ply int) (rules.Move, bool) {
	p.plies[ply] = p.pos.Legal(p.plies[ply][:0])
	for _, forcing := range []bool{true, false} {
		for _, m := range p.plies[ply] {
			if p.Spent() {
				return rules.Move{}, false
			}
			if p.forcing(m) == forcing && (forcing || n > 1) && p.wins(m, n, ply) {
				return m, true
			}
		}
	}
	return rules.Move{}, false
}

// forcing reports whether a move could end the game, or leaves few replies.
func (p *Prover) forcing(m rules.Move) bool {
	pos := p.pos.Position()
	if pos.Royal(rules.White) == rules.NoCell {
		_, victim := pos.Capture(m)
		return victim != rules.NoPiece
	}
	return p.pos.GivesCheck(m)
}

// wins reports whether m wins in at most n moves, including itself. Moves that neither
// check nor threaten to win if the opponent passes are not tried, unless the prover is patient.
func (p *Prover) wins(m rules.Move, n, ply int) bool {
	p.pos.Make(m)
	p.nodes++
	defer p.pos.Unmake()
	if p.lost() {
		return true
	}
	if n == 1 || p.Spent() {
		return false
	}
	if !p.Patient && !p.pos.Checked() {
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
