package coach

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
)

// puzzleWordFor maps commands about a game or a tournament to words after `puzzle`. Somebody who
// has no game or tournament may mean their open puzzle by such a command.
var puzzleWordFor = map[string]string{"resign": "solution", "hint": "solution", "bye": "next"}

// puzzleMeant returns the refusal of a command about a game or a tournament. If the asker may
// mean their open puzzle, as with "I give up", the refusal asks whether they do.
func puzzleMeant(c *action.Call, refused error) error {
	p, does := (*bot.Problem)(nil), puzzleWordFor[c.Command.Name]
	if does == "" || c.Args.NamesGame() || c.Args.Tournament != 0 || c.Request.Overheard || c.Request.Params != nil || !errors.As(refused, &p) || p.Yes != "" {
		return refused
	}
	open, ok := puzzle.Find(c.Me.Puzzles.Current)
	if !ok {
		return refused
	}
	games, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{Limit: 1})
	if err != nil || len(games) > 0 {
		return errors.Join(err, refused)
	}
	text, label := phrase.Of("You have no game going on, but puzzle %s is open. Give it up and see its solution?", open.ID), phrase.Of("Show the solution")
	if does == "next" {
		text, label = phrase.Of("You are in no tournament here, but puzzle %s is open. Do you want another one?", open.ID), phrase.Of("Another puzzle")
	}
	said := action.CommandText("puzzle", does)
	return &bot.Problem{Kind: p.Kind, Text: text, Yes: said, Buttons: []bot.Button{{Label: label, Command: said}}}
}
