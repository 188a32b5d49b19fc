package record

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// showNotes shows the asker's notes on a game, or deletes one or all of them.
func showNotes(c *action.Call) (bot.Reply, error) {
	notes, err := c.Tx.Notes(c.Me.ID, c.Game.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(notes.Lines) == 0 {
		return privateReply(c, phrase.Of("You have no notes on %s. `note %d TEXT` makes one.", bot.GameNumber(c.Game.ID), c.Game.ID)), nil
	}
	if c.Args.Word("what") == "clear" || c.Args.Number("forget") > 0 {
		return clearNotes(c, notes)
	}
	lines := []phrase.Text{phrase.Of("Your notes on %s:", c.Game.Summary())}
	for i, n := range notes.Lines {
		lines = append(lines, phrase.Sprintf("%d. %s, %s: %s", i+1, bot.Timestamp(n.At), phrase.Count((n.Ply+1)/2, "after %d move", "after %d moves"), n.Text))
	}
	return privateReply(c, phrase.Join(lines, "\n")), nil
}

// noteCount returns a number of notes in words.
func noteCount(n int) phrase.Text { return phrase.Count(n, "%d note", "%d notes") }

// clearNotes deletes one note, or all of them.
func clearNotes(c *action.Call, notes bot.Notes) (bot.Reply, error) {
	text := phrase.Of("Your notes on %s are forgotten.", bot.GameNumber(c.Game.ID))
	if n := c.Args.Number("forget"); n > len(notes.Lines) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "You have %s on %s. `notes %d` lists them.", noteCount(len(notes.Lines)), bot.GameNumber(c.Game.ID), c.Game.ID)
	} else if n > 0 {
		notes.Lines = append(notes.Lines[:n-1], notes.Lines[n:]...)
		text = phrase.Of("That note on %s is forgotten; %s left.", bot.GameNumber(c.Game.ID), noteCount(len(notes.Lines)))
	} else {
		notes.Lines = nil
	}
	return privateReply(c, text), c.Tx.PutNotes(notes)
}

// noted reports whether the asker made notes on a game while they could see it.
func noted(c *action.Call, g bot.Game) bool {
	if c.Me.ID == 0 {
		return false
	}
	notes, err := c.Tx.Notes(c.Me.ID, g.ID)
	return err == nil && len(notes.Lines) > 0
}
