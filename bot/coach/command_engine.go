package coach

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
)

// engineCommands returns the commands that ask the engine.
func engineCommands(w *Analysts) []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name:  "hint",
			Brief: "Get a move to play, against the computer or in a study",
			Detail: "Only you see the answer. There are no hints in games between people, nor where they help in one: `help evaluate` tells of which " +
				"positions the engine says nothing.",
			Example: "hint",
			Params:  []command.Param{command.GameParam},
			Button:  "Hint", Cost: 4,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.LearningTopic}, Order: 3080, Slash: command.Slash{Group: "learn"},
		}, Do: hint},
		{Command: command.Command{
			Name:  "evaluate",
			Brief: "See the three best lines of play in a study or a finished game",
			Detail: "`evaluate 7 at 17` looks at the position after 17 moves, counting both sides. Only you see the answer. Once people have made 8 moves " +
				"in an ongoing game, counting both sides, the position on their board is not evaluated, nor is one much like it, nor one up to 8 moves " +
				"behind it, until they have gone on.",
			Example: "evaluate",
			Params: []command.Param{command.GameParam,
				{Name: "at", Help: "After so many moves, counting those of both sides; 0 is the start", Kind: command.Count, FromZero: true, Optional: true}},
			Button: "Evaluate", Cost: 4,
			Topics: []command.Topic{command.LearningTopic}, Order: 3090, Slash: command.Slash{Group: "learn"},
		}, Do: evaluate},
		{Command: command.Command{
			Name:    "analyse",
			Aliases: []string{"analyze", "analysis"},
			Brief:   "Have a finished game analysed: its curve, its turning points and better moves",
			Detail: "The engine looks at every position, which takes a while: you are told how far it has come, and get a picture with the turning points below it. `analyse 7 at 17` shows what was better " +
				"than the move 17, counting both sides. The analysis is kept with the game and written into `export`. At most 20 games a day are analysed for you. You see the answer alone; `analyse 7 here` shows it to all in the room. Moves from positions at which people are " +
				"playing are left out until their game is over.",
			Example: "analyse",
			Params: []command.Param{command.GameParam,
				{Name: "at", Help: "Show this move, counting those of both sides", Kind: command.Count, Optional: true}, command.HereParam},
			Button: "Analyse", Changes: true, Cost: 6, Ended: true,
			Topics: []command.Topic{command.LearningTopic}, Order: 3100, Slash: command.Slash{Group: "learn"},
		}, Do: w.analyse},
		{Command: command.Command{
			Name:  "puzzle",
			Brief: "Solve a puzzle: find the one best move of a position",
			Detail: "Name a game for a puzzle of it. A bare move answers, or `puzzle MOVE`, or a button; a wrong one is answered with what the other side would do, and you can try again. Only the first try counts for your rating and that of " +
				"the puzzle. `puzzle next` gives another one, `puzzle solution` gives this one up, `puzzle text` writes the board in words, and `puzzle daily` is the puzzle of the day: the same for everybody, easy on Mondays and hard on " +
				"Sundays, with six tries and no solution before its day is over at 0:00 UTC. Solve one every day for a streak. `puzzle week` is the table of the week. Only you see the answers.",
			Example: "puzzle raumschach",
			Params: []command.Param{{Name: "variant", Help: "A game, for a puzzle of it", Kind: command.VariantName, Optional: true},
				{Name: "answer", Help: "Your move, or next, solution, text, daily or week", Kind: command.Rest, Optional: true}},
			Button: "Puzzle", Changes: true, Cost: 3, Card: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.LearningTopic}, Order: 3070, Slash: command.Slash{Group: "learn"},
		}, Do: solvePuzzle},
	}
}
