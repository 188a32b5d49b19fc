package bot

import (
	"raumbot/rules"
)

// Picture says which picture goes with a message. It holds no position, so
// that it can be kept: what it shows is found in the game when it is needed.
type Picture struct {
	// Game and Ply choose a position of a game. Without a Game it is the
	// start of Variant, or how the piece with the code Piece moves.
	Game    GameID `json:",omitzero"`
	Ply     int    `json:",omitzero"`
	Variant string `json:",omitzero"`
	// Position is a position line of Variant, in place of its start.
	Position string `json:",omitzero"`
	Piece    string `json:",omitzero"`
	// Line is moves in canonical form that are shown as if they had been
	// played from there.
	Line []string `json:",omitzero"`

	// Tournament is the one whose table or tree is shown, in place of a game.
	Tournament TournamentID `json:",omitzero"`

	// Form is "text" for the picture in words, "both" for it with words beside it.
	Form string `json:",omitzero"`
	View string `json:",omitzero"`
	// Level names the one that is shown alone, if any.
	Level  string     `json:",omitzero"`
	Theme  string     `json:",omitzero"`
	Pieces string     `json:",omitzero"`
	Side   rules.Side `json:",omitzero"` // at the bottom
	Chosen string     `json:",omitzero"` // a cell whose moves are shown
	// Instead is a move in canonical form that was played in place of the Line's last; empty for none.
	Instead string `json:",omitzero"`
	// Curve shows how the Game went, as its analysis tells, in place of a board.
	Curve bool `json:",omitzero"`
	// Film shows the moves from position Since to Ply one after the other.
	Film  bool `json:",omitzero"`
	Since int  `json:",omitzero"`
}
