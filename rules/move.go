package rules

// Special marks the moves that do more than move a piece from one cell to another.
type Special uint8

// The special moves. For promotion see [Move.Promotion].
const (
	Ordinary Special = iota
	DoubleStep
	EnPassant
	Castling
	RifleCapture
)

// Move is a move of a position. Moves are values and can be compared. A move is legal only in the
// position that it was read from or listed by.
type Move struct {
	From, To Cell
	// Via is the first step of a double step, else [NoCell].
	Via Cell
	// Promotion is the kind that the piece becomes, else [NoKind].
	Promotion KindID
	Special   Special
}
