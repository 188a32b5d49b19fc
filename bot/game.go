package bot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Seat is one side of a game: its player, the identity they play as, and the
// room where they see the game. A zero Room means in private.
type Seat struct {
	Player PlayerID
	User   User
	Room   RoomID
	// Within lists the places that contain Room, the innermost first.
	Within []RoomID `json:",omitempty"`
	// Reach is that of the [Request] in which the player chose the room.
	Reach int `json:",omitzero"`
	// Present means that the player has spoken in Room. It may be a room that
	// somebody else has chosen and that the player has never seen.
	Present bool `json:",omitzero"`
	// Program means that the imported record of a game says that a program played this side.
	Program bool `json:",omitzero"`
}

// Meet records that the seat's player speaks in a room, and updates its Reach.
func (s *Seat) Meet(r Request) {
	s.Present = s.Present || slices.Contains(s.Places(), r.Room)
	if s.Room == r.Room {
		s.Reach = r.Reach
	}
}

// Seers returns the places all of whose members can see the seat's room.
func (s Seat) Seers() []RoomID {
	places := s.Places()
	if s.Reach > 0 {
		return places[:min(s.Reach, len(places))]
	}
	return places
}

// Move shows the game in another room, which may be a thread of the present one; zero means in
// private, for a game whose room is no longer accessible.
func (s *Seat) Move(to RoomID) {
	if to == (RoomID{}) {
		s.Present = false
	} else {
		s.Within = append([]RoomID{s.Room}, s.Within...)
		if s.Reach > 0 {
			s.Reach++
		}
	}
	s.Room = to
}

// Places returns the seat's room and all places that contain it; none for a game shown in private.
func (s Seat) Places() []RoomID {
	if s.Room == (RoomID{}) {
		return nil
	}
	return append([]RoomID{s.Room}, s.Within...)
}

// Game is a game that has begun: its terms, and a summary of its log that spares
// replaying it. The log is authoritative; service.Check compares the two.
type Game struct {
	ID      GameID
	Variant string
	Seats   [2]Seat // by rules.Side
	Pace    Pace
	// Imported marks the imported record of a game that was not played here: both seats are its importer's.
	Imported bool `json:",omitzero"`
	Rated    bool `json:",omitzero"`
	Options
	Started time.Time
	// Tournament is the one that the game belongs to; zero for none.
	Tournament TournamentID `json:",omitzero"`

	Moves     int       // moves in the log that were not taken back
	MovesHash MovesHash `json:"Trail,omitzero"` // of those moves; zero also in records of earlier versions
	Board     Board     `json:",omitempty"`     // of the current position; empty in records of earlier versions
	// Last is the last of those moves in canonical form, and Check whether it gave check. They are
	// zero in records of earlier versions.
	Last     string     `json:",omitzero"`
	Check    bool       `json:",omitzero"`
	Turn     rules.Side // who is to move, or was when the game ended
	Since    Moment     // when their turn began
	Nudged   Moment     `json:",omitzero"` // when they were last nudged during this turn
	Deadline Moment     // when the player to move loses on time; zero without a clock
	// Banks is what each side has left at the beginning of its turn, with a Fischer pace.
	Banks [2]time.Duration `json:",omitzero"`
	// Shares is what each side has left, at the beginning of its turn, of the total time that the tournament
	// allows for a game; zero without such a limit.
	Shares  [2]time.Duration `json:",omitzero"`
	Remind  []Moment         // when to remind the player to move, the earliest first
	Offer   *Offer           // the pending offer; nil for none
	Offered [2]int           // the number of moves at each side's last draw offer, plus one; 0 for none
	Refused [2]int           `json:",omitzero"` // the same for each side's last takeback or abort offer that was refused
	// Decisions are the verdicts proposed by the organisers of each side's room, where the sides have different rooms.
	Decisions [2]*Decision `json:",omitzero"`
	// Publish is each side's consent to making the game public.
	Publish [2]Consent `json:",omitzero"`
	// PublishedBy are the organisers who have consented for each side; zero where its player did.
	PublishedBy [2]PlayerID `json:",omitzero"`
	// Settles is when organisers can no longer take back that they have ended the game; zero if they have not ended it, or cannot.
	Settles Moment  `json:",omitzero"`
	Result  *Result // nil while the game is ongoing
	// Held means that the computer waits with its move until an ongoing game between people has gone on, see service's contest: its clock
	// stands still, and its opponent has been told.
	Held bool `json:",omitzero"`
}

// Offer is a pending offer to the opponent. It lapses when they move, or for a
// draw offer when either side moves.
type Offer struct {
	By   rules.Side
	What Event // DrawOffered, TakebackOffered or AbortOffered
}

// Over reports whether the game has ended.
func (g Game) Over() bool { return g.Result != nil }

// Private reports whether only its players see the game: it has no room and
// is not public.
func (g Game) Private() bool {
	if g.Public() {
		return false
	}
	return g.Seats[0].Room == (RoomID{}) && g.Seats[1].Room == (RoomID{})
}

// Wake returns when the game needs attention next (a reminder, a deadline, the end of the time in which organisers can reopen it);
// zero for never.
func (g Game) Wake() Moment {
	switch {
	case g.Over():
		return g.Settles
	case len(g.Remind) > 0:
		return g.Remind[0]
	case !g.Pace.Ticks() && !g.Study() && g.Since > 0:
		return g.Since.Plus(LongSilence)
	}
	return g.Deadline
}

// LongSilence is how long a game without a clock may wait for a move before it is closed.
const LongSilence = 180 * 24 * time.Hour

// Side returns the player's side; for a player who has both, the one to move.
// ok is false for a player without a seat.
func (g Game) Side(p PlayerID) (rules.Side, bool) {
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

// Name returns the name of a side's player as a phrase.
func (g Game) Name(s rules.Side) string { return g.Seats[s].User.Said() }

// Rules returns the variant of the game. An error means that the database names a
// variant that this program lacks: it is for the log, not for players.
func (g Game) Rules() (*rules.Variant, error) { return rules.Find(g.Variant) }

// Picture returns a picture of the current position.
func (g Game) Picture() *Picture { return &Picture{Game: g.ID, Ply: g.Moves} }

// Allotted returns how long the current turn may last: the time per move or the player's bank, and
// no longer than the player's share of the game's time.
func (g Game) Allotted() time.Duration {
	whole := g.Pace.PerMove
	if g.Pace.Fischer() {
		whole = g.Banks[g.Turn]
	}
	if share := g.Shares[g.Turn]; share > 0 {
		whole = min(whole, share)
	}
	return whole
}

// Recount moves the deadline and reminders so that the counted time left at now stays the same
// when a different countdown applies from then on.
func (g *Game) Recount(now Moment, before, after Countdown) {
	if g.Deadline == 0 {
		return
	}
	moved := func(m Moment) Moment { return after.After(now, before.Between(now, m)) }
	g.Deadline = moved(g.Deadline)
	for i, m := range g.Remind {
		g.Remind[i] = moved(m)
	}
}

// Verdict returns the closing sentence of a game.
func (g Game) Verdict() string {
	length := phrase.Count((g.Moves+1)/2, "after %d move", "after %d moves")
	switch {
	case g.Tournament != 0 && g.Result.Reason == NotBegun:
		return phrase.Of("%s forfeits the game.", g.Name(g.Turn))
	case g.Result.Aborted:
		return phrase.Of("The game counts for nobody.")
	case g.Result.Winner == nil:
		return phrase.Of("The game is drawn %s.", length)
	default:
		w := *g.Result.Winner
		return phrase.Of("%s (%s) wins against %s %s.", g.Name(w), w, g.Name(w.Other()), length)
	}
}

// Command returns the command that accepts the offer.
func (o Offer) Command() string {
	switch o.What {
	case TakebackOffered:
		return "takeback"
	case AbortOffered:
		return "abort"
	}
	return "draw"
}

// Has reports whether a player has a seat in the game.
func (g Game) Has(p PlayerID) bool {
	return slices.ContainsFunc(g.Seats[:], func(s Seat) bool { return s.Player == p })
}

// Options are what players agree on besides the variant, the pace and whether
// the game is rated. They are part of the challenge, and fixed once the
// game has begun.
type Options struct {
	// Vacation means that the clock stops while the player to move is
	// on vacation.
	Vacation bool `json:",omitzero"`
	// Weekends means that Saturdays and Sundays, UTC, do not count.
	Weekends bool `json:",omitzero"`
	// Sight is who may see the game.
	Sight Sight `json:",omitzero"`
}

// Sight says who may see a game.
type Sight string

// Who may see a game: the members of its rooms, and everybody if it has a
// public room; its players alone, in private; or everybody in any case.
const (
	InRoom Sight = ""
	Hidden Sight = "private"
	Shown  Sight = "public"
)

// Agreed returns the terms of a game, as part of a sentence.
func Agreed(p Pace, o Options, rated bool) string { return Conditions(p, o) + ratedWords(rated) }

// Conditions returns the terms except whether the game is rated.
func Conditions(p Pace, o Options) string {
	text := p.Words()
	switch {
	case !p.Ticks():
	case o.Vacation:
		text = phrase.Of("%s with vacations", text)
	default:
		text = phrase.Of("%s without vacations", text)
	}
	if o.Weekends {
		text += ", " + phrase.Of("weekends off")
	}
	if o.Sight != InRoom {
		text += ", " + phrase.Term(string(o.Sight))
	}
	return text
}

// PutOff postpones all reminders before a moment to that moment, or drops
// them if the deadline has passed by then.
func (g *Game) PutOff(until Moment) {
	g.Remind = slices.DeleteFunc(g.Remind, func(m Moment) bool { return m <= until })
	if until < g.Deadline {
		g.Remind = slices.Insert(g.Remind, 0, until)
	}
}

// Study reports whether one player plays both sides.
func (g Game) Study() bool { return g.Seats[0].Player == g.Seats[1].Player }

// PliesBack returns how many plies a takeback by a side undoes: its last
// move, and the opponent's reply if there was one.
func (g Game) PliesBack(by rules.Side) int {
	if g.Turn == by {
		return 2
	}
	return 1
}

// Title returns the display name of a variant, with the version for one whose game file has changed since.
func Title(variant string) string {
	v, err := rules.Find(variant)
	if err != nil {
		return variant
	}
	if now, err := rules.Find(v.Name); err == nil && now == v || v.Local {
		return v.Title
	}
	return phrase.Of("%s, version %s", v.Title, v.Version)
}

// VariantName returns the name of a variant in commands, without the version.
func VariantName(variant string) string {
	name, _, _ := strings.Cut(variant, "@")
	return name
}

// ratedWords returns the closing words of a game's terms, on whether it is rated.
func ratedWords(rated bool) string {
	if rated {
		return phrase.Of(", rated")
	}
	return phrase.Of(", casual")
}

// Summary returns the number, variant and players of a game.
func (g Game) Summary() string {
	text := phrase.Of("%s, %s, %s (White) against %s (Black)", GameNumber(g.ID), Title(g.Variant), g.Name(rules.White), g.Name(rules.Black))
	if g.Imported {
		text += phrase.Of(", imported")
	}
	return text
}

// Heading returns the title of a game's thread: its number, variant and players.
func (g Game) Heading() string {
	players := g.Name(rules.White) + " – " + g.Name(rules.Black)
	if g.Study() {
		players = g.Name(rules.White)
	}
	return fmt.Sprintf("%s: %s, %s", phrase.Upper(GameNumber(g.ID)), Title(g.Variant), players)
}
