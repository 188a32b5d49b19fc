package record

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// Limits of notes.
const (
	maxNotes    = 20
	maxNoteText = 200 // characters
	// maxNoted is how many games one player can have notes on.
	maxNoted = 1000
)

// addNote adds a note to a game for the asker alone.
func addNote(c *action.Call) (bot.Reply, error) {
	text := bot.CleanText(c.Args.Word("text"))
	if n := len([]rune(text)); n == 0 {
		return bot.Reply{}, c.Command.Misused("")
	} else if n > maxNoteText {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A note has at most %d characters, and this has %d.", maxNoteText, n)
	}
	notes, err := c.Tx.Notes(c.Me.ID, c.Game.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(notes.Lines) >= maxNotes {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have %d notes on %s, and more nobody has. `notes %d forget 1` makes room.", len(notes.Lines), bot.GameNumber(c.Game.ID), c.Game.ID)
	}
	if err := mayNote(c, notes); err != nil {
		return bot.Reply{}, err
	}
	notes.Lines = append(notes.Lines, bot.Note{At: c.Uptime.Beat.UTC(), Ply: c.Game.Moves, Text: text})
	if err := c.Tx.PutNotes(notes); err != nil {
		return bot.Reply{}, err
	}
	return privateReply(c, phrase.Of("Noted on %s, for you alone. `notes %d` shows your notes.", bot.GameNumber(c.Game.ID), c.Game.ID)), nil
}

// mayNote returns an error if the asker has notes on maxNoted games, none of them on this one.
func mayNote(c *action.Call, notes bot.Notes) error {
	if len(notes.Lines) > 0 {
		return nil
	}
	all, err := c.Tx.NotesOf(c.Me.ID)
	if err == nil && len(all) >= maxNoted {
		err = bot.Problemf(bot.NotNow, "You have notes on %d games, and that is the most. `notes ID clear` makes room.", len(all))
	}
	return err
}

// privateReply returns a reply about the command's game that only the asker sees.
func privateReply(c *action.Call, text phrase.Text) bot.Reply {
	m := c.Message(bot.Private, text)
	m.Game = c.Game.ID
	return bot.Reply{Answer: []bot.Message{m}}
}
