package storage

import (
	"errors"

	"raumbot/bot"
)

// noteRefs indexes notes by game.
func noteRefs(_ []byte, n bot.Notes) []ref {
	return []ref{{gameNote, key(n.Game, n.Player)}}
}

// Notes implements [bot.GameTx].
func (t tx) Notes(p bot.PlayerID, id bot.GameID) (bot.Notes, error) {
	n, err := notes.load(t, key(p, id))
	if errors.Is(err, bot.ErrNotFound) {
		return bot.Notes{Player: p, Game: id}, nil
	}
	return n, err
}

// PutNotes implements [bot.GameTx].
func (t tx) PutNotes(n bot.Notes) error {
	if len(n.Lines) == 0 {
		return notes.drop(t, notes.key(n))
	}
	return notes.put(t, n)
}

// NotesOf implements [bot.GameTx].
func (t tx) NotesOf(p bot.PlayerID) ([]bot.Notes, error) {
	return notes.list(t, key(p), nil, 0)
}
