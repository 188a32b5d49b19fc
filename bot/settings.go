package bot

// Settings are what a player has decided for all of their games.
type Settings struct {
	Vacation Vacation `json:",omitzero"`
	// Blocked lists the players who cannot challenge or nudge this one.
	Blocked []PlayerID `json:",omitempty"`
	// Limit is how many games the player wants at once, zero for any number.
	Limit int `json:",omitzero"`
}
