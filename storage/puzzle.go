package storage

import "raumbot/bot"

// PuzzleRating implements [bot.PlayerTx].
func (t tx) PuzzleRating(id string) (bot.PuzzleRating, error) { return puzzles.load(t, key(id)) }

// PuzzleRatings implements [bot.PlayerTx].
func (t tx) PuzzleRatings(prefix string) ([]bot.PuzzleRating, error) {
	return puzzles.list(t, []byte(text(prefix)), nil, 0)
}

// PutPuzzleRating implements [bot.PlayerTx].
func (t tx) PutPuzzleRating(r bot.PuzzleRating) error { return puzzles.put(t, r) }
