package rules

// Status is the state of a position for the player to move.
type Status uint8

// The statuses. All but Ongoing and Check end the game.
const (
	Ongoing Status = iota
	Check
	Checkmate
	Stalemate
	Marriage
	Triples
	Extinction
)

var statusNames = [...]string{"ongoing", "check", "checkmate", "stalemate", "marriage", "triples", "extinction"}

// String returns the status in one lower-case word.
func (s Status) String() string { return statusNames[s] }

// Finished reports whether the position has no legal moves.
func (s Status) Finished() bool { return s >= Checkmate }
