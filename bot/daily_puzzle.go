package bot

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"raumbot/bot/phrase"
)

// DailyPuzzle is the puzzle that a room gets every day.
type DailyPuzzle struct {
	// Minute is when, in minutes of the day on the clocks of a zone: Zone, as [ParseZone] names it, or that of the room if it is empty.
	Minute int
	Zone   string `json:",omitzero"`
	// Within lists the places that contain the room, the innermost first. The room's zone may be theirs.
	Within []RoomID `json:",omitempty"`
	// Variant is the game that all puzzles are of; empty for any.
	Variant string `json:",omitzero"`
	// Next is when the next one comes.
	Next time.Time
	// ID is that of the one which the room has now, empty for none; Posted is the message with it, and Solvers is who has solved it, in their order.
	// Came is when it came; zero also in records of earlier versions.
	ID      string         `json:",omitzero"`
	Came    time.Time      `json:",omitzero"`
	Posted  MessageID      `json:",omitzero"`
	Solvers []PuzzleSolver `json:",omitempty"`
}

// PuzzleSolver is somebody who has solved the puzzle of a room.
type PuzzleSolver struct {
	Player PlayerID
	// First tells that it was at the first try.
	First bool `json:",omitzero"`
}

// After returns the first time after another at which a puzzle is due by the clocks of a zone: once on every day, also when clocks change.
// Days that were missed do not count.
func (d DailyPuzzle) After(at time.Time, zone string) time.Time {
	year, month, day := at.In(Zone(zone)).Date()
	for n := -1; ; n++ { // a time that clocks skip may be on the day after
		if next := WallClock(zone, year, month, day+n, d.Minute); next.After(at) {
			return next
		}
	}
}

// leastOpen is how long a puzzle is open at least before the next one comes with its solution, if the time of the day is changed meanwhile.
const leastOpen = 20 * time.Hour

// Plan sets when the next puzzle comes by the clocks of a zone, after its time of the day or the zone have been changed at a time: the first time
// after that which leaves the present one open long enough.
func (d *DailyPuzzle) Plan(at time.Time, zone string) {
	came := d.Came
	if came.IsZero() && d.ID != "" {
		came = d.Next.AddDate(0, 0, -1)
	}
	if open := came.Add(leastOpen); d.ID != "" && open.After(at) {
		at = open
	}
	d.Next = d.After(at, zone)
}

// Solved notes that somebody has solved the puzzle. It changes no other copy.
func (d *DailyPuzzle) Solved(s PuzzleSolver) {
	if !slices.ContainsFunc(d.Solvers, func(o PuzzleSolver) bool { return o.Player == s.Player }) {
		d.Solvers = append(slices.Clone(d.Solvers), s)
	}
}

// Words says when the puzzles come to a room in a zone, and of which game they are, in a few words.
func (d DailyPuzzle) Words(room string) string {
	words := phrase.Of("at %s (%s)", fmt.Sprintf("%d:%02d", d.Minute/60, d.Minute%60), cmp.Or(d.Zone, room, "UTC"))
	if d.Variant != "" {
		return phrase.Of("%s, of %s", words, Title(d.Variant))
	}
	return words
}
