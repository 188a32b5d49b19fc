package bot

import (
	"slices"
	"strings"
	"time"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Seat is one side of a game: its player, the identity under which they play, and the room where
// they see the game. A zero Room means in private.
type Seat struct {
	Player PlayerID
	User   User
	Room   RoomID
	// Within lists the places that contain Room, the innermost first.
	Within []RoomID `json:",omitempty"`
	// Reach is the Reach of the [Request] by which the player chose the room.
	Reach int `json:",omitzero"`
	// Present means that the player has spoken in Room. Somebody else may have chosen the room, and
	// the player may never have seen it.
	Present bool `json:",omitzero"`
	// Program means that the imported record of a game says that a program played this side.
	Program bool `json:",omitzero"`
}

// Listed reports whether lists of games may show the game to people other than its players. Games
// of guests are not listed, because the same person can be many guests.
func (g Game) Listed() bool {
	return g.Seats[0].User.Platform != Guest && g.Seats[1].User.Platform != Guest
}

// Transfer gives the seat to the player into if it belongs to the player from. If from is a guest,
// the seat's user becomes account.
func (s *Seat) Transfer(from, into PlayerID, account User) {
	if s.Player != from {
		return
	}
	if s.Player = into; s.User.Platform == Guest {
		s.User = account
	}
}

// UpdateReach records that the seat's player speaks in a room, and updates its Reach.
func (s *Seat) UpdateReach(r Request) {
	s.Present = s.Present || slices.Contains(s.Places(), r.Room)
	if s.Room == r.Room {
		s.Reach = r.Reach
	}
}

// VisibleTo returns the places all of whose members can see the seat's room.
func (s Seat) VisibleTo() []RoomID {
	places := s.Places()
	if s.Reach > 0 {
		return places[:min(s.Reach, len(places))]
	}
	return places
}

// SeenFrom reports whether everybody in a room can see the game, in the room or in a thread of it.
func (s Seat) SeenFrom(room RoomID) bool {
	return room != RoomID{} && slices.Contains(s.VisibleTo(), room)
}

// Move shows the game in another room, which may be a thread of the current one. Zero means in
// private, for a game whose room is no longer accessible. parent is a room that contains to, and
// has replaced the current one; else zero.
func (s *Seat) Move(to, parent RoomID) {
	around := []RoomID{parent, s.Room}
	if parent == (RoomID{}) {
		around = around[1:]
	}
	if to == (RoomID{}) {
		s.Present = false
	} else {
		s.Within = slices.Concat(around, s.Within)
		if s.Reach > 0 {
			s.Reach += len(around)
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

// Game is a game that has begun: its terms, and a summary of its log that saves replaying it. The
// log is authoritative; service.Check compares the two.
type Game struct {
	ID      GameID
	Variant string
	Seats   [2]Seat // by rules.Side
	Pace    Pace
	// Imported marks the record of a game that was not played here but imported. Both seats are then
	// its importer's.
	Imported bool `json:",omitzero"`
	Rated    bool `json:",omitzero"`
	Options
	Started time.Time
	// Tournament is the tournament to which the game belongs; zero for none.
	Tournament TournamentID `json:",omitzero"`

	// Moves is the number of moves in the log that were not taken back, and MovesHash their hash,
	// which is zero also in records of earlier versions.
	Moves     int
	MovesHash MovesHash `json:"Trail,omitzero"`
	// Board is the board of the current position. It is empty in records of earlier versions.
	Board Board `json:",omitempty"`
	// First and Last are the first and the last of the Moves in canonical form, and Check is whether
	// the last one gave check. They are zero in records of earlier versions.
	First    string     `json:",omitzero"`
	Last     string     `json:",omitzero"`
	Check    bool       `json:",omitzero"`
	Turn     rules.Side // the side to move, or that was to move when the game ended
	Since    Moment     // when their turn began
	Nudged   Moment     `json:",omitzero"` // when they were last nudged during this turn
	Deadline Moment     // when the player to move loses on time; zero without a clock
	// Banks is the time that each side had left at the beginning of its turn, with a Fischer pace.
	Banks [2]time.Duration `json:",omitzero"`
	// Shares is the time that each side had left, at the beginning of its turn, of the total time that
	// the tournament allows for a game; zero without such a limit.
	Shares [2]time.Duration `json:",omitzero"`
	// Drawn is how much time has been drawn for this turn from the bank that the player has for the
	// season of a league. In a game that is over it is the part that has gone back.
	Drawn  time.Duration `json:",omitzero"`
	Remind []Moment      // when to remind the player to move, the earliest first
	Offer  *Offer        // the pending offer; nil for none
	// Offered is the number of moves at each side's last draw offer, plus one; 0 for none.
	Offered [2]int
	// Refused is the same for each side's last offer of a takeback or abort that was refused.
	Refused [2]int `json:",omitzero"`
	// Decisions are the verdicts proposed by the organisers of each side's room, if the sides have
	// different rooms.
	Decisions [2]*Decision `json:",omitzero"`
	// Publish is each side's consent to making the game public.
	Publish [2]Consent `json:",omitzero"`
	// PublishedBy are the organisers who have consented for each side; zero if the player did.
	PublishedBy [2]PlayerID `json:",omitzero"`
	// Settles is when the decision of organisers to end the game becomes final; zero if they have not
	// ended it, or if their decision is final already.
	Settles Moment  `json:",omitzero"`
	Result  *Result // nil while the game is ongoing
	// Held means that the computer does not move until an ongoing game between people has gone on (see
	// service's contest). The computer's clock stands still, and its opponent has been told.
	Held bool `json:",omitzero"`
}

// Offer is a pending offer to the opponent. It lapses when they move, and a draw offer when either
// side moves.
type Offer struct {
	By   rules.Side
	What Event // DrawOffered, TakebackOffered or AbortOffered
}

// Over reports whether the game has ended.
func (g Game) Over() bool { return g.Result != nil }

// Private reports whether only the players see the game: it has no room and is not public.
func (g Game) Private() bool {
	if g.Public() {
		return false
	}
	return g.Seats[0].Room == (RoomID{}) && g.Seats[1].Room == (RoomID{})
}

// Wake returns when the game needs attention next: a reminder, a deadline, or the end of the time
// in which organisers can reopen it. Zero means never.
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

// Side returns the player's side. For a player who has both it is the one to move. ok is false for
// a player without a seat.
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
func (g Game) Name(s rules.Side) phrase.Text { return g.Seats[s].User.Said() }

// Rules returns the variant of the game. An error means that the database names a variant that this
// program lacks. It is meant for the log, not for players.
func (g Game) Rules() (*rules.Variant, error) { return rules.Find(g.Variant) }

// Picture returns a picture of the current position.
func (g Game) Picture() *Picture { return &Picture{Game: g.ID, Ply: g.Moves} }

// Allotted returns how long the current turn may last: the time per move or the player's bank, but
// no longer than the player's share of the game's time, and what has been drawn for it besides.
func (g Game) Allotted() time.Duration {
	whole := g.Pace.PerMove
	if g.Pace.Fischer() {
		whole = g.Banks[g.Turn]
	}
	if share := g.Shares[g.Turn]; share > 0 {
		whole = min(whole, share)
	}
	return whole + g.Drawn
}

// Recount moves the deadline and reminders so that the counted time left at now stays the same when
// a different countdown applies from then on.
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
func (g Game) Verdict() phrase.Text {
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

// Options are what players agree on besides the variant, the pace and whether the game is rated.
// They are part of the challenge, and fixed once the game has begun.
type Options struct {
	// Vacation means that the clock stops while the player to move is on vacation.
	Vacation bool `json:",omitzero"`
	// Weekends means that Saturdays and Sundays, UTC, do not count.
	Weekends bool `json:",omitzero"`
	// Sight is who may see the game.
	Sight Sight `json:",omitzero"`
}

// Sight says who may see a game.
type Sight string

// A game can be seen by the members of its rooms, and by everybody if it has a public room; by its
// players alone; or by everybody in any case.
const (
	InRoom Sight = ""
	Hidden Sight = "private"
	Shown  Sight = "public"
)

// Agreed returns the terms of a game, as part of a sentence.
func Agreed(p Pace, o Options, rated bool) phrase.Text { return Conditions(p, o) + ratedWords(rated) }

// Conditions returns the terms except whether the game is rated.
func Conditions(p Pace, o Options) phrase.Text {
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

// RemindsBy reports whether a reminder is due by a moment.
func (g Game) RemindsBy(m Moment) bool { return len(g.Remind) > 0 && g.Remind[0] <= m }

// DropReminders drops the reminders that are due by a moment.
func (g *Game) DropReminders(by Moment) {
	g.Remind = slices.DeleteFunc(g.Remind, func(m Moment) bool { return m <= by })
}

// PutOff postpones all reminders that are due before a moment to that moment. It drops them if the
// deadline has passed by then.
func (g *Game) PutOff(until Moment) {
	g.DropReminders(until)
	if until < g.Deadline {
		g.Remind = slices.Insert(g.Remind, 0, until)
	}
}

// Study reports whether one player plays both sides.
func (g Game) Study() bool { return g.Seats[0].Player == g.Seats[1].Player }

// PliesBack returns how many plies a takeback by a side undoes: its last move, and the opponent's
// reply if there was one.
func (g Game) PliesBack(by rules.Side) int {
	if g.Turn == by {
		return 2
	}
	return 1
}

// Title returns the display name of a variant, with the version if the game file has changed since.
func Title(variant string) phrase.Text {
	v, err := rules.Find(variant)
	if err != nil {
		return phrase.Said(variant)
	}
	if now, err := rules.Find(v.Name); err == nil && now == v || v.Local {
		return phrase.Said(v.Title)
	}
	return phrase.Of("%s, version %s", v.Title, v.Version)
}

// VariantName returns the name of a variant in commands, without the version.
func VariantName(variant string) string {
	name, _, _ := strings.Cut(variant, "@")
	return name
}

// ratedWords returns the closing words of a game's terms, on whether it is rated.
func ratedWords(rated bool) phrase.Text {
	if rated {
		return phrase.Of(", rated")
	}
	return phrase.Of(", casual")
}

// Summary returns the number, variant and players of a game.
func (g Game) Summary() phrase.Text {
	text := phrase.Of("%s, %s, %s (White) against %s (Black)", GameNumber(g.ID), Title(g.Variant), g.Name(rules.White), g.Name(rules.Black))
	if g.Imported {
		text += phrase.Of(", imported")
	}
	return text
}

// Topic returns the summary of a game with its pace and, if it is over, the result, without an
// organiser's remark on it.
func (g Game) Topic() phrase.Text {
	text := phrase.Sprintf("%s: %s.", phrase.Upper(g.Summary()), g.Pace.Words()+ratedWords(g.Rated))
	if g.Over() {
		if r := *g.Result; r.Adjudicated() {
			r.Remark = ""
			g.Result = &r
		}
		text += " " + phrase.Of("Result: %s.", ResultWords(g))
	}
	return text
}

// Heading returns the title of a game's thread: its number, variant and players.
func (g Game) Heading() phrase.Text {
	players := g.Name(rules.White) + " – " + g.Name(rules.Black)
	if g.Study() {
		players = g.Name(rules.White)
	}
	return phrase.Sprintf("%s: %s, %s", phrase.Upper(GameNumber(g.ID)), Title(g.Variant), players)
}
