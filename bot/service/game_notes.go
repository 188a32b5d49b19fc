package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// showNotes shows the asker's notes on a game, or deletes some.
func showNotes(c *call) (bot.Reply, error) {
	notes, err := c.tx.Notes(c.me.ID, c.game.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(notes.Lines) == 0 {
		return c.secret(phrase.Of("You have no notes on %s. `note %d TEXT` makes one.", bot.GameNumber(c.game.ID), c.game.ID)), nil
	}
	if c.args.Word("what") == "clear" || c.args.Number("forget") > 0 {
		return clearNotes(c, notes)
	}
	lines := []string{phrase.Of("Your notes on %s:", c.game.Summary())}
	for i, n := range notes.Lines {
		lines = append(lines, fmt.Sprintf("%d. %s, %s: %s", i+1, bot.Timestamp(n.At), phrase.Count((n.Ply+1)/2, "after %d move", "after %d moves"), n.Text))
	}
	return c.secret(strings.Join(lines, "\n")), nil
}

func noteCount(n int) string { return phrase.Count(n, "%d note", "%d notes") }

// clearNotes deletes one note or all.
func clearNotes(c *call, notes bot.Notes) (bot.Reply, error) {
	text := phrase.Of("Your notes on %s are forgotten.", bot.GameNumber(c.game.ID))
	if n := c.args.Number("forget"); n > len(notes.Lines) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "You have %s on %s. `notes %d` lists them.", noteCount(len(notes.Lines)), bot.GameNumber(c.game.ID), c.game.ID)
	} else if n > 0 {
		notes.Lines = append(notes.Lines[:n-1], notes.Lines[n:]...)
		text = phrase.Of("That note on %s is forgotten; %s left.", bot.GameNumber(c.game.ID), noteCount(len(notes.Lines)))
	} else {
		notes.Lines = nil
	}
	return c.secret(text), c.tx.PutNotes(notes)
}
