package rules

// Side is one of the two players' colours.
type Side uint8

// White moves up the ranks and goes first.
const (
	White Side = iota
	Black
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

// String returns "White" or "Black".
func (s Side) String() string {
	if s == White {
		return "White"
	}
	return "Black"
}

// letter is the side's field in a position line.
func (s Side) letter() byte {
	if s == White {
		return 'w'
	}
	return 'b'
}

// KindID names a kind of piece within its variant: an index into
// [Variant.Kinds].
type KindID uint8

// NoKind is the kind of [NoPiece]; Kinds[NoKind] is empty.
const NoKind KindID = 0

// Piece is a kind of piece in a colour, or [NoPiece].
type Piece uint8

// NoPiece means an empty cell.
const NoPiece Piece = 0

// MakePiece returns the piece of kind k that belongs to s.
func MakePiece(k KindID, s Side) Piece { return Piece(k)<<1 | Piece(s) }

// Kind returns the piece's kind, [NoKind] for [NoPiece].
func (p Piece) Kind() KindID { return KindID(p >> 1) }

// Side returns the piece's side. It is meaningless for [NoPiece].
func (p Piece) Side() Side { return Side(p & 1) }
