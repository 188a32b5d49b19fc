package bot

import (
	"bytes"
	"encoding/binary"
	"slices"

	"raumbot/rules"
)

// Board is what stands on the board of a game: [rules.Variant.Shape] as eight bytes, followed by
// [rules.Position.Men] or one of its mirror images. It does not depend on the names of the game and
// its pieces, on history, on the side to move or on castling rights.
type Board []byte

// shapeBytes is the number of bytes of a Board that hold its shape.
const shapeBytes = 8

// BoardOf returns the board of a position.
func BoardOf(p *rules.Position) Board { return board(p, p.Men()) }

// Boards returns the board of a position and those of its mirror images.
func Boards(p *rules.Position) (all []Board) {
	for _, men := range p.MirroredMen() {
		b := board(p, men)
		if !slices.ContainsFunc(all, func(other Board) bool { return bytes.Equal(b, other) }) {
			all = append(all, b)
		}
	}
	return all
}

func board(p *rules.Position, men []byte) Board {
	return append(binary.BigEndian.AppendUint64(nil, p.Variant().Shape()), men...)
}

// BoardAfter returns the board of a variant after some canonical moves. ok is false if this program
// does not know the variant, or if a move is illegal.
func BoardAfter(variant string, moves []string) (Board, bool) {
	v, err := rules.Find(variant)
	if err != nil {
		return nil, false
	}
	p := v.Start()
	for _, text := range moves {
		m, err := p.ReadText(text)
		if err != nil {
			return nil, false
		}
		if p, err = p.Play(m); err != nil {
			return nil, false
		}
	}
	return BoardOf(p), true
}

// Shape returns the shape of the board, 0 for an empty Board.
func (b Board) Shape() uint64 {
	if len(b) < shapeBytes {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}

// MenBytes returns the part of the board that is [rules.Position.Men].
func (b Board) MenBytes() []byte { return b[min(shapeBytes, len(b)):] }

// Men returns the number of pieces on the board.
func (b Board) Men() (men int) {
	for _, man := range b.MenBytes() {
		if man != 0 {
			men++
		}
	}
	return men
}

// Differs returns the number of cells on which two boards of the same shape differ. If that is
// greater than most, it may return any number greater than most.
func (b Board) Differs(other Board, most int) (cells int) {
	if len(b) != len(other) {
		return max(len(b), len(other), most+1)
	}
	for i := range b {
		if b[i] != other[i] {
			if cells++; cells > most {
				break
			}
		}
	}
	return cells
}

// Standing is an ongoing game between people with what stands on its board.
type Standing struct {
	Game  GameID
	Board Board
}

// Contested reports whether the engine must not analyse positions of the game: people are still
// playing it, or may play on because an organiser's decision can still be taken back.
func (g Game) Contested() bool {
	_, computer := g.Computer()
	return (!g.Over() || g.Settles != 0) && !g.Study() && !computer
}
