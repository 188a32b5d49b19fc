package record

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
)

// mergeNotes adds one player's notes to another's, in order of time.
func mergeNotes(c *action.Call, from, into bot.PlayerID) error {
	all, err := c.Tx.NotesOf(from)
	for _, notes := range all {
		both, missing := c.Tx.Notes(into, notes.Game)
		both.Lines = append(both.Lines, notes.Lines...)
		slices.SortStableFunc(both.Lines, func(a, b bot.Note) int { return a.At.Compare(b.At) })
		notes.Lines = nil
		err = errors.Join(err, missing, c.Tx.PutNotes(notes), c.Tx.PutNotes(both))
	}
	return err
}
