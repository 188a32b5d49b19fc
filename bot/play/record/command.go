package record

import (
	"regexp"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
)

// commands returns the commands of the package.
func commands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name:    "note",
			Brief:   "Note something on a game, for nobody else to see",
			Detail:  "Say it to the bot alone if others read the room. A game can have 20 notes of yours.",
			Example: "note the Stockbrook on vd1 is weak",
			Params:  []command.Param{command.GameParam, {Name: "text", Help: "What to note, up to 200 characters", Kind: command.Rest, Verbatim: true}},
			Needs:   command.NeedGame, Changes: true,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2190, Slash: command.Slash{Group: "game"},
		}, Do: addNote, Personal: action.Always},
		{Command: command.Command{
			Name:    "notes",
			Brief:   "Show your notes on a game, or forget them",
			Detail:  "`notes clear` forgets all on the game, `notes forget 2` the second.",
			Example: "notes",
			Params: []command.Param{command.GameParam,
				{Name: "what", Help: "Forget all notes on the game", Kind: command.Choice, Choices: []string{"clear"}, Optional: true},
				{Name: "forget", Help: "The number of the one note to forget", Kind: command.Count, Most: 20, Optional: true}},
			Button: "Notes", Needs: command.NeedGame, Changes: true,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2200, Slash: command.Slash{Group: "game"},
		}, Do: showNotes, Sees: noted, Personal: action.Always},
		{Command: command.Command{
			Name: "log", Aliases: []string{"history"},
			Brief: "List the moves of a game and what else happened in it",
			Detail: "A capture is written with x, a check with + and a mate with #. Of a long game it shows the newest page; `log page 1` begins with the first move. " +
				"`log dates` tells when each move was made.",
			Example: "log 1",
			Params: []command.Param{command.GameParam,
				{Name: "times", Help: "When each move was made", Kind: command.Choice, Choices: []string{"dates"}, Optional: true},
				{Name: "page", Help: "Which page of a long game", Kind: command.Count, Optional: true}, command.HereParam},
			Button: "Log", Needs: command.NeedGame, Cost: 2,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2130, Slash: command.Slash{Group: "game"},
		}, Do: showLog, Looks: true},
		{Command: command.Command{
			Name:    "replay",
			Brief:   "Show the moves of a game in an animated picture",
			Detail:  "It shows up to 80 moves, counting both sides, from the start or from the one that you number: `replay from 31`.",
			Example: "replay 1",
			Params:  []command.Param{command.GameParam, {Name: "from", Help: "The move to begin with, counting those of both sides", Kind: command.Count, Optional: true}, command.HereParam},
			Button:  "Replay", Needs: command.NeedGame, Cost: 10,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2140, Slash: command.Slash{Group: "game"},
		}, Do: showReplay, Looks: true},
		{Command: command.Command{
			Name:  "export",
			Brief: "Write a game down for other programs, or all of yours",
			Detail: "Headers, the moves in canonical form and the result. `export all` writes down your games that have ended, for you alone: up to 500 in a file, " +
				"further ones with `export all page 2`. A second file has your votes in games that are over, your results with puzzles of the last two weeks, and your places in tournaments, simuls, matches and leagues.",
			Example: "export 1",
			Params: []command.Param{command.GameParam,
				{Name: "which", Help: "All games of yours that have ended", Kind: command.Choice, Choices: []string{"all"}, Optional: true, Instead: true},
				{Name: "page", Help: "Which part of all games", Kind: command.Count, Optional: true}},
			Button: "Export", Cost: 5,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2210, Slash: command.Slash{Group: "game"},
		}, Do: export, Over: true, Personal: action.Always},
		{Command: command.Command{
			Name:  "import",
			Brief: "Keep the record of a finished game for your own study",
			Detail: "The record is as `export` writes it. Its moves are checked. Only you can see the game: `board`, `log`, `replay`, `note` and `try` work on it, and it counts for nobody. " +
				"You can import 200. The record can be attached as a file, too. If it brings along the rules of a game that the bot does not know, and the bot's operator lets organisers add games, they are kept for you.",
			Example: `import [Variant "stockschach216"] [White "Ada"] [Black "Ben"] 1. vc2-vc3 vc5-vc4 1-0`,
			Params: []command.Param{{Name: "attachment", Help: "A file with the record", Kind: command.FileValue, Optional: true},
				{Name: "record", Help: "Or the record itself, tags and moves", Kind: command.Rest, Verbatim: true, Form: recordForm.MatchString, Optional: true}},
			Changes: true, Long: true, Cost: 5,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2220, Slash: command.Slash{Group: "game"},
		}, Do: importRecord, Personal: action.Always},
	}
}

var (
	// recordForm matches text that may be the record of a game: tags or moves.
	recordForm = regexp.MustCompile(`(?is)\[\w+\s+["“„]|(?:^|\s)[0-9]+\.?\s*[a-z]{1,2}[0-9]|^\S*[a-z]{1,2}[0-9]`)
)
