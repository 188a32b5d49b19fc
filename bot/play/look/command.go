package look

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
)

// commands returns the commands of the package.
func commands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name: "moves", Aliases: []string{"legal"},
			Brief:   "List the legal moves of a piece, or all that can move",
			Detail:  "Name a cell to see where the piece on it can go, also in a picture, or a kind of piece to see the moves of all of that kind, in pages. A capture is written with x, a check with + and a mate with #.",
			Example: "moves vc2",
			Params: []command.Param{command.GameParam, command.HereParam,
				{Name: "page", Help: "Which page of a long list", Kind: command.Count, Optional: true, Anywhere: true},
				{Name: "cell", Help: "A cell, or a piece's name or code", Kind: command.Rest, OfPieces: true, Optional: true}},
			Button: "Legal moves", Needs: command.NeedGame, Cost: 2,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1080,
		}, Do: action.OnRecord(listMoves), Looks: true},
		{Command: command.Command{
			Name:    "attackers",
			Brief:   "List the pieces that attack a cell, or yours that are attacked",
			Detail:  "If a piece stands there, they are those of its opponent; `defenders` lists those of its own side. With the name of a piece they are those of your pieces of that kind. Without a cell all of your pieces are listed that are attacked.",
			Example: "attackers vc3",
			Params:  []command.Param{command.GameParam, {Name: "cell", Help: "The cell, or a piece of yours", Kind: command.Rest, OfPieces: true, Optional: true}},
			Needs:   command.NeedGame,
			Guests:  bot.GuestsAlone,
			Topics:  []command.Topic{command.BoardsTopic}, Order: 2090, Slash: command.Slash{Group: "game"},
		}, Do: action.OnRecord(attackers), Looks: true},
		{Command: command.Command{
			Name:    "defenders",
			Brief:   "List the pieces that defend the piece on a cell",
			Example: "defenders vc2",
			Params:  []command.Param{command.GameParam, {Name: "cell", Help: "The cell, or a piece of yours", Kind: command.Rest, OfPieces: true}},
			Needs:   command.NeedGame,
			Guests:  bot.GuestsAlone,
			Topics:  []command.Topic{command.BoardsTopic}, Order: 2100, Slash: command.Slash{Group: "learn"},
		}, Do: action.OnRecord(defenders)},
		{Command: command.Command{
			Name: "changed", Aliases: []string{"news"},
			Brief:   "Tell what has changed on the board since you moved",
			Detail:  "It tells the moves in sentences, and which pieces of the side to move are attacked.",
			Example: "changed",
			Params:  []command.Param{command.GameParam},
			Button:  "What changed", Needs: command.NeedGame,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2110, Slash: command.Slash{Group: "learn"},
		}, Do: action.OnRecord(changed)},
		{Command: command.Command{
			Name: "stands", Aliases: []string{"level", "rank", "file"},
			Brief:   "Tell what stands on a level, a rank or a file",
			Detail:  "Name a level by its letter, `level w`, a rank by its number, `rank 3`, or a file by its letter, `file a`. The number of a game comes behind. Only you see the answer.",
			Example: "stands level w",
			Params: []command.Param{
				{Name: "what", Help: "May be left out", Kind: command.Choice, Choices: []string{"level", "rank", "file"}, Optional: true},
				{Name: "slice", Help: "The letter of a level or file, or the number of a rank", Kind: command.Word}, command.GameParam},
			Needs:  command.NeedGame,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2080, Slash: command.Slash{Group: "game"},
		}, Do: stands, Looks: true},
		{Command: command.Command{
			Name:    "where",
			Brief:   "Tell where the pieces of a kind stand, or what stands on a cell",
			Detail:  "Name the piece by its name or its code, or a cell. `moves CELL` tells what the piece on a cell can do.",
			Example: "where Stocknsexton",
			Params:  []command.Param{command.GameParam, {Name: "piece", Help: "A piece's name or code, or a cell", Kind: command.Rest, OfPieces: true}},
			Needs:   command.NeedGame,
			Guests:  bot.GuestsAlone,
			Topics:  []command.Topic{command.BoardsTopic}, Order: 2070, Slash: command.Slash{Group: "game"},
		}, Do: where, Looks: true},
		{Command: command.Command{
			Name:    "captured",
			Brief:   "List the pieces that each side has lost",
			Example: "captured",
			Params:  []command.Param{command.GameParam, command.HereParam},
			Button:  "Captured", Needs: command.NeedGame,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2060, Slash: command.Slash{Group: "game"},
		}, Do: action.OnRecord(showCaptured), Looks: true},
	}
}
