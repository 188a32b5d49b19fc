package command

// engineCommands ask the engine.
func engineCommands() []*Command {
	return []*Command{
		{
			Name:  "hint",
			Brief: "Get a move to play, against the computer or in a study",
			Detail: "Only you see the answer. There are no hints in games between people, nor for a position at which people are playing: " +
				"then the answer waits until their game is over.",
			Example: "hint",
			Params:  []Param{gameParam},
			Button:  "Hint", Cost: 4,
		},
		{
			Name:  "evaluate",
			Brief: "See the three best lines of play in a study or a finished game",
			Detail: "`evaluate 7 at 17` looks at the position after 17 moves, counting both sides. Only you see the answer. Positions at which people " +
				"are playing, and those up to 8 moves behind them, are not evaluated until their game is over.",
			Example: "evaluate",
			Params: []Param{gameParam,
				{Name: "at", Help: "After so many moves, counting those of both sides", Kind: Count, Optional: true}},
			Button: "Evaluate", Cost: 4,
		},
	}
}
