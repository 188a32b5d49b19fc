package rules

import (
	"slices"
	"strings"
)

// maxMoveText is the greatest length of a move's text, in bytes.
const maxMoveText = 200

// ReadText reads a move in its canonical text and no other form.
func (p *Position) ReadText(text string) (Move, error) {
	width := len(p.variant.Board.names[0])
	if len(text) > width {
		if from, ok := p.variant.Board.Cell(text[:width]); ok {
			if m, ok := p.fromWithText(from, text); ok {
				return m, nil
			}
		}
	}
	return Move{}, moveError(Unreadable, NoCell, "%s is not a legal move in canonical form", quoted(text))
}

// fromWithText finds the legal move from a cell that has this text.
func (p *Position) fromWithText(from Cell, text string) (Move, bool) {
	piece := p.board[from]
	if piece == NoPiece || piece.Side() != p.turn || p.status.Finished() {
		return Move{}, false
	}
	q := *p
	d := q.danger()
	var room [96]Move
	var written [24]byte
	for _, m := range q.generateFrom(from, &d, room[:0]) {
		if string(p.variant.AppendText(written[:0], m)) == text {
			return m, true
		}
	}
	return Move{}, false
}

// ReadMove parses a move as people type it: cells with or without separators, in any case; a
// piece's name or code in front; a destination alone if only one piece can go there; promotions as
// "=QUE", "/queen" or "promotes to queen"; castling also as "O-O" toward a cell or piece; the first
// step of a double step between the cells or as "via ve3"; and the output of [Position.Describe].
//
// It never guesses: if several moves fit, the error, always a [*MoveError], lists them. Only a
// double step without a named first step is taken to be the straight one if that is legal.
func (p *Position) ReadMove(text string) (Move, error) {
	if m, err := p.ReadText(text); err == nil {
		return m, nil
	}
	w, refused := p.readIntent(text)
	if refused != nil {
		return Move{}, refused
	}
	if p.status.Finished() {
		return Move{}, p.refuseOrigin(w.from)
	}
	var fitting []Move
	for _, m := range p.Legal() {
		if w.fits(p, m) {
			fitting = append(fitting, m)
		}
	}
	fitting = w.narrow(p, fitting)
	switch len(fitting) {
	case 0:
		return Move{}, p.refuseIntent(w)
	case 1:
		return fitting[0], nil
	}
	return Move{}, p.refuseMany(w, fitting)
}

// An intent is what a player's text says about a move. A cell that the text does not give is
// NoCell, a kind that it does not give nil.
type intent struct {
	from, via, to               Cell
	movers, victims, promotions []KindID
	// takes and promotes mean that the text mentions a capture or promotion.
	takes, promotes bool
	// castles means that the text mentions castling. movers are then the partner's kinds, and to is
	// the royal piece's destination or the partner's cell.
	castles  bool
	diagonal bool   // the word means castling along a diagonal
	partner  string // prefix of the name of the partner's cell
}

// fits reports whether the text may mean the move.
func (w *intent) fits(p *Position, m Move) bool {
	if w.castles {
		return w.fitsCastling(p, m)
	}
	_, victim := p.Capture(m)
	return (w.from == NoCell || w.from == m.From) &&
		(w.via == NoCell || w.via == m.Via) &&
		(w.to == NoCell || w.to == m.To) &&
		(!w.takes || victim != NoPiece) &&
		(!w.promotes || m.Promotion != NoKind) &&
		anyOf(w.movers, p.board[m.From].Kind()) &&
		anyOf(w.victims, victim.Kind()) &&
		anyOf(w.promotions, m.Promotion)
}

func (w *intent) fitsCastling(p *Position, m Move) bool {
	if m.Special != Castling {
		return false
	}
	partner, _ := p.CastlingPartner(m)
	b := p.variant.Board
	return (w.from == NoCell || w.from == m.From) &&
		(w.to == NoCell || w.to == partner || w.to == m.To) &&
		strings.HasPrefix(b.Name(partner), w.partner) &&
		(!w.diagonal || slices.Contains(b.families[BishopWise], unit(b.points[m.From], b.points[m.To]))) &&
		anyOf(w.movers, p.board[partner].Kind())
}

// anyOf reports whether kinds is empty or contains id.
func anyOf(kinds []KindID, id KindID) bool {
	return kinds == nil || slices.Contains(kinds, id)
}

// narrow drops moves that the text, read strictly, does not mean: promotions that it does not name
// if the move without promotion is legal, and crooked double steps if a straight one is legal.
func (w *intent) narrow(p *Position, fitting []Move) []Move {
	if len(fitting) == 0 || w.castles || severalWays(fitting) {
		return fitting
	}
	stay := slices.IndexFunc(fitting, func(m Move) bool { return m.Promotion == NoKind && m.Special != DoubleStep })
	if stay >= 0 && !w.promotes {
		return fitting[stay : stay+1]
	}
	straight := slices.IndexFunc(fitting, func(m Move) bool { return m.Special == DoubleStep && p.straight(m) })
	if straight >= 0 && w.via == NoCell {
		return fitting[straight : straight+1]
	}
	return fitting
}

// severalWays reports whether the moves differ in their cells of origin or
// arrival.
func severalWays(moves []Move) bool {
	return slices.ContainsFunc(moves, func(m Move) bool { return m.From != moves[0].From || m.To != moves[0].To })
}

func severalOrigins(moves []Move) bool {
	return slices.ContainsFunc(moves, func(m Move) bool { return m.From != moves[0].From })
}

// straight reports whether both steps of a double step stay on the file.
func (p *Position) straight(m Move) bool {
	b := p.variant.Board
	from, via, to := b.places[m.From], b.places[m.Via], b.places[m.To]
	return b.onRank(m.From, via.Rank) == m.Via && b.onRank(m.From, to.Rank) == m.To && from.Rank != to.Rank
}
