package board

import (
	"encoding/json"

	"raumbot/rules"
)

// Position is what stands on the board. Sides are 0 for White and 1 for Black.
type Position struct {
	Men  []Man `json:"men"`
	Turn int   `json:"turn"`
	// Ply counts the moves made since the start, in a game that began there.
	Ply int `json:"ply"`
	// Number is the number of the move that is next.
	Number int       `json:"number"`
	Last   *LastMove `json:"last,omitempty"`
	Check  *Check    `json:"check,omitempty"`
	Status string    `json:"status"` // "ongoing", "check", "checkmate", ...
	Over   bool      `json:"over"`
	// Moves counts the legal moves.
	Moves int `json:"moves"`
	// Lost has the men that each side had at the start and has no more, by kind: what was captured, less what was promoted to.
	Lost [2][]int `json:"lost"`
	// Reserve has the kind that each side still has off the board, 0 for none.
	Reserve [2]int `json:"reserve"`
}

// Man is what stands on one cell. It is written as [cell, kind, side], with a 1 behind if it is frozen.
type Man struct {
	Cell, Kind, Side int
	Frozen           bool
}

// MarshalJSON writes a man as a list of numbers.
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
	// Signed is the text with the signs of captures, checks and mates.
	Signed string `json:"signed"`
	// Victim is what was captured.
	Victim *Man `json:"victim,omitempty"`
	// Kind and Side are of the man that moved, as it was before.
	Kind int `json:"kind"`
	Side int `json:"side"`
}

// Check is which royal man is in check, and the ways to it.
type Check struct {
	Royal  int   `json:"royal"`
	Givers []Way `json:"givers"`
}

// Position returns what stands on the board.
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
