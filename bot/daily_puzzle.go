package bot

import (
	"fmt"
	"slices"
	"time"

	"raumbot/bot/phrase"
)

// DailyPuzzle is the puzzle that a room gets every day.
type DailyPuzzle struct {
	// Minute is when, in minutes of the day in a zone that is so far east of UTC.
	Minute int
	East   time.Duration `json:",omitzero"`
	// Variant is the game that all puzzles are of; empty for any.
	Variant string `json:",omitzero"`
	// Next is when the next one comes.
	Next time.Time
	// ID is that of the one which the room has now, empty for none, and Solvers who has solved it, in their order.
	ID      string         `json:",omitzero"`
	Solvers []PuzzleSolver `json:",omitempty"`
}

// PuzzleSolver is somebody who has solved the puzzle of a room.
type PuzzleSolver struct {
	Player PlayerID
	// First tells that it was at the first try.
	First bool `json:",omitzero"`
}

// After returns the first time after another at which a puzzle is due. Days that were missed do not count.
func (d DailyPuzzle) After(at time.Time) time.Time {
	local := at.In(time.FixedZone("", int(d.East/time.Second)))
	next := time.Date(local.Year(), local.Month(), local.Day(), d.Minute/60, d.Minute%60, 0, 0, local.Location())
	if !next.After(at) {
		next = next.AddDate(0, 0, 1)
	}
	return next.UTC()
}

// Solved notes that somebody has solved the puzzle. It changes no other copy.
func (d *DailyPuzzle) Solved(s PuzzleSolver) {
	if !slices.ContainsFunc(d.Solvers, func(o PuzzleSolver) bool { return o.Player == s.Player }) {
		d.Solvers = append(slices.Clone(d.Solvers), s)
	}
}

// Words says when the puzzles come, and of which game they are, in a few words.
func (d DailyPuzzle) Words() string {
	words := phrase.Of("at %s (%s)", fmt.Sprintf("%d:%02d", d.Minute/60, d.Minute%60), zoneName(d.East))
	if d.Variant != "" {
		return phrase.Of("%s, of %s", words, Title(d.Variant))
	}
	return words
}

// zoneName names a zone that is so far east of UTC.
func zoneName(east time.Duration) string {
	minutes := int(east / time.Minute)
	zone := "UTC"
	if minutes == 0 {
		return zone
	}
	sign := "+"
	if minutes < 0 {
		sign, minutes = "-", -minutes
	}
	zone += fmt.Sprintf("%s%d", sign, minutes/60)
	if rest := minutes % 60; rest > 0 {
		zone += fmt.Sprintf(":%02d", rest)
	}
	return zone
}
