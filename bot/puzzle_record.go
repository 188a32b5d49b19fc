package bot

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"raumbot/bot/daily"
	"raumbot/bot/rating"
)

// PuzzleRecord is a player's puzzle statistics and the puzzle in progress.
type PuzzleRecord struct {
	// Rating covers puzzles of all variants; its Player and Variant are empty.
	Rating Rating `json:",omitzero"`
	// Solved counts the puzzles solved at the first attempt, Failed all others.
	Solved, Failed int `json:",omitzero"`
	// Streak is the current number of puzzles solved in a row, Longest the greatest ever.
	Streak, Longest int `json:",omitzero"`
	// Current is the ID of the puzzle in progress, empty for none. Step is the number of its moves
	// that have been found. Missed means that the puzzle has already been counted as failed.
	Current string `json:",omitzero"`
	Step    int    `json:",omitzero"`
	Missed  bool   `json:",omitzero"`
	// Trying is an answer whose value is still being searched; empty for none. It counts before all
	// later answers.
	Trying string `json:",omitzero"`
	// Tries are the latest 20 puzzles that the player has answered or given up, the latest last.
	Tries []PuzzleTry `json:",omitempty"`
	// Days are the results with the puzzles of the day.
	Days DailyRecord `json:",omitzero"`
	// Done holds one bit for each puzzle of a variant, set if it has been finished.
	Done map[string][]byte `json:",omitempty"`
	// Known is the value of Done when the puzzles of a variant were begun again. Those puzzles are
	// practice.
	Known map[string][]byte `json:",omitempty"`
}

// PuzzleTry is what became of a puzzle that somebody tried.
type PuzzleTry struct {
	ID  string
	Day daily.Day // on which it was tried last
	// Missed means that an answer was wrong or that it was given up, Solved that it was solved.
	Missed, Solved bool `json:",omitzero"`
}

// maxPuzzleTries is the maximum number of tries that are kept.
const maxPuzzleTries = 20

// Try records an answer to a puzzle, or with solved false also that it was given up. Answers to the
// same puzzle in a row are one try.
func (r *PuzzleRecord) Try(id string, day daily.Day, solved bool) {
	try := PuzzleTry{ID: id}
	all := slices.Clone(r.Tries)
	if n := len(all) - 1; n >= 0 && all[n].ID == id && !all[n].Solved {
		try, all = all[n], all[:n]
	}
	try.Day, try.Missed, try.Solved = day, try.Missed || !solved, solved
	r.Tries = withTry(all, try)
}

// withTry returns tries with more, of which the oldest are left out if they are too many.
func withTry(all []PuzzleTry, more ...PuzzleTry) []PuzzleTry {
	all = append(all, more...)
	slices.SortStableFunc(all, func(a, b PuzzleTry) int { return cmp.Compare(a.Day, b.Day) })
	return all[max(0, len(all)-maxPuzzleTries):]
}

// Rate sets the rating as it is at a time, and adds it to the course of the rating.
func (r *PuzzleRecord) Rate(after rating.Rating, at time.Time) {
	r.Rating.Rating, r.Rating.At, r.Rating.History = after, at.UTC(), withPoint(r.Rating.History, at, after.Value)
}

// Practice reports whether the n-th puzzle of a variant has been finished before, so that another
// attempt does not count.
func (r PuzzleRecord) Practice(variant string, n int) bool {
	return isSet(r.Known[variant], n) || r.Has(variant, n)
}

// Has reports whether the n-th puzzle of a variant has been finished, counting from 0.
func (r PuzzleRecord) Has(variant string, n int) bool {
	return isSet(r.Done[variant], n)
}

func isSet(bits []byte, n int) bool { return n/8 < len(bits) && bits[n/8]>>(n%8)&1 != 0 }

// Finish records that the puzzle in progress, the n-th of a variant, has been finished.
func (r *PuzzleRecord) Finish(variant string, n int) {
	r.Current, r.Step, r.Missed, r.Trying = "", 0, false, ""
	r.Done = withBit(r.Done, variant, n)
}

// withBit returns a copy of sets of bits in which the n-th bit of a variant is set.
func withBit(all map[string][]byte, variant string, n int) map[string][]byte {
	bits := slices.Clone(all[variant])
	for len(bits) <= n/8 {
		bits = append(bits, 0)
	}
	bits[n/8] |= 1 << (n % 8)
	all = maps.Clone(all)
	if all == nil {
		all = map[string][]byte{}
	}
	all[variant] = bits
	return all
}

// Again marks all puzzles of a variant as not done, and those that were done as practice.
func (r *PuzzleRecord) Again(variant string) {
	known := slices.Clone(r.Done[variant])
	for n, bits := range r.Known[variant] {
		if n == len(known) {
			known = append(known, 0)
		}
		known[n] |= bits
	}
	r.Done, r.Known = maps.Clone(r.Done), maps.Clone(r.Known)
	delete(r.Done, variant)
	if r.Known == nil {
		r.Known = map[string][]byte{}
	}
	r.Known[variant] = known
}

// Score counts the puzzle in progress as solved or failed.
func (r *PuzzleRecord) Score(solved bool) {
	if !solved {
		r.Failed++
		r.Streak, r.Missed = 0, true
		return
	}
	r.Solved++
	r.Streak++
	r.Longest = max(r.Longest, r.Streak)
}

// With returns the record of a player whose accounts have been merged. Puzzles that either has
// tried count. The rating, the puzzle in progress and the streak are those of the account that has
// tried more.
func (r PuzzleRecord) With(gone PuzzleRecord) PuzzleRecord {
	if gone.Solved+gone.Failed > r.Solved+r.Failed {
		r, gone = gone, r
	}
	r.Solved += gone.Solved
	r.Failed += gone.Failed
	r.Longest = max(r.Longest, gone.Longest)
	r.Days = r.Days.With(gone.Days)
	r.Tries = withTry(slices.Clone(gone.Tries), r.Tries...)
	return r.WithKnown(gone)
}

// WithKnown returns the record r in which the puzzles that other knows are known too. Nothing else
// of other is used.
func (r PuzzleRecord) WithKnown(other PuzzleRecord) PuzzleRecord {
	r.Done, r.Known = united(r.Done, other.Done), united(r.Known, other.Known)
	return r
}

// united returns the union of two sets of bits.
func united(a, b map[string][]byte) map[string][]byte {
	if len(b) == 0 {
		return a
	}
	all := maps.Clone(b)
	for variant, bits := range a {
		long, short := bits, b[variant]
		if len(long) < len(short) {
			long, short = short, long
		}
		long = slices.Clone(long)
		for i, some := range short {
			long[i] |= some
		}
		all[variant] = long
	}
	return all
}

// PuzzleRating is the rating of a puzzle, earned against the players who tried it.
type PuzzleRating struct {
	ID string
	rating.Rating
	Solved, Failed int
}
