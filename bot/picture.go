package bot

import (
	"raumbot/rules"
)

// Picture says which picture goes with a message. It holds no position, and so is small enough to
// store: the position is looked up when the picture is drawn.
type Picture struct {
	// Game and Ply refer to a position of a game. Without a Game, the picture shows the starting
	// position of Variant, or the movement of the piece with the code Piece.
	Game    GameID `json:",omitzero"`
	Ply     int    `json:",omitzero"`
	Variant string `json:",omitzero"`
	// Position is a position line of Variant, used instead of its starting position.
	Position string `json:",omitzero"`
	Piece    string `json:",omitzero"`
	// Line holds further moves in canonical form, which are played from the position
	// for the picture.
	Line []string `json:",omitzero"`

	// Tournament is the tournament whose table or tree is shown, instead of a game.
	Tournament TournamentID `json:",omitzero"`

	// Form is "text" for a board in words, "both" for a picture and words.
	Form string `json:",omitzero"`
	View string `json:",omitzero"`
	// Level names the only level shown; empty for all.
	Level  string     `json:",omitzero"`
	Theme  string     `json:",omitzero"`
	Pieces string     `json:",omitzero"`
	Side   rules.Side `json:",omitzero"` // at the bottom
	Chosen string     `json:",omitzero"` // a cell whose moves are shown
	// Instead is a move in canonical form that was played instead of the last move of Line; empty for
	// none.
	Instead string `json:",omitzero"`
	// Curve shows the course of the Game according to its analysis, instead of a board.
	Curve bool `json:",omitzero"`
	// Film shows the moves from position Since to Ply one after the other.
	Film  bool `json:",omitzero"`
	Since int  `json:",omitzero"`
}
