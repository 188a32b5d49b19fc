package bot

import "time"

// A GameFile is a game that was defined by a file, kept so that what is played by it goes on when the file
// is changed or taken away.
type GameFile struct {
	// ID is that of the variant, with its version.
	ID   string
	Text string
	// RatedAs is the ID of the version whose ratings it continues.
	RatedAs string `json:",omitzero"`
	Added   time.Time
}
