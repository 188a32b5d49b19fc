package bot

// Settings are what a player has decided for all of their games.
type Settings struct {
	Vacation Vacation `json:",omitzero"`
	// Blocked lists the players who cannot challenge or nudge this one.
	Blocked []PlayerID `json:",omitempty"`
	// Limit is how many games the player wants at once, zero for any number.
	Limit int `json:",omitzero"`
	// Quiet is when reminders wait.
	Quiet Quiet `json:",omitzero"`
	// Digest tells that reminders come together, and Digested when they last did.
	Digest   bool   `json:",omitzero"`
	Digested Moment `json:",omitzero"`
}
