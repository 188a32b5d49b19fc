package board

import (
	"encoding/json"

	"raumbot/rules"
)

// Position is a position as data. Sides are 0 for White and 1 for Black.
type Position struct {
	Men  []Man `json:"men"`
	Turn int   `json:"turn"`
	// Ply is the number of plies since the start, in a game that began with the start position.
	Ply int `json:"ply"`
	// Number is the number of the next move.
	Number int       `json:"number"`
	Last   *LastMove `json:"last,omitempty"`
	Check  *Check    `json:"check,omitempty"`
	Status string    `json:"status"` // "ongoing", "check", "checkmate", ...
	Over   bool      `json:"over"`
	// Moves is the number of legal moves.
	Moves int `json:"moves"`
	// Lost has, by side, the kinds of the men that the side has fewer of than at the start, once
	// for each such man. A promotion therefore counts as a lost Pawn, and makes up for a lost man
	// of the new kind.
	Lost [2][]int `json:"lost"`
	// Reserve is the kind of the man that each side still has off the board, 0 for none.
	Reserve [2]int `json:"reserve"`
}

// Man is a man on a cell. Its JSON is [cell, kind, side], followed by 1 if it is frozen.
type Man struct {
	Cell, Kind, Side int
	Frozen           bool
}

// MarshalJSON implements [json.Marshaler].
func (m Man) MarshalJSON() ([]byte, error) {
	list := []int{m.Cell, m.Kind, m.Side}
	if m.Frozen {
		list = append(list, 1)
	}
	return json.Marshal(list)
}

// LastMove is the move that led to a position.
type LastMove struct {
	Way
	Text string `json:"text"`
	// Signed is Text with the signs of captures, checks and mates.
	Signed string `json:"signed"`
	// Victim is the captured man, if any.
	Victim *Man `json:"victim,omitempty"`
	// Kind and Side are those of the man that moved, before any promotion.
	Kind int `json:"kind"`
	Side int `json:"side"`
}

// Check is the cell of the royal man in check, and the ways of the attacks on it.
type Check struct {
	Royal  int   `json:"royal"`
	Givers []Way `json:"givers"`
}

// Position returns the position as data.
func (m Moment) Position() *Position {
	p := m.now
	v := p.Variant()
	out := &Position{
		Men: []Man{}, Turn: int(p.Turn()), Ply: plyOf(p), Number: p.MoveNumber(),
		Status: p.Status().String(), Over: p.Status().Finished(), Moves: len(p.Legal()),
	}
	for c := range rules.Cell(v.Board.Len()) {
		if piece := p.At(c); piece != rules.NoPiece {
			out.Men = append(out.Men, man(c, piece, p.FrozenAt(c)))
		}
	}
	for s := rules.White; s <= rules.Black; s++ {
		out.Reserve[s] = int(p.Reserve(s).Kind())
		out.Lost[s] = []int{}
		for k := range v.Kinds[1:] {
			piece := rules.MakePiece(rules.KindID(k+1), s)
			for range v.Start().Count(piece) - p.Count(piece) {
				out.Lost[s] = append(out.Lost[s], k+1)
			}
		}
	}
	if m.before != nil {
		out.Last = m.lastMove()
	}
	if givers := p.Checkers(); len(givers) > 0 {
		out.Check = &Check{Royal: int(p.Royal(p.Turn()))}
		for _, from := range givers {
			out.Check.Givers = append(out.Check.Givers, attackOf(p, from, p.Royal(p.Turn())))
		}
	}
	return out
}

func plyOf(p *rules.Position) int { return 2*(p.MoveNumber()-1) + int(p.Turn()) }

func man(c rules.Cell, piece rules.Piece, frozen bool) Man {
	return Man{int(c), int(piece.Kind()), int(piece.Side()), frozen}
}

func (m Moment) lastMove() *LastMove {
	piece := m.before.At(m.last.From)
	last := &LastMove{
		Way: wayOf(m.before, m.last), Text: m.before.Text(m.last), Signed: m.before.Signed(m.last),
		Kind: int(piece.Kind()), Side: int(piece.Side()),
	}
	if c, victim := m.before.Capture(m.last); victim != rules.NoPiece {
		v := man(c, victim, false)
		last.Victim = &v
	}
	return last
}
