package rules

import (
	"fmt"
	"strings"
)

// AppendText appends the canonical text of a move (section 1):
// FROM-TO, FROM-VIA-TO for a double step, and =CODE behind a promotion.
func (v *Variant) AppendText(text []byte, m Move) []byte {
	names := v.Board.names
	text = append(text, names[m.From]...)
	text = append(text, '-')
	if m.Special == DoubleStep && v.DoubleStep == AnyDoubleStep {
		text = append(text, names[m.Via]...)
		text = append(text, '-')
	}
	text = append(text, names[v.textTarget(m)]...)
	if m.Promotion != NoKind {
		text = append(text, '=')
		text = append(text, v.Kinds[m.Promotion].Code...)
	}
	return text
}

// textTarget returns the cell at the end of a move's text: its destination, or
// the partner's cell for a castling that specifies its own cells.
func (v *Variant) textTarget(m Move) Cell {
	if m.Special == Castling {
		if line := v.compile().castlingLineOf(m); line.named {
			return line.partner
		}
	}
	return m.To
}

// Text returns the canonical text of a move.
func (v *Variant) Text(m Move) string { return string(v.AppendText(nil, m)) }

// Text returns the canonical text of a move of the position.
func (p *Position) Text(m Move) string { return p.variant.Text(m) }

// LegalTexts returns the canonical texts of the legal moves, in order.
func (p *Position) LegalTexts() []string {
	moves := p.Legal()
	text := make([]byte, 0, 16*len(moves))
	ends := make([]int, 0, len(moves))
	for _, m := range moves {
		text = p.variant.AppendText(text, m)
		ends = append(ends, len(text))
	}
	whole := string(text)
	texts := make([]string, len(moves))
	begin := 0
	for i, end := range ends {
		texts[i] = whole[begin:end]
		begin = end
	}
	return texts
}

// Signed returns the text of a move with the symbols for capture, check and mate: bc1xec4+.
func (p *Position) Signed(m Move) string {
	if next, err := p.Play(m); err == nil {
		return p.signed(m, next.status)
	}
	return p.signed(m, Ongoing)
}

// Signed returns the move played after ply plies, as [Position.Signed] writes it.
func (g *Game) Signed(ply int) string {
	return g.positions[ply].signed(g.moves[ply], g.positions[ply+1].status)
}

// signed is Signed for a move that leads to a position with a known status.
func (p *Position) signed(m Move, leadsTo Status) string {
	text := p.Text(m)
	if _, victim := p.Capture(m); victim != NoPiece {
		text = strings.ReplaceAll(text, "-", "x")
	}
	switch leadsTo {
	case Check:
		return text + "+"
	case Checkmate:
		return text + "#"
	}
	return text
}

// Describe returns the move as players read it: piece, cells and captured
// piece, such as "Spy we1xwe4 (Explorer)".
func (p *Position) Describe(m Move) string { return p.Words(m, fmt.Sprintf) }

// Words is Describe in the language of say.
func (p *Position) Words(m Move, say Say) string {
	v := p.variant
	text := say(v.Kind(p.board[m.From]).Name) + " " + v.Board.Name(m.From)
	_, victim := p.Capture(m)
	join := "-"
	if victim != NoPiece {
		join = "x"
	}
	if m.Special == DoubleStep {
		text += join + v.Board.Name(m.Via)
	}
	text += join + v.Board.Name(m.To)
	if m.Promotion != NoKind {
		text += "=" + v.Kinds[m.Promotion].Code
	}
	switch {
	case m.Special == EnPassant:
		return say("%s (%s, in passing)", text, say(v.Kind(victim).Name))
	case victim != NoPiece:
		return text + " (" + say(v.Kind(victim).Name) + ")"
	case m.Special == Castling:
		from, to := p.CastlingPartner(m)
		return say("%s (castling, %s %s-%s)", text, say(v.Kind(p.board[from]).Name), v.Board.Name(from), v.Board.Name(to))
	}
	return text
}
