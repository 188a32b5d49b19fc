package bot

import "time"

// Analysis is what the engine thinks of the positions of a game that has ended, as far as it has come.
type Analysis struct {
	Game GameID
	// Moves is that of the game's moves: an analysis of others counts for nothing.
	Moves MovesHash
	// Positions are judged in the order of the game, from its start on; Wanted is how many there will be.
	Positions []Judged
	Wanted    int
	// Followers are those who wait for it.
	Followers []Follower `json:",omitempty"`
	Asked     time.Time
}

// Judged is what the engine thinks of a position.
type Judged struct {
	// Score is in hundredths of a Pawn, from White's side. Where a win is forced it is that of [DecidedScore].
	Score int
	// Mate is in how many moves White wins by force, negative for Black; 0 if nobody does, or has won.
	Mate int `json:",omitzero"`
	// Best is the best line found, in canonical texts; none where the game is decided.
	Best []string `json:",omitempty"`
}

// DecidedScore is the score of a position that White has won, or wins by force. Black's is its negative.
const DecidedScore = 10_000

// Follower is somebody who waits for an analysis.
type Follower struct {
	Player PlayerID
	// Where they are told: in private, or in a room.
	Where Address
	// Place, Within and Reach are where they asked, as those of a [Request]: the game is shown to them there.
	Place  RoomID   `json:",omitzero"`
	Within []RoomID `json:",omitempty"`
	Reach  int      `json:",omitzero"`
	// Progress is the message that says how far it has come, Latest the last edit of it.
	Progress, Latest MessageID
}

// Done reports whether all positions have been judged.
func (a Analysis) Done() bool { return len(a.Positions) >= a.Wanted }

// Waits reports whether somebody waits for the rest.
func (a Analysis) Waits() bool { return !a.Done() && len(a.Followers) > 0 }

// DailyCount counts what somebody has asked for on a day.
type DailyCount struct {
	Day   int64 // since the beginning of 1970, UTC
	Count int
}

// On returns the count of a day: what was counted on another is forgotten.
func (d DailyCount) On(at time.Time) DailyCount {
	if day := at.Unix() / (24 * 60 * 60); day != d.Day {
		return DailyCount{Day: day}
	}
	return d
}
