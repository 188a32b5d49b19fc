package command

// playCommands returns the commands for the players of a game.
func playCommands() []*Command {
	return []*Command{
		{
			Name: "move", Aliases: []string{"play", "m"},
			Brief: "Make a move; the bare move without the word will do",
			Detail: "Write the cells, `vc2-vc3`, or the piece and where it goes, `Stocknsexton ve3`, or only where it goes if one " +
				"piece can go there. A promotion is written behind, `wd5-wd6=SBK`. If several moves fit, the bot asks which you mean; it never guesses. " +
				"A move with a question mark, `vc2-vc3?`, is shown and not played; one with `draw` behind it is played with the offer of a draw.",
			Example: "move vc2-vc3",
			Params: []Param{gameParam,
				{Name: "offer", Help: "Offer a draw with the move", Kind: Choice, Choices: []string{"draw"}, Optional: true, Anywhere: true},
				{Name: "move", Help: "Your move: cells, or a piece and a cell", Kind: MoveText}},
			Needs: NeedTurn, Changes: true, Plays: true,
		},
		{
			Name: "pick", Aliases: []string{"choose"},
			Brief: "Choose a move step by step, and see it before it is final",
			Detail: "The bot lists the pieces that can move, on large boards the levels first, then where the one you choose can go, and asks for what else there is to decide. " +
				"`pick w` lists what can move on level w, `pick pawn w` the Pawns there. " +
				"The move is then shown to you alone, with a button that plays it.",
			Example: "pick vc2",
			Params: []Param{gameParam,
				{Name: "piece", Help: "The cell of a piece, the name or code of a kind of piece, or a level", Kind: Word, Optional: true},
				{Name: "target", Help: "The cell that it goes to, or the letter of a level", Kind: Word, Optional: true},
				{Name: "file", Help: "The letter of a file, behind a level", Kind: Word, Optional: true},
				{Name: "page", Help: "Which page of a long list", Kind: Count, Optional: true}},
			Button: "Move", Needs: NeedTurn,
		},
		{
			Name:  "if",
			Brief: "Plan your answer to a move of your opponent",
			Detail: "The answer is played in the instant in which the move is. Lines may go on: `if vc5-vc4 then vd2-vd3 if vd5-vd4 then ve2-ve3`. Another answer to " +
				"the same move takes the place of the first. A move for which nothing is planned ends the plan, and so does a takeback. " +
				"An answer that is played declines an offer of a draw. Say it to the bot alone if your opponent reads the room.",
			Example: "if vc5-vc4 then vd2-vd3",
			Params:  []Param{gameParam, {Name: "moves", Help: "A move of your opponent, then your answer, by turns", Kind: Rest}},
			Needs:   NeedSeat, Changes: true,
		},
		{
			Name: "plan", Aliases: []string{"plans"},
			Brief:   "Show the answers that you have planned, or forget them",
			Detail:  "`plan clear` forgets all, `plan clear vc5-vc4` what is planned against one move.",
			Example: "plan",
			Params: []Param{gameParam,
				{Name: "what", Help: "Whether to forget what is planned", Kind: Choice, Choices: []string{"clear"}, Optional: true},
				{Name: "move", Help: "The opponent's move against which to forget it", Kind: MoveText, Optional: true}},
			Button: "Plan", Needs: NeedSeat, Changes: true,
		},
		{
			Name: "takeback", Aliases: []string{"undo"},
			Brief: "Ask for your last move back, or answer such a wish",
			Detail: "If your opponent has moved since, that move is taken back too. It needs their consent, and lapses when either of you moves. " +
				"Whoever is then to move has the full time again; banks are what they were before the moves.",
			Example: "takeback",
			Params: []Param{gameParam,
				{Name: "what", Help: "The answer to your opponent's wish", Kind: Choice, Choices: []string{"accept", "decline"}, Optional: true}},
			Button: "Take back", Needs: NeedSeat, Changes: true, Final: true, Wished: Playing, Offers: true,
		},
		{
			Name:  "abort",
			Brief: "Ask to end a game without a result, or answer such a wish",
			Detail: "The game then counts for nobody. It needs your opponent's consent, and the wish lapses when either of you moves. " +
				"Without a further word it asks, or agrees if your opponent has asked.",
			Example: "abort",
			Params: []Param{gameParam,
				{Name: "what", Help: "The answer to your opponent's wish", Kind: Choice, Choices: []string{"accept", "decline"}, Optional: true}},
			Button: "Abort", Needs: NeedSeat, Changes: true, Final: true, Wished: Playing, Offers: true,
		},
		{
			Name:    "confirm",
			Brief:   "Choose whether you see a move before it is final",
			Detail:  "With `confirm on` a move is first shown to you alone, with a button that plays it. A move that ends in an exclamation mark is final at once.",
			Example: "confirm on",
			Params:  []Param{{Name: "when", Help: "Whether to show a move first", Kind: Choice, Choices: []string{"on", "off"}, Optional: true}},
			Button:  "Confirmation", Changes: true,
		},
		{
			Name:  "draw",
			Brief: "Offer a draw, answer an offer, or claim a draw by the rules",
			Detail: "Without a further word it offers a draw, or accepts the offer of your opponent. An offer lapses when your opponent moves instead, and may be " +
				"renewed after five moves of each side. `draw claim` ends the game if the position has stood three times or nothing has been captured, promoted or " +
				"moved pawn-like for fifty moves; if only your next move brings that about, name it: `draw claim va1-va2`.",
			Example: "draw",
			Params: []Param{gameParam,
				{Name: "what", Help: "What to do about a draw", Kind: Choice, Choices: []string{"offer", "accept", "decline", "claim"}, Optional: true},
				{Name: "move", Help: "For a claim: the move that completes it", Kind: MoveText, Optional: true}},
			Button: "Draw", Needs: NeedSeat, Changes: true, Final: true, Wished: Playing, Offers: true,
		},
		{
			Name:  "claim",
			Brief: "Claim a draw by the rules, or a game that your opponent has left",
			Detail: "On your own move it is `draw claim`. On your opponent's move, in a game without a clock, it ends the game in your favour if they have been silent for " +
				"two weeks and you have nudged them three days ago or earlier; before either side has made a move the game is aborted instead. A game without a clock in which nobody moves for 180 days is aborted by itself.",
			Example: "claim",
			Params:  []Param{gameParam, {Name: "move", Help: "For a draw: the move that completes it", Kind: MoveText, Optional: true}},
			Button:  "Claim", Needs: NeedSeat, Changes: true, Final: true, Wished: Playing,
		},
		{
			Name: "resign", Aliases: []string{"forfeit"},
			Brief:   "Give up a game; it asks before it is final",
			Example: "resign",
			Params: []Param{gameParam,
				{Name: "sure", Help: "Say so at once, without being asked", Kind: Choice, Choices: []string{"confirm"}, Optional: true}},
			Button: "Resign", Needs: NeedSeat, Changes: true, Final: true, Wished: Playing,
		},
		{
			Name:    "nudge",
			Brief:   "Ask a silent opponent to move, in a game without a clock",
			Detail:  "Once a day at most.",
			Example: "nudge",
			Params:  []Param{gameParam},
			Button:  "Nudge", Needs: NeedSeat, Changes: true,
		},
	}
}
