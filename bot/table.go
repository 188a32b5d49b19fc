package bot

import "raumbot/rules"

var (
	gameParam = Param{Name: "id", Help: "The number of the game; without it, the game of this room or your only one",
		Kind: Number, Optional: true}
	challengeParam = Param{Name: "id", Help: "The number of the challenge", Kind: Number, Optional: true}
	nameParam      = Param{Name: "name", Help: "Or the name of the other player", Kind: Person, Optional: true, Instead: true}
	colourParam    = Param{Name: "colour", Help: "The colour that you will play", Kind: Choice,
		Choices: []string{"white", "black", "random"}, Optional: true}
	paceParam   = Param{Name: "pace", Help: "Time for each move: 3d, 12h or none", Kind: PaceWord, Optional: true}
	stakesParam = Param{Name: "stakes", Help: "Whether the game changes your ratings; casual if you do not say", Kind: Choice,
		Choices: []string{"rated", "casual"}, Optional: true}
	variantParam = Param{Name: "variant", Help: "The game to be played, as variants lists them", Kind: VariantName}
)

// table returns the commands in the order in which help lists them.
func table() []*Command {
	return []*Command{
		{
			Name: "challenge", Aliases: []string{"invite"},
			Brief: "Invite somebody to a game",
			Detail: "The colour is the one that you will play; without it, or with `random`, the bot draws lots. " +
				"The pace is the time for each move: `3d` for three days, `12h` for twelve hours, `none` for no clock, " +
				"which is also what you get if you name no pace. Nothing begins before the other player accepts. " +
				"A challenge that nobody answers expires after a week. A rated game changes your ratings if both have made two moves; of several losses on time " +
				"within three days only the first does.",
			Example: "challenge bob stockschach216 white 3d",
			Params: []Param{
				{Name: "name", Help: "Whom to invite", Kind: Person},
				variantParam,
				colourParam, paceParam, stakesParam,
			},
			Changes: true, run: challenge,
		},
		{
			Name:  "seek",
			Brief: "Invite anybody to a game, or list such invitations",
			Detail: "Whoever accepts first plays, from this room, another one or another platform. Colour and pace are as for `challenge`. " +
				"Without a game it lists who seeks an opponent.",
			Example: "seek stockschach216 2d",
			Params: []Param{
				{Name: "variant", Help: "The game to be played, as variants lists them", Kind: VariantName, Optional: true},
				colourParam, paceParam, stakesParam,
			},
			Button: "Who seeks a game", Changes: true, run: seek,
		},
		{
			Name: "accept", Aliases: []string{"yes"},
			Brief:   "Accept a challenge, and begin the game",
			Detail:  "Without a number or a name, it is the only challenge to you that is open.",
			Example: "accept bob",
			Params:  []Param{challengeParam, nameParam},
			Button:  "Accept", Changes: true, run: accept,
		},
		{
			Name: "decline", Aliases: []string{"no"},
			Brief:   "Decline a challenge",
			Detail:  "Without a number or a name, it is the only challenge to you that is open.",
			Example: "decline bob",
			Params:  []Param{challengeParam, nameParam},
			Button:  "Decline", Changes: true, run: decline,
		},
		{
			Name: "cancel", Aliases: []string{"withdraw"},
			Brief:   "Withdraw a challenge of yours",
			Detail:  "Without a number or a name, it is the only challenge of yours that is open.",
			Example: "cancel carol",
			Params:  []Param{challengeParam, nameParam},
			Button:  "Withdraw", Changes: true, run: cancel,
		},
		{
			Name: "move", Aliases: []string{"play", "m"},
			Brief: "Make a move; the bare move without the word will do",
			Detail: "Write the cells, `vc2-vc3`, or the piece and where it goes, `Stocknsexton ve3`, or only where it goes if one " +
				"piece can go there. A promotion is written behind, `wd5-wd6=SBK`. If several moves fit, the bot asks which you mean; it never guesses.",
			Example: "move vc2-vc3",
			Params: []Param{gameParam,
				{Name: "move", Help: "Your move: cells, or a piece and a cell", Kind: Rest}},
			Needs: NeedTurn, Changes: true, run: move,
		},
		{
			Name:  "if",
			Brief: "Plan your answer to a move of your opponent",
			Detail: "The answer is played in the instant in which the move is. Lines may go on: `if vc5-vc4 then vd2-vd3 if vd5-vd4 then ve2-ve3`. Another answer to " +
				"the same move takes the place of the first. A move for which nothing is planned ends the plan, and so does a takeback. " +
				"An answer that is played declines an offer of a draw. Say it to the bot alone if your opponent reads the room.",
			Example: "if vc5-vc4 then vd2-vd3",
			Params:  []Param{gameParam, {Name: "moves", Help: "A move of your opponent, then your answer, by turns", Kind: Rest}},
			Needs:   NeedSeat, Changes: true, run: planReply,
		},
		{
			Name: "plan", Aliases: []string{"plans"},
			Brief:   "Show the answers that you have planned, or forget them",
			Detail:  "`plan clear` forgets all, `plan clear vc5-vc4` what is planned against one move.",
			Example: "plan",
			Params: []Param{gameParam,
				{Name: "what", Help: "Whether to forget what is planned", Kind: Choice, Choices: []string{"clear"}, Optional: true},
				{Name: "move", Help: "The opponent's move against which to forget it", Kind: Rest, Optional: true}},
			Button: "Plan", Needs: NeedSeat, Changes: true, run: showPlan,
		},
		{
			Name: "moves", Aliases: []string{"legal"},
			Brief:   "List the legal moves of a piece, or all that can move",
			Detail:  "Name a cell to see where the piece on it can go, also in a picture, or a kind of piece to see the moves of all of that kind.",
			Example: "moves vc2",
			Params: []Param{gameParam,
				{Name: "cell", Help: "A cell, or a piece's name or code", Kind: Rest, Optional: true}},
			Button: "Legal moves", Needs: NeedGame, run: listMoves,
		},
		{
			Name: "try", Aliases: []string{"analyse"},
			Brief:   "See where some moves would lead, without touching the game",
			Detail:  "Only you see the picture. Separate the moves by commas: `try vc5-vc4, vd2-vd3`.",
			Example: "try vc2-vc3, vc5-vc4",
			Params:  []Param{gameParam, {Name: "moves", Help: "Moves from the present position on, with commas between them", Kind: Rest}},
			Needs:   NeedGame, run: try,
		},
		{
			Name:    "attackers",
			Brief:   "List the pieces that attack a cell",
			Example: "attackers vc3",
			Params:  []Param{gameParam, {Name: "cell", Help: "The cell", Kind: Rest}},
			Needs:   NeedGame, run: attackers,
		},
		{
			Name: "board", Aliases: []string{"show", "position"},
			Brief: "Show the board",
			Detail: "The views are arrangements of the same board: `levels` as chess boards, `ranks` as the articles print it, `focus` with the levels of the " +
				"last move large, `tall` for narrow screens, `stack` as one body. `text` writes the board in words, for screen readers.",
			Example: "board ranks dark",
			Params: []Param{gameParam,
				{Name: "view", Help: "The arrangement of the board's planes", Kind: Choice, Choices: []string{"levels", "ranks", "focus", "tall", "stack", "text"}, Optional: true},
				{Name: "theme", Help: "The colours of the picture", Kind: Choice, Choices: []string{"light", "dark", "contrast", "print"}, Optional: true},
				{Name: "side", Help: "Which side is at the bottom", Kind: Choice, Choices: []string{"white", "black"}, Optional: true}},
			Button: "Board", Needs: NeedGame, run: showBoard,
		},
		{
			Name:    "game",
			Brief:   "Tell how a game stands",
			Detail:  "Players, pace, whose turn it is and until when, or how it ended.",
			Example: "game 1",
			Params:  []Param{{Name: "id", Help: "The number of the game", Kind: Number}},
			Button:  "Game", Needs: NeedGame, run: showGame,
		},
		{
			Name:    "games",
			Brief:   "List your games and challenges, those that wait for you first",
			Detail:  "`games over` lists the newest of your games that have ended.",
			Example: "games",
			Params:  []Param{{Name: "which", Help: "Only games that have ended", Kind: Choice, Choices: []string{"over"}, Optional: true}},
			Button:  "My games", run: listGames,
		},
		{
			Name: "log", Aliases: []string{"history"},
			Brief:   "List the moves of a game and what else happened in it",
			Example: "log 1",
			Params:  []Param{gameParam},
			Button:  "Log", Needs: NeedGame, run: showLog,
		},
		{
			Name:    "resign",
			Brief:   "Give up a game; it asks before it is final",
			Example: "resign",
			Params: []Param{gameParam,
				{Name: "sure", Help: "Say so at once, without being asked", Kind: Choice, Choices: []string{"confirm"}, Optional: true}},
			Button: "Resign", Needs: NeedSeat, Changes: true, run: resign,
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
				{Name: "move", Help: "For a claim: the move that completes it", Kind: Rest, Optional: true}},
			Button: "Draw", Needs: NeedSeat, Changes: true, run: draw,
		},
		{
			Name:  "claim",
			Brief: "Claim a draw by the rules, or a game that your opponent has left",
			Detail: "On your own move it is `draw claim`. On your opponent's move, in a game without a clock, it ends the game in your favour if they have been silent for " +
				"two weeks and you have nudged them three days ago or earlier; before either side has made a move the game is aborted instead.",
			Example: "claim",
			Params:  []Param{gameParam, {Name: "move", Help: "For a draw: the move that completes it", Kind: Rest, Optional: true}},
			Button:  "Claim", Needs: NeedSeat, Changes: true, run: claim,
		},
		{
			Name:    "nudge",
			Brief:   "Ask a silent opponent to move, in a game without a clock",
			Detail:  "Once a day at most.",
			Example: "nudge",
			Params:  []Param{gameParam},
			Button:  "Nudge", Needs: NeedSeat, Changes: true, run: nudge,
		},
		{
			Name:    "rematch",
			Brief:   "Challenge your last opponent again, with the colours swapped",
			Example: "rematch",
			Params:  []Param{gameParam},
			Button:  "Rematch", Changes: true, run: rematch,
		},
		{
			Name: "takeback", Aliases: []string{"undo"},
			Brief: "Ask for your last move back, or answer such a wish",
			Detail: "If your opponent has moved since, that move is taken back too. It needs their consent, and lapses when either of you moves. " +
				"Whoever is then to move has the full time again.",
			Example: "takeback",
			Params: []Param{gameParam,
				{Name: "what", Help: "The answer to your opponent's wish", Kind: Choice, Choices: []string{"accept", "decline"}, Optional: true}},
			Button: "Take back", Needs: NeedSeat, Changes: true, run: takeback,
		},
		{
			Name:    "export",
			Brief:   "Write a game down for other programs",
			Detail:  "Headers, the moves in canonical form and the position reached.",
			Example: "export 1",
			Params:  []Param{gameParam},
			Button:  "Export", Needs: NeedGame, run: export,
		},
		{
			Name:    "confirm",
			Brief:   "Choose whether you see a move before it is final",
			Detail:  "With `confirm on` a move is first shown to you alone, with a button that plays it. A move that ends in an exclamation mark is final at once.",
			Example: "confirm on",
			Params:  []Param{{Name: "when", Help: "Whether to show a move first", Kind: Choice, Choices: []string{"on", "off"}, Optional: true}},
			Button:  "Confirmation", Changes: true, run: setConfirm,
		},
		{
			Name:    "profile",
			Brief:   "Tell how you or somebody else has fared in rated games",
			Detail:  "There is a rating for each game that one can play, by the system Glicko-2. Beginners have 1500.",
			Example: "profile bob",
			Params:  []Param{{Name: "name", Help: "Whose profile; without it, yours", Kind: Person, Optional: true}},
			Button:  "Profile", run: showProfile,
		},
		{
			Name:    "leaders",
			Aliases: []string{"leaderboard"},
			Brief:   "List the best at a game",
			Detail:  "Those are ranked whose rating is certain enough.",
			Example: "leaders stockschach216",
			Params:  []Param{variantParam},
			Button:  "Leaders", run: showLeaders,
		},
		{
			Name: "remind", Aliases: []string{"reminders"},
			Brief: "Say how long before a deadline you want to be reminded",
			Detail: "Name one to five numbers of hours. Without them it tells what you have chosen. `remind off` ends all reminders, and `remind default` brings back " +
				"those after half and after four fifths of the time.",
			Example: "remind 24 2",
			Params:  []Param{{Name: "hours", Help: "Hours before the deadline, or off, or default", Kind: Rest, Optional: true}},
			Button:  "Reminders", Changes: true, run: setReminders,
		},
		{
			Name:    "variants",
			Brief:   "List the games that can be played",
			Example: "variants",
			Button:  "Games", run: listVariants,
		},
		{
			Name:    "rules",
			Brief:   "Explain the rules of a game",
			Example: "rules " + firstVariant(),
			Params:  []Param{variantParam},
			Button:  "Rules", run: explainRules,
		},
		{
			Name:    "piece",
			Brief:   "Explain how a piece moves",
			Detail:  "Name the game, then the piece by its name or its code.",
			Example: "piece stockschach216 Stocknsexton",
			Params:  []Param{variantParam, {Name: "name", Help: "The piece's name or its code", Kind: Rest}},
			Button:  "Piece", run: explainPiece,
		},
		{
			Name: "help", Aliases: []string{"commands", "?"},
			Brief:   "List the commands, or explain one",
			Example: "help challenge",
			Params:  []Param{{Name: "command", Help: "The command to explain", Kind: CommandName, Optional: true}},
			Button:  "Help", run: help,
		},
	}
}

// firstVariant is the game that examples without a better one name.
func firstVariant() string { return rules.Variants()[0].Name }
