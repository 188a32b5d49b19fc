package play

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/render"
)

// lookCommands returns the commands that show a game and what could happen in it.
func lookCommands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name:  "try",
			Brief: "See where some moves would lead, without touching the game",
			Detail: "Only you see the picture. Separate the moves by commas: `try vc5-vc4, vd2-vd3`. `try from 17 vd2-vd3` begins where the game stood after 17 moves, counting both sides. " +
				"It works in games that are over, too.",
			Example: "try vc2-vc3, vc5-vc4",
			Params: []command.Param{command.GameParam,
				{Name: "from", Help: "The move after which to begin, counting those of both sides; 0 is the start", Kind: command.Count, FromZero: true, Optional: true}, {Name: "moves", Help: "Moves from there on, with commas between them", Kind: command.Rest, Form: lineForm.MatchString}},
			Needs: command.NeedGame, Cost: 3,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2120, Slash: command.Slash{Group: "game"},
		}, Do: action.OnRecord(try)},
		{Command: command.Command{
			Name: "board", Aliases: []string{"show", "position"},
			Brief: "Show the board",
			Detail: "The views are arrangements of the same board: `glance`, if you choose none, with the levels of the last move large and all others small, " +
				"`whole` (or `tall`) in two columns with every piece large enough for a phone, `levels` in rows for wide screens, " +
				"`ranks` as the articles print it, `stack` as one body. `text` writes the board in words, for screen readers. " +
				"`board level w` shows one level alone, large; `board at 17` the board as it stood after 17 moves, counting both sides. Only you see the answer; `board here` shows it to all in the room, and so do `log`, `moves`, " +
				"`game`, `captured` and `replay` with `here`.",
			Example: "board ranks dark",
			Params: []command.Param{command.GameParam,
				{Name: command.ViewParam.Name, Help: command.ViewParam.Help, Kind: command.Choice, Choices: append(render.ViewNames(), "text"), Said: render.ViewAliases(), Optional: true},
				{Name: "theme", Help: "The colours of the picture", Kind: command.Choice, Choices: render.ThemeNames(), Optional: true},
				{Name: "side", Help: "Which side is at the bottom", Kind: command.Choice, Choices: []string{"white", "black"}, Said: command.ColourWords, Optional: true},
				{Name: "level", Help: "One level alone, by its name", Kind: command.LevelName, Optional: true},
				{Name: "at", Help: "As it stood after so many moves, counting those of both sides; 0 is the start", Kind: command.Count, FromZero: true, Optional: true}, command.HereParam},
			Button: "Board", Needs: command.NeedGame, Cost: 2,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2010,
		}, Do: showBoard, Looks: true},
		{Command: command.Command{
			Name:    "views",
			Brief:   "Choose among the views of the board",
			Example: "views",
			Params:  []command.Param{command.GameParam},
			Button:  "Views", Needs: command.NeedGame,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2020, Slash: command.Slash{Group: "game"},
		}, Do: views, Looks: true},
		{Command: command.Command{
			Name:    "more",
			Brief:   "List what else can be done in a game",
			Example: "more",
			Params:  []command.Param{command.GameParam},
			Button:  "More", Needs: command.NeedGame,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2030, Slash: command.Slash{Group: "game"},
		}, Do: more, Looks: true},
		{Command: command.Command{
			Name:    "game",
			Brief:   "Tell how a game stands",
			Detail:  "Players, pace, whose turn it is and until when, or how it ended. `game against bob` is your game against somebody, and so with most commands about a game.",
			Example: "game 1",
			Params:  []command.Param{command.GameParam, command.HereParam},
			Button:  "Game", Needs: command.NeedGame,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2040, Slash: command.Slash{Group: "game", Name: "show"},
		}, Do: showGame, Looks: true},
		{Command: command.Command{
			Name:  "games",
			Brief: "List your games and challenges, those that wait for you first",
			Detail: "`games room` lists the games that go on in this room and its threads, `games all` all that are public; `games over` those of yours that have ended, the newest first, `games over room` " +
				"those that this room has seen, `games over all` all that are public. They can be narrowed to a game, `games over all stockschach216`, and to a result, `games over won`: " +
				"who has won or lost is you. Further pages: `games page 2`, `games over page 2`.",
			Example: "games over mine variant stockschach216 page 1",
			Params: []command.Param{
				{Name: "which", Help: "Only games that have ended", Kind: command.Choice, Choices: []string{"over"}, Optional: true},
				{Name: "whose", Help: "Whose games: yours if you do not say", Kind: command.Choice, Choices: []string{"mine", "room", "all"}, Optional: true},
				{Name: "result", Help: "How they have ended, as you see it", Kind: command.Choice, Choices: []string{"won", "lost", "drawn", "aborted"}, Optional: true},
				{Name: "page", Help: "Which page of the list", Kind: command.Count, Optional: true},
				{Name: "variant", Help: "Only games of this kind, as variants lists them", Kind: command.VariantName, Optional: true}},
			Button: "My games", Cost: 2,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2050,
		}, Do: listGames, Personal: func(a command.Args) bool { return a.Word("whose") != "room" }},
	}
}
