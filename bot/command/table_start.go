package command

// startCommands returns the commands for people who are new to the bot.
func startCommands() []*Command {
	return []*Command{
		{
			Name: "start", Aliases: []string{"hi", "hello", "menu"},
			Brief:   "Say what this is, and how to begin",
			Detail:  "With the name of a game it tells how to find somebody to play it.",
			Example: "start",
			Params:  []Param{{Name: "variant", Help: "The game that you would like to play", Kind: VariantName, Optional: true}},
			Button:  "Play",
		},
		{
			Name: "learn", Aliases: []string{"lesson", "tutorial"},
			Brief: "Learn three-dimensional chess in twelve short tasks",
			Detail: "Each step shows a position and asks for a move; a bare move answers it. You go on where you were: `learn next` and `learn back` change the step, `learn restart` begins anew. " +
				"With the name of another game it says what is new there.",
			Example: "learn",
			Params: []Param{{Name: "variant", Help: "A game, to see what is new in it", Kind: VariantName, Optional: true},
				{Name: "answer", Help: "Your move, or next, back or restart", Kind: Rest, Optional: true}},
			Button: "Learn", Changes: true, Cost: 2,
		},
		{
			Name:    "example",
			Brief:   "Show a short game from its first move to its last",
			Detail:  "It is a game of Raumschach that was made up for this purpose, as a moving picture.",
			Example: "example",
			Button:  "See a game", Cost: 10,
		},
		{Name: "yes", Brief: "Say yes to a question", Example: "yes", Params: []Param{challengeParam, nameParam}, Changes: true, Hidden: true, Final: true, Replies: true},
		{Name: "no", Brief: "Say no to a question", Example: "no", Params: []Param{challengeParam, nameParam}, Changes: true, Hidden: true, Final: true, Replies: true},
		{Name: "chat", Brief: "Answer small talk", Example: "chat thanks", Hidden: true,
			Params: []Param{{Name: "about", Help: "What it is about", Kind: Choice, Choices: []string{"thanks", "bye", "game", "small", "nothing", "which"}}}},
	}
}
