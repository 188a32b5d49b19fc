package rules

import (
	"encoding/binary"
	"strings"
)

// Ending is how a game ended by the rules.
type Ending uint8

// The endings. Draws by repetition and by fifty moves are as in the FIDE Laws (**D**: the articles
// only say "as in FIDE"). Those marked automatic need no claim.
const (
	NotEnded Ending = iota
	ByCheckmate
	ByMarriage
	ByTriples
	ByExtinction
	ByStalemate
	ByThreefold   // claimable at three occurrences
	ByFiftyMoves  // claimable at 100 plies
	ByFivefold    // automatic at five occurrences
	BySeventyFive // automatic at 150 plies
	ByBareRoyals  // two bare royal pieces
)

var endingNames = [...]string{"", "checkmate", "marriage", "triples", "extinction", "stalemate",
	"threefold repetition", "fifty-move rule", "fivefold repetition", "seventy-five-move rule", "insufficient material"}

// String returns the ending in lower-case words.
func (e Ending) String() string { return endingNames[e] }

// Outcome is the result of a game so far.
type Outcome struct {
	Ending Ending
	// Winner is meaningful only if Won.
	Won    bool
	Winner Side
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Ending != NotEnded }

// Game is a sequence of moves from a starting position, with the history that repetition and the
// fifty-move rule need. A Game is not safe for concurrent use; its positions are.
type Game struct {
	positions []*Position
	moves     []Move
	// seen counts positions by identity, and now is the identity of the current position.
	seen map[string]int
	now  string
}

// NewGame begins a game of the variant.
func NewGame(v *Variant) *Game { return NewGameFrom(v.Start()) }

// NewGameFrom begins a game at a position.
func NewGameFrom(p *Position) *Game {
	now := p.identity()
	return &Game{positions: []*Position{p}, seen: map[string]int{now: 1}, now: now}
}

// Position returns the current position.
func (g *Game) Position() *Position { return g.positions[len(g.positions)-1] }

// PositionAt returns the position after ply plies, from 0 to [Game.Ply].
func (g *Game) PositionAt(ply int) *Position { return g.positions[ply] }

// Ply returns the number of plies played.
func (g *Game) Ply() int { return len(g.moves) }

// Moves returns the moves played; the slice must not be changed.
func (g *Game) Moves() []Move { return g.moves }

// Play plays a legal move. The error, a [*MoveError], says why it is not one.
func (g *Game) Play(m Move) error {
	if o := g.Outcome(); o.Over() {
		return moveError(GameOver, NoCell, "the game is over: %s", o.Ending)
	}
	next, err := g.Position().Play(m)
	if err != nil {
		return err
	}
	g.positions = append(g.positions, next)
	g.moves = append(g.moves, m)
	g.now = next.identity()
	g.seen[g.now]++
	return nil
}

// Outcome returns the result without any claim.
func (g *Game) Outcome() Outcome {
	p := g.Position()
	winner, won := p.Winner()
	switch p.status {
	case Checkmate:
		return Outcome{ByCheckmate, won, winner}
	case Marriage:
		return Outcome{ByMarriage, won, winner}
	case Triples:
		return Outcome{ByTriples, won, winner}
	case Extinction:
		return Outcome{ByExtinction, won, winner}
	case Stalemate:
		return Outcome{Ending: ByStalemate}
	}
	switch {
	case p.bare():
		return Outcome{Ending: ByBareRoyals}
	case g.Occurrences() >= 5:
		return Outcome{Ending: ByFivefold}
	case p.half >= 150:
		return Outcome{Ending: BySeventyFive}
	}
	return Outcome{}
}

// Occurrences returns how often the current position has occurred.
func (g *Game) Occurrences() int { return g.seen[g.now] }

// Claimable returns the draw that the player to move may claim on the board:
// [ByThreefold], [ByFiftyMoves] or [NotEnded].
func (g *Game) Claimable() Ending {
	switch {
	case g.Outcome().Over():
		return NotEnded
	case g.Occurrences() >= 3:
		return ByThreefold
	case g.Position().half >= 100:
		return ByFiftyMoves
	}
	return NotEnded
}

// ClaimableWith returns the draw that the player to move may claim by naming a move that would
// bring it about, as the Laws allow. If the move is illegal it returns [NotEnded].
func (g *Game) ClaimableWith(m Move) Ending {
	if g.Outcome().Over() {
		return NotEnded
	}
	next, err := g.Position().Play(m)
	switch {
	case err != nil || next.status.Finished():
		return NotEnded
	case g.seen[next.identity()]+1 >= 3:
		return ByThreefold
	case next.half >= 100:
		return ByFiftyMoves
	}
	return NotEnded
}

// bare reports whether only the two royal pieces are left.
func (p *Position) bare() bool {
	if p.royalKind == NoKind {
		return false
	}
	for s := range p.occupied {
		if len(p.occupied[s].cells()) != 1 {
			return false
		}
	}
	return true
}

// identity returns a key that is equal for positions that count as repetitions of each other: they
// have the same placement, side to move, castling rights, reserves and legal en passant captures
// (section 1).
func (p *Position) identity() string {
	var b strings.Builder
	b.Grow(p.variant.Board.Len() + 16)
	for _, piece := range p.board[:p.variant.Board.Len()] {
		b.WriteByte(byte(piece))
	}
	b.WriteByte(byte(p.turn))
	b.Write(binary.LittleEndian.AppendUint64(nil, p.rights))
	for _, has := range p.reserve {
		if has {
			b.WriteByte(1)
		} else {
			b.WriteByte(0)
		}
	}
	for _, m := range p.passing() {
		b.WriteByte(byte(m.From))
		b.WriteByte(byte(m.From >> 8))
		b.WriteByte(byte(m.To))
		b.WriteByte(byte(m.To >> 8))
	}
	return b.String()
}

// passing returns the legal en passant captures.
func (p *Position) passing() []Move {
	if p.passed == NoCell {
		return nil
	}
	q := *p
	d := q.danger()
	var room [96]Move
	var found []Move
	for _, from := range p.occupied[p.turn].cells() {
		if !p.kinds[p.board[from].Kind()].pawn {
			continue
		}
		for _, m := range q.generateFrom(from, &d, room[:0]) {
			if m.Special == EnPassant {
				found = append(found, m)
			}
		}
	}
	return found
}
