package bot

import (
	"fmt"
	"strings"
	"time"

	"raumbot/bot/phrase"
)

// Notes are what somebody has noted on a game, for nobody else to see.
type Notes struct {
	Player PlayerID
	Game   GameID
	Lines  []Note
}

// Note is one remark, made when a game had a number of moves.
type Note struct {
	At   time.Time
	Ply  int `json:",omitzero"`
	Text string
}

// The bounds of notes: what one message can show.
const (
	maxNotes    = 20
	maxNoteText = 200 // characters
	// maxNoted is how many games one player can have notes on.
	maxNoted = 1000
)

// addNote notes something on a game.
func addNote(c *call) (Reply, error) {
	text := cleanText(c.args.word("text"))
	if n := len([]rune(text)); n == 0 {
		return Reply{}, c.command.misused("")
	} else if n > maxNoteText {
		return Reply{}, problem(Misunderstood, "A note has at most %d characters, and this has %d.", maxNoteText, n)
	}
	notes, err := c.tx.Notes(c.me.ID, c.game.ID)
	if err != nil {
		return Reply{}, err
	}
	if len(notes.Lines) >= maxNotes {
		return Reply{}, problem(NotNow, "You have %d notes on %s, and more nobody has. `notes %d forget 1` makes room.", len(notes.Lines), gameNumber(c.game.ID), c.game.ID)
	}
	if err := c.mayNote(notes); err != nil {
		return Reply{}, err
	}
	notes.Lines = append(notes.Lines, Note{At: c.uptime.Beat.UTC(), Ply: c.game.Moves, Text: text})
	if err := c.tx.PutNotes(notes); err != nil {
		return Reply{}, err
	}
	return c.secret(phrase.Of("Noted on %s, for you alone. `notes %d` shows your notes.", gameNumber(c.game.ID), c.game.ID)), nil
}

// mayNote makes sure that the asker's first note on a game is not one on a game too many.
func (c *call) mayNote(notes Notes) error {
	if len(notes.Lines) > 0 {
		return nil
	}
	all, err := c.tx.NotesOf(c.me.ID)
	if err == nil && len(all) >= maxNoted {
		err = problem(NotNow, "You have notes on %d games, and that is the most. `notes ID clear` makes room.", len(all))
	}
	return err
}

// secret returns a reply that nobody but the asker may read.
func (c *call) secret(text string) Reply {
	m := c.message(Private, text)
	m.Game = c.game.ID
	return Reply{Answer: []Message{m}}
}

// showNotes shows the asker's notes on a game, or forgets some.
func showNotes(c *call) (Reply, error) {
	notes, err := c.tx.Notes(c.me.ID, c.game.ID)
	if err != nil {
		return Reply{}, err
	}
	if len(notes.Lines) == 0 {
		return c.secret(phrase.Of("You have no notes on %s. `note %d TEXT` makes one.", gameNumber(c.game.ID), c.game.ID)), nil
	}
	if c.args.word("what") == "clear" || c.args.number("forget") > 0 {
		return clearNotes(c, notes)
	}
	lines := []string{phrase.Of("Your notes on %s:", c.game.Summary())}
	for i, n := range notes.Lines {
		lines = append(lines, fmt.Sprintf("%d. %s, %s: %s", i+1, moment(n.At), phrase.Count((n.Ply+1)/2, "after %d move", "after %d moves"), n.Text))
	}
	return c.secret(strings.Join(lines, "\n")), nil
}

func noteCount(n int) string { return phrase.Count(n, "%d note", "%d notes") }

// clearNotes forgets one note or all.
func clearNotes(c *call, notes Notes) (Reply, error) {
	text := phrase.Of("Your notes on %s are forgotten.", gameNumber(c.game.ID))
	if n := c.args.number("forget"); n > len(notes.Lines) {
		return Reply{}, problem(Unknown, "You have %s on %s. `notes %d` lists them.", noteCount(len(notes.Lines)), gameNumber(c.game.ID), c.game.ID)
	} else if n > 0 {
		notes.Lines = append(notes.Lines[:n-1], notes.Lines[n:]...)
		text = phrase.Of("That note on %s is forgotten; %s left.", gameNumber(c.game.ID), noteCount(len(notes.Lines)))
	} else {
		notes.Lines = nil
	}
	return c.secret(text), c.tx.PutNotes(notes)
}
