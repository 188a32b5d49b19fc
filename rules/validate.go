package rules

import (
	"errors"
	"fmt"
	"slices"
)

// validate returns an error for a setup that no game could reach, so that the rest of the package
// need not consider it.
func (p *Position) validate() error {
	for s := White; s <= Black; s++ {
		if err := p.validateArmy(s); err != nil {
			return err
		}
	}
	for c, twin := range p.twin {
		if p.board[c] != NoPiece && p.board[twin] != NoPiece {
			return fmt.Errorf("no two pieces can stand on %s and %s at once", p.variant.Board.Name(Cell(c)), p.variant.Board.Name(twin))
		}
	}
	if err := p.validateRights(); err != nil {
		return err
	}
	if err := p.validatePassing(); err != nil {
		return err
	}
	p.updateFrozen(White)
	p.updateFrozen(Black)
	waiting := p.turn.Other()
	if p.royalKind != NoKind && p.attacked(p.royals[waiting], p.turn) {
		return fmt.Errorf("%s is to move, but %s's %s is in check", p.turn, waiting, p.variant.Kinds[p.royalKind].Name)
	}
	return nil
}

func (p *Position) validateArmy(s Side) error {
	if royal := p.royalKind; royal != NoKind && p.count[MakePiece(royal, s)] != 1 {
		return fmt.Errorf("%s must have exactly one %s", s, p.variant.Kinds[royal].Name)
	}
	for _, c := range p.occupied[s].cells() {
		kt := &p.kinds[p.board[c].Kind()]
		// With transfer, composed positions may have such Pawns: they cannot move.
		if kt.menu != nil && kt.promotes[s][c] == mustPromote && p.twin == nil {
			return fmt.Errorf("the %s on %s would have had to promote", p.variant.Kind(p.board[c]).Name, p.variant.Board.Name(c))
		}
	}
	return nil
}

func (p *Position) validateRights() error {
	for _, s := range []Side{White, Black} {
		for _, c := range p.movedCells {
			piece := p.board[c]
			ours := p.movedPawn[s][c] != 0 && piece != NoPiece && piece.Side() == s && p.kinds[piece.Kind()].pawn
			if p.rights&p.movedPawn[s][c] != 0 && !ours && p.movedPawn[s.Other()][c] == 0 {
				return fmt.Errorf("no Pawn stands on %s that could have a double step", p.variant.Board.Name(c))
			}
		}
	}
	for s := range p.castling {
		for _, line := range p.castling[s] {
			home := p.board[line.partner] == MakePiece(line.partnerKind, Side(s)) && p.royals[s] == line.royal
			if p.rights&line.right != 0 && !home {
				return fmt.Errorf("nobody can castle with %s any more: both pieces must stand where they began", p.variant.Board.Name(line.partner))
			}
		}
	}
	return nil
}

func (p *Position) validatePassing() error {
	if p.passed == NoCell {
		return nil
	}
	if !p.enPassant {
		return fmt.Errorf("%s has no capture in passing", p.variant.Title)
	}
	mover := p.turn.Other()
	passer := p.board[p.passer]
	if passer == NoPiece || passer.Side() != mover || !p.kinds[passer.Kind()].pawn || p.board[p.passed] != NoPiece {
		return errors.New("capture in passing needs an empty cell that was passed over, and beyond it the enemy piece that passed")
	}
	kt := &p.kinds[passer.Kind()]
	for _, from := range p.pawnHome[mover].cells() {
		if p.board[from] != NoPiece {
			continue
		}
		first := slices.Index(kt.quiet[mover][from], p.passed)
		straight := kt.second[mover] == nil || first >= 0 && kt.second[mover][from][first] == p.passer
		if first >= 0 && straight && slices.Contains(kt.quiet[mover][p.passed], p.passer) {
			return nil
		}
	}
	return fmt.Errorf("no double step leads over %s to %s", p.variant.Board.Name(p.passed), p.variant.Board.Name(p.passer))
}
