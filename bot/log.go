package bot

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"
)

// Event is the kind of a log entry.
type Event string

// The kinds of log entries.
const (
	Challenged  Event = "challenge"
	Accepted    Event = "accept"
	Moved       Event = "move"
	DrawOffered Event = "draw offer"
	DrawRefused Event = "draw refused"

	TakebackOffered Event = "takeback offer"
	TakebackRefused Event = "takeback refused"
	TookBack        Event = "takeback"

	AbortOffered Event = "abort offer"
	AbortRefused Event = "abort refused"

	Published   Event = "publish"     // a side's consent, or both
	Unpublished Event = "publish off" // consent withdrawn by a player

	Studied Event = "study"  // a game against oneself has begun
	Paired  Event = "paired" // a tournament game has begun
	Nudged  Event = "nudge"
	Ended   Event = "end"
	// Reopened means that organisers have taken back the end of the game.
	Reopened Event = "reopened"
)

// Entry is one line of a game's log, which is append-only.
type Entry struct {
	At    time.Time
	By    PlayerID `json:",omitzero"` // zero: the bot itself
	What  Event
	Move  string `json:",omitzero"` // the canonical move, of a Moved entry
	Plies int    `json:",omitzero"` // the number of plies taken back
	// Bank is the mover's bank before the move, with a Fischer pace.
	Bank time.Duration `json:",omitzero"`
	// Planned means that the move was a conditional move of a [Plan].
	Planned bool `json:",omitzero"`
	// Proposal is the proposal of a challenge.
	Proposal Proposal `json:",omitzero"`
	// Lapse says why a challenge ended without a game, in an Ended entry.
	Lapse Lapse `json:",omitzero"`
}

// Lapse says why a challenge ended without a game.
type Lapse string

// The reasons why a challenge ends without a game.
const (
	Declined  Lapse = "declined"
	Withdrawn Lapse = "withdrawn"
	Expired   Lapse = "expired"
	Departed  Lapse = "departed" // one of the players was forgotten
	Shut      Lapse = "barred"   // one of the players was barred from its room
)

// Played returns the Moved entries that were not taken back.
func Played(log []Entry) []Entry {
	var all []Entry
	for _, e := range log {
		switch e.What {
		case Moved:
			all = append(all, e)
		case TookBack:
			all = all[:max(len(all)-e.Plies, 0)]
		}
	}
	return all
}

// Moves returns the canonical moves of a log that were not taken back.
func Moves(log []Entry) []string {
	var all []string
	for _, e := range Played(log) {
		all = append(all, e.Move)
	}
	return all
}

// MoveTimes returns when each of the Moves was played.
func MoveTimes(log []Entry) []time.Time {
	var all []time.Time
	for _, e := range Played(log) {
		all = append(all, e.At)
	}
	return all
}

// Notes are a player's private notes on a game.
type Notes struct {
	Player PlayerID
	Game   GameID
	Lines  []Note
}

// Note is one note, made when the game had a certain number of moves.
type Note struct {
	At   time.Time
	Ply  int `json:",omitzero"`
	Text string
}

// Plan holds a player's conditional moves in a game. It exists only while the opponent is to move.
type Plan struct {
	Game   GameID
	Player PlayerID
	// Lines are canonical moves from the current position on: a move of the opponent and the player's
	// reply, alternating. There is one reply to each move, so that the lines form a tree.
	Lines [][]string
}

// Add adds a line. The line replaces others that reply differently to the same moves or are
// contained in it. It is ignored if it is contained in another.
func (p *Plan) Add(line []string) {
	p.Lines = slices.DeleteFunc(p.Lines, func(old []string) bool {
		same := commonPlies(old, line)
		return same == len(old) || same%2 == 1 && same < len(line)
	})
	for _, old := range p.Lines {
		if commonPlies(old, line) == len(line) {
			return
		}
	}
	p.Lines = append(p.Lines, line)
	slices.SortFunc(p.Lines, slices.Compare)
}

// commonPlies returns the length of the common prefix of two lines.
func commonPlies(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Answer returns the player's reply to a move, and the plan that remains after it.
func (p Plan) Answer(move string) (reply string, rest Plan, ok bool) {
	rest = Plan{Game: p.Game, Player: p.Player}
	for _, line := range p.Lines {
		if line[0] != move {
			continue
		}
		reply, ok = line[1], true
		if len(line) > 2 {
			rest.Lines = append(rest.Lines, line[2:])
		}
	}
	return reply, rest, ok
}

// MovesHash is a hash of a sequence of canonical moves; zero for an empty one.
type MovesHash uint64

// Step returns the hash of the sequence extended by a canonical move.
func (h MovesHash) Step(move string) MovesHash {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, uint64(h)), move...))
	return MovesHash(binary.BigEndian.Uint64(sum[:8]))
}
