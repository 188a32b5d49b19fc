package rules

import (
	"slices"
	"strings"
)

// maxMoveText is more than any move needs, in bytes.
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
	return Move{}, moveError(Unreadable, NoCell, "%.40q is not a legal move in canonical form", text)
}

// fromWithText finds the legal move of the piece on from that has this text.
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

// ReadMove reads a move as people type it: cells with or without signs
// between them, in capitals or not, a piece's name or code in front, a destination
// alone where one piece can go there, promotions as "=QUE", "/queen" or "promotes
// to queen", castling also as "O-O" toward a cell or piece, and what [Position.Describe]
// writes. It never guesses: where several moves fit, the error, always a [*MoveError],
// lists them. A double step whose first step is not named is the straight one where that is legal.
func (p *Position) ReadMove(text string) (Move, error) {
	if m, err := p.ReadText(strings.ToLower(strings.TrimSpace(beforePromotion(text))) + promotionSuffix(text)); err == nil {
		return m, nil
	}
	w, err := p.readWish(text)
	if err != nil {
		return Move{}, err
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
	fitting = w.settle(p, fitting)
	if len(fitting) == 1 {
		return fitting[0], nil
	}
	if len(fitting) == 0 {
		return Move{}, p.refuseWish(w)
	}
	return Move{}, p.refuseMany(w, fitting)
}

// beforePromotion and promotionSuffix split a text that may be canonical but
// for its case.
func beforePromotion(text string) string {
	head, _, _ := strings.Cut(text, "=")
	return head
}

func promotionSuffix(text string) string {
	_, code, ok := strings.Cut(text, "=")
	if !ok {
		return ""
	}
	return "=" + strings.ToUpper(strings.TrimSpace(code))
}

// A wish is what a player's text says of a move.
type wish struct {
	from, via, to Cell
	movers        []KindID // nil: any
	victims       []KindID
	promotions    []KindID
	castling      bool
}

// fits reports whether the move is one that the text may mean.
func (w *wish) fits(p *Position, m Move) bool {
	_, victim := p.Capture(m)
	if w.castling {
		partner, _ := p.CastlingPartner(m)
		return m.Special == Castling &&
			(w.to == NoCell || w.to == partner || w.to == m.To) &&
			(w.movers == nil || slices.Contains(w.movers, p.board[partner].Kind()))
	}
	return (w.from == NoCell || w.from == m.From) &&
		(w.via == NoCell || w.via == m.Via) &&
		w.to == m.To &&
		(w.movers == nil || slices.Contains(w.movers, p.board[m.From].Kind())) &&
		(w.victims == nil || slices.Contains(w.victims, victim.Kind())) &&
		(w.promotions == nil || slices.Contains(w.promotions, m.Promotion))
}

// settle drops what the text, read strictly, does not mean: a promotion that
// it does not name where staying is legal, and a crooked double step where a straight one is legal.
func (w *wish) settle(p *Position, fitting []Move) []Move {
	origins := map[Cell]bool{}
	for _, m := range fitting {
		origins[m.From] = true
	}
	if len(origins) != 1 {
		return fitting
	}
	stay := slices.IndexFunc(fitting, func(m Move) bool { return m.Promotion == NoKind && m.Special != DoubleStep })
	if stay >= 0 && w.promotions == nil && !w.castling {
		return fitting[stay : stay+1]
	}
	straight := slices.IndexFunc(fitting, func(m Move) bool { return m.Special == DoubleStep && p.straight(m) })
	if straight >= 0 && w.via == NoCell {
		return fitting[straight : straight+1]
	}
	return fitting
}

// straight reports whether both steps of a double step stay on the file.
func (p *Position) straight(m Move) bool {
	a, b := p.variant.Board.places[m.From], p.variant.Board.places[m.To]
	return a.Level == b.Level && a.File == b.File && p.variant.Board.places[m.Via].File == a.File &&
		p.variant.Board.places[m.Via].Level == a.Level
}
