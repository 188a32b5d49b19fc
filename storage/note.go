package storage

import (
	"bytes"
	"errors"

	"raumbot/bot"
)

// Notes implements [bot.GameTx].
func (t tx) Notes(p bot.PlayerID, id bot.GameID) (bot.Notes, error) {
	notes, err := load[bot.Notes](t, noteTable, key(p, id))
	if errors.Is(err, bot.ErrNotFound) {
		return bot.Notes{Player: p, Game: id}, nil
	}
	return notes, err
}

// PutNotes implements [bot.GameTx].
func (t tx) PutNotes(n bot.Notes) error {
	if len(n.Lines) == 0 {
		return t.kv.drop(noteTable, key(n.Player, n.Game))
	}
	return t.save(noteTable, key(n.Player, n.Game), n)
}

// NotesOf implements [bot.GameTx].
func (t tx) NotesOf(p bot.PlayerID) ([]bot.Notes, error) {
	var all []bot.Notes
	for k, v := range t.kv.scan(noteTable, key(p)) {
		if !bytes.HasPrefix(k, key(p)) {
			break
		}
		n, err := decode[bot.Notes](noteTable, k, v)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}
