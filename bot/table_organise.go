package bot

// organiseCommands are for those who look after a room.
func organiseCommands() []*Command {
	return []*Command{
		{
			Name:  "adjudicate",
			Brief: "Decide a game of this room, as its organiser",
			Detail: "White or Black wins, the game is drawn, or it is aborted and counts for nobody. The reason is told to both players and to all who see the game, and is kept " +
				"in its log with your name. An adjudicated game is never rated. It is for organisers of the room, said in it, and not for games that they play in themselves. " +
				"It is final. Where a game is seen in two rooms, the organisers of each can decide it.",
			Example: "adjudicate 4 draw both players have left",
			Params: []Param{
				{Name: "id", Help: "The number of the game", Kind: Number},
				{Name: "verdict", Help: "Who wins, or draw, or abort for no result", Kind: Choice, Choices: []string{"white", "black", "draw", "abort"}},
				{Name: "reason", Help: "Why, for all to read, up to 200 characters", Kind: Rest}},
			Changes: true, run: adjudicate,
		},
	}
}
