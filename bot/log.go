package bot

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"
)

// Event is something that a game's log records.
type Event string

// What can happen to a game.
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

	Published   Event = "publish"     // for one side, or both
	Unpublished Event = "publish off" // by a player

	Studied Event = "study"  // a game against oneself begins
	Paired  Event = "paired" // a game of a tournament begins
	Nudged  Event = "nudge"
	Ended   Event = "end"
	// Reopened tells that organisers have taken the end back.
	Reopened Event = "reopened"
)

// Entry is one line of a game's log. Entries are only ever added.
type Entry struct {
	At    time.Time
	By    PlayerID `json:",omitzero"` // zero: the bot itself
	What  Event
	Move  string `json:",omitzero"` // canonical, of what Moved
	Plies int    `json:",omitzero"` // how many were taken back
	// Bank is what the mover's bank held before the move, with a Fischer pace.
	Bank time.Duration `json:",omitzero"`
	// Planned means that the move was the answer of a [Plan].
	Planned bool `json:",omitzero"`
	// Proposal is what was proposed by a challenge.
	Proposal Proposal `json:",omitzero"`
	// Lapse is why a challenge came to nothing, where it was that which Ended.
	Lapse Lapse `json:",omitzero"`
}

// Lapse says why a challenge came to nothing.
type Lapse string

// The ways in which a challenge comes to nothing.
const (
	Declined  Lapse = "declined"
	Withdrawn Lapse = "withdrawn"
	Expired   Lapse = "expired"
	Departed  Lapse = "departed" // one of its sides is forgotten
)

// Played returns the entries of the moves that a log leaves standing.
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

// Moves returns the canonical moves that a log leaves standing, moveTimes when
// they were played.
func Moves(log []Entry) []string {
	var all []string
	for _, e := range Played(log) {
		all = append(all, e.Move)
	}
	return all
}

func MoveTimes(log []Entry) []time.Time {
	var all []time.Time
	for _, e := range Played(log) {
		all = append(all, e.At)
	}
	return all
}

// Notes are what somebody has noted on a game, for nobody else to see.
type Notes struct {
	Player PlayerID
	Game   GameID
	Lines  []Note
}

// Note is one remark, made when a game had a number of moves.
type Note struct {
	At   time.Time
	Ply  int `json:",omitzero"`
	Text string
}

// Plan is what a player has decided to answer to moves of the opponent. It
// exists only while the opponent is to move.
type Plan struct {
	Game   GameID
	Player PlayerID
	// Lines are canonical moves from the present position on, a move of the
	// opponent and the player's answer by turns. The player has one
	// answer to each, so that the lines form a tree.
	Lines [][]string
}

// Add adds a line. Lines that give another answer to the same moves make
// way for it, as do those that it contains; it adds nothing if it is contained itself.
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

// commonPlies counts the moves with which both lines begin.
func commonPlies(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Answer returns what the player answers to a move, and the plan that is left then.
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

// MovesHash is a hash of a sequence of moves; that of none is zero.
type MovesHash uint64

// Step returns the hash with one more move, in canonical form.
func (h MovesHash) Step(move string) MovesHash {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, uint64(h)), move...))
	return MovesHash(binary.BigEndian.Uint64(sum[:8]))
}
