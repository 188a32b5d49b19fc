package bot

import "time"

// Analysis is the engine's opinion of the positions of a game that has ended, as far as they have
// been searched.
type Analysis struct {
	Game GameID
	// Moves is the hash of the moves that were analysed. If the game has others, the analysis is not
	// valid.
	Moves MovesHash
	// Positions holds the opinions in the order of the game, from its start on. Wanted is the number
	// of positions to search.
	Positions []Judged
	Wanted    int
	// Followers are waiting for the analysis.
	Followers []Follower `json:",omitempty"`
	Asked     time.Time
}

// Judged is the engine's opinion of a position.
type Judged struct {
	// Score is in hundredths of a Pawn, from White's point of view. It is [DecidedScore], or its
	// negative, if a win is forced.
	Score int
	// Mate is the number of moves in which White wins by force, negative for Black. It is 0 if no win
	// is forced, or the game is over.
	Mate int `json:",omitzero"`
	// Best is the best line found, in canonical texts. It is empty if the game is decided.
	Best []string `json:",omitempty"`
}

// DecidedScore is the score of a position that White has won, or wins by force. Black's is its
// negative.
const DecidedScore = 10_000

// Follower is a player who waits for an analysis.
type Follower struct {
	Player PlayerID
	// Where is the address of the answer: in private, or in a room.
	Where Address
	// Place, Within and Reach tell where the player asked, as in a [Request]. The game is shown to the
	// player there.
	Place  RoomID   `json:",omitzero"`
	Within []RoomID `json:",omitempty"`
	Reach  int      `json:",omitzero"`
	// Progress is the message that shows the progress of the analysis, Latest its last edit.
	Progress, Latest MessageID
}

// Done reports whether all positions have been judged.
func (a Analysis) Done() bool { return len(a.Positions) >= a.Wanted }

// Waits reports whether a player waits for positions that have not been judged yet.
func (a Analysis) Waits() bool { return !a.Done() && len(a.Followers) > 0 }

// DailyCount counts the requests of a player on one day.
type DailyCount struct {
	Day   int64 // days since the beginning of 1970, UTC
	Count int
}

// On returns the count as of a time. It starts again from zero on another day.
func (d DailyCount) On(at time.Time) DailyCount {
	if day := at.Unix() / (24 * 60 * 60); day != d.Day {
		return DailyCount{Day: day}
	}
	return d
}
