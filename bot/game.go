package bot

import (
	"errors"
	"time"

	"raumbot/rules"
)

// Seat is one side of a game: who plays it, by which identity, and where they
// see the game. A zero Room means in private.
type Seat struct {
	Player PlayerID
	User   User
	Room   RoomID
	// Within lists the wider places that Room is part of, the nearest first.
	Within []RoomID `json:",omitempty"`
}

// Places returns the seat's room and all that it is part of, none for a game seen in private.
func (s Seat) Places() []RoomID {
	if s.Room == (RoomID{}) {
		return nil
	}
	return append([]RoomID{s.Room}, s.Within...)
}

// Game is a game that has begun: what was agreed at its start, and what can be
// told of it without replaying its log. The log is the truth; Check compares.
type Game struct {
	ID      GameID
	Variant string
	Seats   [2]Seat // by rules.Side
	Pace    Pace
	// Imported marks the record of a game that was not played here: both seats are its importer's.
	Imported bool `json:",omitzero"`
	Rated    bool `json:",omitzero"`
	Options
	Started time.Time
	// Tournament is what the game is part of, zero for nothing.
	Tournament TournamentID `json:",omitzero"`

	Moves    int        // moves on record
	Trail    Trail      `json:",omitzero"` // of the moves on record; zero also where an earlier version has not noted it
	Turn     rules.Side // who is to move, or was when the game ended
	Since    Moment     // since when they are
	Nudged   Moment     `json:",omitzero"` // when they were last nudged in this turn
	Deadline Moment     // when the player to move loses on time; zero without a clock
	// Banks are what each side has left at the beginning of its turn, with a Fischer pace.
	Banks [2]time.Duration `json:",omitzero"`
	// Shares are what each side has left, at the beginning of its turn, of the time that its tournament
	// gives a game. Without such a limit they are zero.
	Shares  [2]time.Duration `json:",omitzero"`
	Remind  []Moment         // when to remind the player to move, the earliest first
	Offer   *Offer           // an offer that waits for an answer
	Offered [2]int           // Moves at each side's last offer of a draw, plus one; 0 for none
	Refused [2]int           `json:",omitzero"` // Moves when each side's last wish to take back or abort was refused, plus one
	Result  *Result          // nil while the game goes on
}

// Offer is something that needs the opponent's consent. It lapses when they
// move, all but that of a draw when anybody does.
type Offer struct {
	By   rules.Side
	What Event // DrawOffered, TakebackOffered or AbortOffered
}

// Result is how a game ended.
type Result struct {
	At     time.Time
	Reason string      // "checkmate", "resignation", "agreement", ...
	Winner *rules.Side // nil for a draw and for an aborted game
	// Ruling is what an organiser has said, as part of such a Reason.
	Ruling string `json:",omitzero"`
	// Aborted games count for nobody.
	Aborted bool
	// Adjudicated results are an organiser's. They are never rated.
	Adjudicated bool `json:",omitzero"`
}

// The reasons of results that the rules do not know. notBegun, of a tournament, is another.
const (
	byAgreement   = "agreement"
	byResignation = "resignation"
	bySilence     = "silence of the opponent"
	onTime        = "time"
	// Those of aborted games.
	byBoth     = "by agreement"
	byNobody   = "nobody has moved for long"
	byOneself  = "study ended"
	neverBegun = "not begun"
)

// Over reports whether the game has ended.
func (g Game) Over() bool { return g.Result != nil }

// private reports whether the game is for its players alone: no room sees it,
// unless they have agreed that all may.
func (g Game) private() bool {
	if g.Sight == Shown {
		return false
	}
	return g.Seats[0].Room == (RoomID{}) && g.Seats[1].Room == (RoomID{})
}

// Wake returns when a sweep has to look at the game next, or zero for never.
func (g Game) Wake() Moment {
	switch {
	case g.Over():
		return 0
	case len(g.Remind) > 0:
		return g.Remind[0]
	case !g.Pace.Ticks() && !g.study() && g.Since > 0:
		return g.Since.Plus(longSilence)
	}
	return g.Deadline
}

// longSilence is how long a game without a clock waits for a move before it is closed.
const longSilence = 180 * 24 * time.Hour

// side returns which side a player has. A player who has both sides acts for
// the one that is to move.
func (g Game) side(p PlayerID) (rules.Side, bool) {
	switch {
	case p == 0:
		return 0, false
	case g.Seats[g.Turn].Player == p:
		return g.Turn, true
	case g.Seats[g.Turn.Other()].Player == p:
		return g.Turn.Other(), true
	}
	return 0, false
}

// name returns the name of the player of a side, to be said.
func (g Game) name(s rules.Side) string { return g.Seats[s].User.said() }

// variant returns the rules of the game. A variant that a database names and
// this program lacks is an error for the log, not for players.
func (g Game) variant() (*rules.Variant, error) { return rules.Find(g.Variant) }

// Challenge is an invitation to a game that nobody has accepted yet. An open
// one, without a player in To, is for whoever takes it first.
type Challenge struct {
	ID       GameID // the number of the game that it will be
	From, To Seat
	Variant  string
	Colour   Colour // of the challenger
	Pace     Pace
	Rated    bool `json:",omitzero"`
	Options
	Expires Moment
}

// Wake returns when the challenge expires.
func (c Challenge) Wake() Moment { return c.Expires }

// Open reports whether anybody may accept the challenge.
func (c Challenge) Open() bool { return c.To.Player == 0 }

// private reports whether the challenge is known to its two sides alone.
func (c Challenge) private() bool {
	return !c.Open() && c.Sight != Shown && c.From.Room == (RoomID{}) && c.To.Room == (RoomID{})
}

// Colour is the side that a challenger asks for.
type Colour string

// The colours that can be asked for.
const (
	Random    Colour = "random"
	WhiteSide Colour = "white"
	BlackSide Colour = "black"
)

// Event is something that a game's log tells of.
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

	Studied Event = "study"  // a game against oneself begins
	Paired  Event = "paired" // a game of a tournament begins
	Nudged  Event = "nudge"
	Ended   Event = "end"
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
	Note string        `json:",omitzero"`
}

// played returns the entries of the moves that a log leaves standing.
func played(log []Entry) []Entry {
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

// moves returns the canonical moves that a log leaves standing, moveTimes when
// they were played.
func moves(log []Entry) []string {
	var all []string
	for _, e := range played(log) {
		all = append(all, e.Move)
	}
	return all
}

func moveTimes(log []Entry) []time.Time {
	var all []time.Time
	for _, e := range played(log) {
		all = append(all, e.At)
	}
	return all
}

// ErrNotFound is what a [Tx] answers when there is no such record.
var ErrNotFound = errors.New("no such record")
