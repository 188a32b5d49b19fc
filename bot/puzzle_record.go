package bot

import (
	"maps"
	"slices"

	"raumbot/bot/rating"
)

// PuzzleRecord is how a player has fared with puzzles, and which one they have before them.
type PuzzleRecord struct {
	// Rating is that of all puzzles together; its Player and Variant are empty.
	Rating Rating `json:",omitzero"`
	// Solved counts the puzzles solved at the first try, Failed all others.
	Solved, Failed int `json:",omitzero"`
	// Streak is how many were solved in a row of late, Longest the most ever.
	Streak, Longest int `json:",omitzero"`
	// Current is the ID of the puzzle that is open, empty for none; Step is how many of its moves have been found, and
	// Missed means that it has been counted as failed.
	Current string `json:",omitzero"`
	Step    int    `json:",omitzero"`
	Missed  bool   `json:",omitzero"`
	// Done has a bit for each puzzle of a variant that is done.
	Done map[string][]byte `json:",omitempty"`
}

// Has reports whether the n-th puzzle of a variant is done, counting from 0.
func (r PuzzleRecord) Has(variant string, n int) bool {
	bits := r.Done[variant]
	return n/8 < len(bits) && bits[n/8]>>(n%8)&1 != 0
}

// Finish notes that the open puzzle, the n-th of a variant, is done.
func (r *PuzzleRecord) Finish(variant string, n int) {
	r.Current, r.Step, r.Missed = "", 0, false
	bits := slices.Clone(r.Done[variant])
	for len(bits) <= n/8 {
		bits = append(bits, 0)
	}
	bits[n/8] |= 1 << (n % 8)
	r.Done = maps.Clone(r.Done)
	if r.Done == nil {
		r.Done = map[string][]byte{}
	}
	r.Done[variant] = bits
}

// Again forgets which puzzles of a variant are done.
func (r *PuzzleRecord) Again(variant string) {
	r.Done = maps.Clone(r.Done)
	delete(r.Done, variant)
}

// Score counts a puzzle.
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

// PuzzleRating is how hard a puzzle has turned out to be.
type PuzzleRating struct {
	ID string
	rating.Rating
	Solved, Failed int
}
