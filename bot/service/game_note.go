package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// The limits of notes on one game, which one message can show, and of games with notes.
const (
	maxNotes    = 20
	maxNoteText = 200 // characters
	// maxNoted is how many games one player can have notes on.
	maxNoted = 1000
)

// addNote adds a note of the asker's to a game.
func addNote(c *call) (bot.Reply, error) {
	text := bot.CleanText(c.args.Word("text"))
	if n := len([]rune(text)); n == 0 {
		return bot.Reply{}, c.command.Misused("")
	} else if n > maxNoteText {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A note has at most %d characters, and this has %d.", maxNoteText, n)
	}
	notes, err := c.tx.Notes(c.me.ID, c.game.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(notes.Lines) >= maxNotes {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have %d notes on %s, and more nobody has. `notes %d forget 1` makes room.", len(notes.Lines), bot.GameNumber(c.game.ID), c.game.ID)
	}
	if err := c.mayNote(notes); err != nil {
		return bot.Reply{}, err
	}
	notes.Lines = append(notes.Lines, bot.Note{At: c.uptime.Beat.UTC(), Ply: c.game.Moves, Text: text})
	if err := c.tx.PutNotes(notes); err != nil {
		return bot.Reply{}, err
	}
	return c.secret(phrase.Of("Noted on %s, for you alone. `notes %d` shows your notes.", bot.GameNumber(c.game.ID), c.game.ID)), nil
}

// mayNote returns an error if this would be the asker's first note on a game and they have notes on maxNoted already.
func (c *call) mayNote(notes bot.Notes) error {
	if len(notes.Lines) > 0 {
		return nil
	}
	all, err := c.tx.NotesOf(c.me.ID)
	if err == nil && len(all) >= maxNoted {
		err = bot.Problemf(bot.NotNow, "You have notes on %d games, and that is the most. `notes ID clear` makes room.", len(all))
	}
	return err
}

// secret returns a reply about the command's game that only the asker may read.
func (c *call) secret(text string) bot.Reply {
	m := c.message(bot.Private, text)
	m.Game = c.game.ID
	return bot.Reply{Answer: []bot.Message{m}}
}
