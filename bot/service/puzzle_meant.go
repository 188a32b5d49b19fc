package service

import (
	"errors"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
)

// ofPuzzle are the commands that are about a game or a tournament, and about the open puzzle of somebody who has neither: what they do with
// that, as a word behind `puzzle`.
var ofPuzzle = map[string]string{"resign": "solution", "hint": "solution", "bye": "next"}

// puzzleMeant returns the refusal of a command about a game or a tournament, with a question about the asker's open puzzle if it may be meant:
// "I give up".
func (c *call) puzzleMeant(refused error) error {
	p, does := (*bot.Problem)(nil), ofPuzzle[c.command.Name]
	if does == "" || c.args.NamesGame() || c.args.Tournament != 0 || c.request.Overheard || c.request.Params != nil || !errors.As(refused, &p) || p.Yes != "" {
		return refused
	}
	open, ok := puzzle.Find(c.me.Puzzles.Current)
	if !ok {
		return refused
	}
	games, err := c.tx.GamesOf(c.me.ID, false, bot.Page{Limit: 1})
	if err != nil || len(games) > 0 {
		return errors.Join(err, refused)
	}
	text, label := phrase.Of("You have no game going on, but puzzle %s is open. Give it up and see its solution?", open.ID), phrase.Of("Show the solution")
	if does == "next" {
		text, label = phrase.Of("You are in no tournament here, but puzzle %s is open. Do you want another one?", open.ID), phrase.Of("Another puzzle")
	}
	said := commandText("puzzle", does)
	return &bot.Problem{Kind: p.Kind, Text: text, Yes: said, Buttons: []bot.Button{{Label: label, Command: said}}}
}

// skips reports whether a command that has been read from a text means the puzzle that was shown last: "skip", which is a bye in a tournament.
func skips(said *command.Command, text string) bool {
	return said.Name == "bye" && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(text)), "bye")
}

// roomsPuzzle shows the puzzle of the day of the room where the asker speaks, or of the server around it, if there is one; else found is false.
func (c *call) roomsPuzzle() (reply bot.Reply, found bool, err error) {
	for _, place := range c.request.Places() {
		r, err := c.tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) || err == nil && r.Puzzle == nil {
			continue
		}
		if err != nil {
			return reply, false, err
		}
		if p, ok := puzzle.Find(r.Puzzle.ID); ok {
			reply, err = c.openDaily(p)
			return reply, true, err
		}
	}
	return reply, false, nil
}
