package board

import (
	"strings"

	"raumbot/rules"
)

// Way is the path of a man from one cell to another.
type Way struct {
	From int `json:"from"`
	To   int `json:"to"`
	// Form is "leap" (or a single step), "line" (straight over cells), "bent" (over cells, but not
	// straight), "plane" (to the far corner of a figure), "double" (a double step), "castle" or
	// "rifle" (a capture without moving).
	Form string `json:"form"`
	// Over are the cells passed, in order; for a plane, those of the figure.
	Over []int `json:"over,omitempty"`
	// Via are the cells on the way that the text of the move names.
	Via []int `json:"via,omitempty"`
	// Partner has the cells that the castling partner moves from and to.
	Partner []int `json:"partner,omitempty"`
}

// Move is a legal move.
type Move struct {
	Way
	// Text is how the move is written; empty if the man's side is not to move.
	Text string `json:"text"`
	// Press is the cell to press on the board for this move: To, or the cell of the castling
	// partner if castling is written with that.
	Press int `json:"press"`
	// Take is the cell of the captured man, -1 for none.
	Take int `json:"take"`
	// Becomes is the kind to which the man is promoted, 0 for none.
	Becomes int `json:"becomes,omitempty"`
	// Passing is whether it captures en passant.
	Passing bool `json:"passing,omitempty"`
}

// Cell is what a script can ask about a cell.
type Cell struct {
	Cell int `json:"cell"`
	// Moves are the moves of the man on the cell, in canonical order. If it is not the turn of its
	// side, they are the moves it would have if it were, ignoring check.
	Moves []Move `json:"moves"`
	// Turn is whether it is the turn of the man's side, so that its moves are legal.
	Turn bool `json:"turn"`
	// Attackers are the cells of the men that could capture here, by side.
	Attackers [2][]int `json:"attackers"`
}

// Cell returns the moves and the attackers of the cell with a name.
func (m Moment) Cell(name string) (*Cell, error) {
	c, err := m.cell(name)
	if err != nil {
		return nil, err
	}
	p := m.now
	out := &Cell{Cell: int(c), Moves: []Move{}, Attackers: [2][]int{cells(p.Attackers(c, rules.White)), cells(p.Attackers(c, rules.Black))}}
	piece := p.At(c)
	if piece == rules.NoPiece || p.Status().Finished() {
		return out, nil
	}
	if out.Turn = piece.Side() == p.Turn(); out.Turn {
		for _, move := range p.LegalFrom(c) {
			out.Moves = append(out.Moves, m.move(move))
		}
		return out, nil
	}
	for _, to := range p.Targets(c) {
		out.Moves = append(out.Moves, m.move(rules.Move{From: c, To: to, Via: rules.NoCell}))
		out.Moves[len(out.Moves)-1].Text = ""
	}
	return out, nil
}

func (m Moment) move(move rules.Move) Move {
	p := m.now
	text := p.Text(move)
	out := Move{Way: wayOf(p, move), Text: text, Press: pressed(p, move, text), Take: -1, Becomes: int(move.Promotion), Passing: move.Special == rules.EnPassant}
	if c, victim := p.Capture(move); victim != rules.NoPiece {
		out.Take = int(c)
	}
	return out
}

// pressed returns the cell that the text of a move ends with.
func pressed(p *rules.Position, m rules.Move, text string) int {
	text, _, _ = strings.Cut(text, "=")
	if c, ok := p.Variant().Board.Cell(text[strings.LastIndexByte(text, '-')+1:]); ok {
		return int(c)
	}
	return int(m.To)
}

// wayOf returns the way of a move in a position.
func wayOf(p *rules.Position, m rules.Move) Way {
	w := Way{From: int(m.From), To: int(m.To), Form: "leap"}
	switch m.Special {
	case rules.RifleCapture:
		w.Form = "rifle"
		return w
	case rules.Castling:
		w.Form = "castle"
		from, to := p.CastlingPartner(m)
		w.Partner = []int{int(from), int(to)}
		return w
	case rules.DoubleStep:
		w.Form, w.Over, w.Via = "double", []int{int(m.Via)}, []int{int(m.Via)}
		return w
	}
	if p.Variant().Transfer {
		before := m
		before.To = otherLevelCell(p.Variant().Board, m.To)
		over, _ := p.Passage(before)
		w.Over, w.Form = append(cells(over), int(before.To)), "bent"
		return w
	}
	return wayThrough(p, w, m)
}

// attackOf returns the way of an attack. Unlike a move, an attack is never transferred to the other
// level.
func attackOf(p *rules.Position, from, to rules.Cell) Way {
	return wayThrough(p, Way{From: int(from), To: int(to), Form: "leap"}, rules.Move{From: from, To: to, Via: rules.NoCell})
}

// otherLevelCell returns the cell of the same file and rank on the other of two levels.
func otherLevelCell(b *rules.Board, c rules.Cell) rules.Cell {
	at := b.Place(c)
	rows := b.Levels()[1-at.Level].Rows
	return rows[len(rows)-1-at.Rank][at.File]
}

func wayThrough(p *rules.Position, w Way, m rules.Move) Way {
	over, plane := p.Passage(m)
	if len(over) == 0 {
		return w
	}
	w.Over = cells(over)
	switch {
	case plane:
		w.Form = "plane"
	case p.Variant().Board.Straight(m.From, over, m.To):
		w.Form = "line"
	default:
		w.Form = "bent"
	}
	return w
}

func cells(list []rules.Cell) []int {
	out := make([]int, len(list))
	for i, c := range list {
		out[i] = int(c)
	}
	return out
}
