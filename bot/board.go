package bot

import (
	"bytes"
	"encoding/binary"
	"slices"

	"raumbot/rules"
)

// Board is what stands on the board of a game: [rules.Variant.Shape] as eight bytes, and [rules.Position.Men] or one of its mirrors.
// It says nothing of how the game and its men are called, of its history, of the side to move and of castling rights.
type Board []byte

// shapeBytes is how many bytes of a Board say what shape it has.
const shapeBytes = 8

// BoardOf returns the board of a position.
func BoardOf(p *rules.Position) Board { return board(p, p.Men()) }

// Boards returns the board of a position and those of its mirrors.
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

// BoardAfter returns the board of a variant after some canonical moves. ok is false if this
// program does not know the variant or a move is illegal.
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

// Shape returns the shape of the board, 0 for none.
func (b Board) Shape() uint64 {
	if len(b) < shapeBytes {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}

// MenBytes returns what [rules.Position.Men] has returned.
func (b Board) MenBytes() []byte { return b[min(shapeBytes, len(b)):] }

// Men returns the number of men on the board.
func (b Board) Men() (men int) {
	for _, man := range b.MenBytes() {
		if man != 0 {
			men++
		}
	}
	return men
}

// Differs returns the number of cells on which two boards of one shape differ, or some greater number than most if it is above that.
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

// Standing is an ongoing game between people, and what stands on its board.
type Standing struct {
	Game  GameID
	Board Board
}

// Contested reports whether the game is being played between people, or may go on because an organiser's decision can still be
// taken back, so that the engine must not analyse any position of it.
func (g Game) Contested() bool {
	_, computer := g.Computer()
	return (!g.Over() || g.Settles != 0) && !g.Study() && !computer
}
