// Package prover proves forced wins by exhaustive search of the defender's replies. It shares
// nothing with the engine except the rules.
package prover

import (
	"slices"

	"raumbot/rules"
)

// Prover proves forced wins from one position.
type Prover struct {
	pos   *rules.SearchPosition
	nodes int
	most  int
	plies [16][]rules.Move
	// refutations holds the replies that last saved the loser, to be tried first.
	refutations [16]rules.Move
	// families are the kinds of which each player must keep least pieces.
	families [][]rules.KindID
	least    int
	// Patient has the prover also try moves after which the opponent, if they could pass, would
	// not lose sooner: wins by zugzwang, which are rare, and take many times as long.
	Patient bool
	// Forcing makes the prover try only forcing moves: checks or, in games without a royal piece,
	// moves that threaten to win at once. It finds fewer wins, in a small part of the time.
	Forcing bool
}

// New returns a prover for wins from p that gives up after a number of nodes.
func New(p *rules.Position, nodes int) *Prover {
	survival := p.Variant().Survival
	prover := &Prover{pos: rules.NewSearchPosition(p), most: nodes, least: survival.Min}
	for _, codes := range survival.Families {
		var family []rules.KindID
		for _, code := range codes {
			id, _ := p.Variant().KindByCode(code)
			family = append(family, id)
		}
		prover.families = append(prover.families, family)
	}
	return prover
}

// Spent reports whether the node limit was exceeded, in which case nothing is proven.
func (p *Prover) Spent() bool { return p.nodes > p.most }

// WinIn returns a move that wins in at most n moves.
func (p *Prover) WinIn(n int) (rules.Move, bool) { return p.winIn(n, 0) }

// Wins reports whether m wins in at most n moves, including itself.
func (p *Prover) Wins(m rules.Move, n int) bool {
	p.refutations[1] = rules.Move{}
	return p.wins(m, n, 0)
}

// Sooner looks for a win from p in fewer than n moves, quiet ones by zugzwang too, and returns its
// first move and the least number of moves, 0 if there is none; ok is false if that takes more
// nodes than most.
func Sooner(p *rules.Position, n, most int) (m rules.Move, wins int, ok bool) {
	prover := New(p, most)
	prover.Patient = true
	for wins = 1; wins < n; wins++ {
		m, won := prover.WinIn(wins)
		if prover.Spent() {
			return rules.Move{}, 0, false
		}
		if won {
			return m, wins, true
		}
	}
	return rules.Move{}, 0, true
}

// Saves returns the reply because of which the last call of [Prover.Wins] found no win; ok is false
// if the move threatened nothing.
func (p *Prover) Saves() (reply rules.Move, ok bool) {
	return p.refutations[1], p.refutations[1] != rules.Move{}
}

// lost reports whether the player to move has lost.
func (p *Prover) lost() bool {
	return p.pos.Position().Status().Finished() || p.pos.Checked() && !p.pos.HasMove()
}

// winIn returns a move that wins in at most n moves.
func (p *Prover) winIn(n, ply int) (rules.Move, bool) {
	royal := p.pos.Position().Royal(rules.White) != rules.NoCell
	if !royal {
		if m, ok := p.captures(ply); ok || n == 1 {
			return m, ok
		}
	}
	p.plies[ply] = p.pos.Legal(p.plies[ply][:0])
	for _, checks := range []bool{true, false} {
		if !checks && royal && (n == 1 || p.Forcing) {
			break
		}
		for _, m := range p.plies[ply] {
			if p.Spent() {
				return rules.Move{}, false
			}
			if p.pos.GivesCheck(m) == checks && p.wins(m, n, ply) {
				return m, true
			}
		}
	}
	return rules.Move{}, false
}

// captures returns a move that takes a piece without which its owner has lost.
func (p *Prover) captures(ply int) (rules.Move, bool) {
	vital := p.vital()
	if len(vital) == 0 {
		return rules.Move{}, false
	}
	pos := p.pos.Position()
	p.plies[ply] = p.plies[ply][:0]
	for c := range rules.Cell(pos.Variant().Board.Len()) {
		if slices.Contains(vital, pos.At(c)) {
			p.plies[ply] = p.pos.CapturesOn(c, p.plies[ply])
		}
	}
	for _, m := range p.plies[ply] {
		if p.wins(m, 1, ply) {
			return m, true
		}
	}
	return rules.Move{}, false
}

// vital returns the pieces each of which the player who is not to move may not lose.
func (p *Prover) vital() (pieces []rules.Piece) {
	pos := p.pos.Position()
	owner := pos.Turn().Other()
	for _, family := range p.families {
		left := 0
		for _, kind := range family {
			left += pos.Count(rules.MakePiece(kind, owner))
		}
		if left > p.least {
			continue
		}
		for _, kind := range family {
			pieces = append(pieces, rules.MakePiece(kind, owner))
		}
	}
	return pieces
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
		within := n - 1
		if p.Forcing {
			within = 1
		}
		_, threat := p.winIn(within, ply+2)
		p.pos.Unmake()
		if !threat {
			return false
		}
	}
	p.plies[ply+1] = p.pos.Legal(p.plies[ply+1][:0])
	answers := p.plies[ply+1]
	if i := slices.Index(answers, p.refutations[ply+1]); i > 0 {
		answers[0], answers[i] = answers[i], answers[0]
	}
	for _, answer := range answers {
		p.pos.Make(answer)
		p.nodes++
		won := false
		if !p.pos.Position().Status().Finished() {
			_, won = p.winIn(n-1, ply+2)
		}
		p.pos.Unmake()
		if !won {
			p.refutations[ply+1] = answer
			return false
		}
	}
	return len(answers) > 0
}
