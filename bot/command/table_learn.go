package command

// learnCommands returns the commands that explain the games and the bot.
func learnCommands() []*Command {
	return []*Command{
		{
			Name:    "variants",
			Brief:   "List the games that can be played",
			Detail:  "`variants small`, `variants medium` and `variants large` list those of a size, other words those whose name, title, author or source has them: `variants gilman large`. One game alone is shown with its array.",
			Example: "variants gilman",
			Params:  []Param{{Name: "filter", Help: "small, medium, large, or words of names and authors", Kind: Rest, Optional: true}},
			Button:  "All games",
		},
		{
			Name:    "rules",
			Brief:   "Explain the rules of a game",
			Example: "rules " + firstVariant(),
			Detail:  "Without a name it is the game that you are playing here.",
			Params:  []Param{playedParam},
			Button:  "Rules", Cost: 2, Explains: true,
		},
		{
			Name:    "piece",
			Brief:   "Explain how a piece moves",
			Detail:  "Name the game, then the piece by its name or its code. Without a game it is the one that you are playing here.",
			Example: "piece stockschach216 Stocknsexton",
			Params:  []Param{playedParam, {Name: "name", Help: "The piece's name or its code", Kind: Rest}},
			Button:  "Piece", Cost: 3, OfPieces: true, Explains: true,
		},
		{
			Name: "help", Aliases: []string{"commands", "?"},
			Brief:   "List the commands, or explain one, or a word of chess",
			Detail:  "`help words` lists the words that it explains besides commands, and `help privacy` says what is kept of you.",
			Example: "help challenge",
			Params:  []Param{{Name: "command", Help: "The command or the word to explain", Kind: CommandName, Optional: true}},
			Button:  "Help",
		},
	}
}
