package bot

import "time"

// A GameFile is a game defined by a file, stored so that games already being played go on when the file
// changes or is removed.
type GameFile struct {
	// ID is the ID of the variant, including its version.
	ID   string
	Text string
	// RatedAs is the ID of the version whose ratings it shares.
	RatedAs string `json:",omitzero"`
	Added   time.Time
}
