package storage

import "raumbot/bot"

// PuzzleRating implements [bot.PlayerTx].
func (t tx) PuzzleRating(id string) (bot.PuzzleRating, error) { return puzzles.load(t, key(id)) }

// PutPuzzleRating implements [bot.PlayerTx].
func (t tx) PutPuzzleRating(r bot.PuzzleRating) error { return puzzles.put(t, r) }
