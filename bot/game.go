package bot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"raumbot/bot/phrase"
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
	// Reach is as in the [Request] in which the player chose the room.
	Reach int `json:",omitzero"`
	// Present means that the player has spoken in Room: a game can be shown in a room
	// that somebody else has chosen, and that its player has never seen.
	Present bool `json:",omitzero"`
}

// Meet notes that the seat's player speaks in a room, and who sees that room by now.
func (s *Seat) Meet(r Request) {
	s.Present = s.Present || slices.Contains(s.Places(), r.Room)
	if s.Room == r.Room {
		s.Reach = r.Reach
	}
}

// Seers are the places whose people see the seat's room.
func (s Seat) Seers() []RoomID {
	places := s.Places()
	if s.Reach > 0 {
		return places[:min(s.Reach, len(places))]
	}
	return places
}

// Move notes that the game is seen in another room, which may be part of the one before. A game that cannot be seen in
// its room any more is told to the player in private.
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

	Moves     int       // moves on record
	MovesHash MovesHash `json:"Trail,omitzero"` // of the moves on record; zero also where an earlier version has not noted it
	Diagram   Diagram   `json:",omitzero"`      // of the position on the board; zero where an earlier version has not noted it
	// Last is the last move on record in canonical form, and Check whether it gave check. They are
	// empty where an earlier version has not noted them.
	Last     string     `json:",omitzero"`
	Check    bool       `json:",omitzero"`
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
	// Decisions are what an organiser of the room of each side has proposed, where the sides have different rooms.
	Decisions [2]*Decision `json:",omitzero"`
	// Publish is what has been decided for each side about showing the game to all.
	Publish [2]Consent `json:",omitzero"`
	Result  *Result    // nil while the game goes on
}

// Offer is something that needs the opponent's consent. It lapses when they
// move, all but that of a draw when anybody does.
type Offer struct {
	By   rules.Side
	What Event // DrawOffered, TakebackOffered or AbortOffered
}

// Over reports whether the game has ended.
func (g Game) Over() bool { return g.Result != nil }

// Private reports whether the game is for its players alone: no room sees it,
// unless they have agreed that all may.
func (g Game) Private() bool {
	if g.Public() {
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
	case !g.Pace.Ticks() && !g.Study() && g.Since > 0:
		return g.Since.Plus(LongSilence)
	}
	return g.Deadline
}

// LongSilence is how long a game without a clock waits for a move before it is closed.
const LongSilence = 180 * 24 * time.Hour

// Side returns which side a player has. A player who has both sides acts for
// the one that is to move.
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

// Name returns the name of the player of a side, to be said.
func (g Game) Name(s rules.Side) string { return g.Seats[s].User.Said() }

// variant returns the rules of the game. A variant that a database names and
// this program lacks is an error for the log, not for players.
func (g Game) Rules() (*rules.Variant, error) { return rules.Find(g.Variant) }

// Picture returns the picture of the position that a game has reached.
func (g Game) Picture() *Picture { return &Picture{Game: g.ID, Ply: g.Moves} }

// Allotted returns how long the turn may last: the time of the game's pace, or what is in the player's
// bank, and no longer than the player's share of the game's time.
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

// Recount keeps the time that is left in a game what it is at a moment, when
// something else counts from then on.
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

// Verdict is the last sentence of a game.
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

// Command returns the command that answers an offer.
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

// Options are what the players of a game agree on beside its variant, its
// pace and whether it is rated. They are part of the invitation, and fixed
// once the game has begun.
type Options struct {
	// Vacation means that the clock stands still while the player to move is
	// on vacation.
	Vacation bool `json:",omitzero"`
	// Weekends means that Saturdays and Sundays, UTC, do not count.
	Weekends bool `json:",omitzero"`
	// Sight is who may see the game.
	Sight Sight `json:",omitzero"`
}

// Sight says who may see a game.
type Sight string

// Who may see a game: those who are in its rooms and, where it has one, all
// others; its players alone, to whom it is told in private; or all in any case.
const (
	InRoom Sight = ""
	Hidden Sight = "private"
	Shown  Sight = "public"
)

// Agreed says under which conditions a game is played, as part of a sentence.
func Agreed(p Pace, o Options, rated bool) string { return Conditions(p, o) + ratedWords(rated) }

// Conditions are what is agreed on but for the rating.
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

// PutOff takes what is due before a moment out of the reminders of a game, and
// reminds then, unless the time of the player is up by then.
func (g *Game) PutOff(until Moment) {
	g.Remind = slices.DeleteFunc(g.Remind, func(m Moment) bool { return m <= until })
	if until < g.Deadline {
		g.Remind = slices.Insert(g.Remind, 0, until)
	}
}

// Study reports whether one player moves both sides.
func (g Game) Study() bool { return g.Seats[0].Player == g.Seats[1].Player }

// PliesBack returns how many plies a takeback by a side undoes: its last
// move, and the answer to it.
func (g Game) PliesBack(by rules.Side) int {
	if g.Turn == by {
		return 2
	}
	return 1
}

// Title returns what people call a variant. Of a game from a file that has been changed since, it tells the version.
func Title(variant string) string {
	v, err := rules.Find(variant)
	if err != nil {
		return variant
	}
	if now, err := rules.Find(v.Name); err == nil && now == v {
		return v.Title
	}
	return phrase.Of("%s, version %s", v.Title, v.Version)
}

// VariantName is what commands call a variant, whatever its version.
func VariantName(variant string) string {
	name, _, _ := strings.Cut(variant, "@")
	return name
}

// ratedWords says whether a game is rated, at the end of what was agreed.
func ratedWords(rated bool) string {
	if rated {
		return phrase.Of(", rated")
	}
	return phrase.Of(", casual")
}

// Summary names a game, its variant and its players.
func (g Game) Summary() string {
	text := phrase.Of("%s, %s, %s (White) against %s (Black)", GameNumber(g.ID), Title(g.Variant), g.Name(rules.White), g.Name(rules.Black))
	if g.Imported {
		text += phrase.Of(", imported")
	}
	return text
}

// Heading names a game as the title of its thread: its number, its variant and who plays.
func (g Game) Heading() string {
	players := g.Name(rules.White) + " – " + g.Name(rules.Black)
	if g.Study() {
		players = g.Name(rules.White)
	}
	return fmt.Sprintf("%s: %s, %s", phrase.Upper(GameNumber(g.ID)), Title(g.Variant), players)
}
