package record

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
)

// forgetRecords deletes the asker's notes and the game files embedded in records that they
// imported.
func forgetRecords(c *action.Call) error { return errors.Join(forgetFiles(c), forgetNotes(c)) }

// forgetFiles deletes the game files embedded in records that the asker imported. A game file
// that they added to a place belongs to the place, and the store does not say who added it.
func forgetFiles(c *action.Call) error {
	files, err := c.Tx.GameFiles()
	for _, f := range files {
		if slices.ContainsFunc(c.Me.Users, func(u bot.User) bool { return importer(u) == f.Importer }) {
			action.ReloadLocal(c, f.ID)
			err = errors.Join(err, c.Tx.DeleteGameFile(f.ID))
		}
	}
	return err
}

// forgetNotes deletes the asker's notes.
func forgetNotes(c *action.Call) error {
	all, err := c.Tx.NotesOf(c.Me.ID)
	for _, notes := range all {
		notes.Lines = nil
		err = errors.Join(err, c.Tx.PutNotes(notes))
	}
	return err
}
