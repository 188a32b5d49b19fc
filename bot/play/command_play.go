package play

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
)

// playCommands returns the commands for the players of a game, and the one that decides it.
func playCommands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name: "move", Aliases: []string{"play", "m"},
			Brief: "Make a move; the bare move without the word will do",
			Detail: "Write both cells, or the piece and where it goes, or only where it goes if one piece can go there. A promotion is written behind, with an equals sign and the code of the new piece. " +
				"If several moves fit, the bot asks which you mean; it never guesses. A move with a question mark is shown and not played; one with `draw` behind it is played with the offer of a draw.",
			Example: "move vc2-vc3",
			Params: []command.Param{command.GameParam,
				{Name: "offer", Help: "Offer a draw with the move", Kind: command.Choice, Choices: []string{"draw"}, Optional: true, Anywhere: true},
				{Name: "move", Help: "Your move: cells, or a piece and a cell", Kind: command.MoveText}},
			Needs: command.NeedTurn, Changes: true, Plays: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1060,
		}, Do: action.OnRecord(move)},
		{Command: command.Command{
			Name: "pick", Aliases: []string{"choose"},
			Brief: "Choose a move step by step, and see it before it is final",
			Detail: "The bot lists the pieces that can move, on large boards the levels first, then where the one you choose can go, and asks for what else there is to decide. " +
				"`pick w` lists what can move on level w, `pick pawn w` the Pawns there. " +
				"The move is then shown to you alone, with a button that plays it.",
			Example: "pick vc2",
			Params: []command.Param{command.GameParam,
				{Name: "piece", Help: "The cell of a piece, the name or code of a kind of piece, or a level", Kind: command.Word, Optional: true},
				{Name: "target", Help: "The cell that it goes to, or the letter of a level", Kind: command.Word, Optional: true},
				{Name: "file", Help: "The letter of a file, behind a level", Kind: command.Word, Optional: true},
				{Name: "page", Help: "Which page of a long list", Kind: command.Count, Optional: true}},
			Button: "Move", Needs: command.NeedTurn,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1070, Slash: command.Slash{Group: "game"},
		}, Do: action.OnRecord(pick), Looks: true},
		{Command: command.Command{
			Name:  "if",
			Brief: "Plan your answer to a move of your opponent",
			Detail: "The answer is played in the instant in which the move is. Lines may go on: `if vc5-vc4 then vd2-vd3 if vd5-vd4 then ve2-ve3`. Another answer to " +
				"the same move takes the place of the first. A move for which nothing is planned ends the plan, and so does a takeback. " +
				"An answer that is played declines an offer of a draw. Say it to the bot alone if your opponent reads the room.",
			Example: "if vc5-vc4 then vd2-vd3",
			Params:  []command.Param{command.GameParam, {Name: "moves", Help: "A move of your opponent, then your answer, by turns", Kind: command.Rest, Form: lineForm.MatchString}},
			Needs:   command.NeedSeat, Changes: true,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1170, Slash: command.Slash{Group: "game"},
		}, Do: planReply, Personal: action.Always},
		{Command: command.Command{
			Name: "plan", Aliases: []string{"plans"},
			Brief:   "Show the answers that you have planned, or forget them",
			Detail:  "`plan clear` forgets all, `plan clear vc5-vc4` what is planned against one move.",
			Example: "plan",
			Params: []command.Param{command.GameParam,
				{Name: "what", Help: "Whether to forget what is planned", Kind: command.Choice, Choices: []string{"clear"}, Optional: true},
				{Name: "move", Help: "The opponent's move against which to forget it", Kind: command.MoveText, Optional: true}},
			Button: "Plan", Needs: command.NeedSeat, Changes: true,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1180, Slash: command.Slash{Group: "game"},
		}, Do: showPlan},
		{Command: command.Command{
			Name: "takeback", Aliases: []string{"undo"},
			Brief: "Ask for your last move back, or answer such a wish",
			Detail: "If your opponent has moved since, that move is taken back too. It needs their consent, and lapses when either of you moves. " +
				"Whoever is then to move has the full time again; banks are what they were before the moves.",
			Example: "takeback",
			Params: []command.Param{command.GameParam,
				{Name: "what", Help: "The answer to your opponent's wish", Kind: command.Choice, Choices: []string{"accept", "decline"}, Optional: true}},
			Button: "Take back", Needs: command.NeedSeat, Changes: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1100,
		}, Do: takeback},
		{Command: command.Command{
			Name:  "abort",
			Brief: "Ask to end a game without a result, or answer such a wish",
			Detail: "The game then counts for nobody. It needs your opponent's consent, and the wish lapses when either of you moves. " +
				"Without a further word it asks, or agrees if your opponent has asked. A study, and a game against the computer, which always consents, end once you have confirmed it.",
			Example: "abort",
			Params: []command.Param{command.GameParam,
				{Name: "what", Help: "The answer to your opponent's wish", Kind: command.Choice, Choices: []string{"accept", "decline"}, Final: []string{"accept"}, Optional: true},
				{Name: "sure", Help: "Say so at once, without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true, Instead: true}},
			Button: "Abort", Needs: command.NeedSeat, Changes: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1120, Slash: command.Slash{Group: "game"},
		}, Do: abort},
		{Command: command.Command{
			Name:    "confirm",
			Brief:   "Choose whether you see a move before it is final",
			Detail:  "With `confirm on` a move is first shown to you alone, with a button that plays it. A move that ends in an exclamation mark is final at once. In a browser each move is shown first unless you say `confirm off`.",
			Example: "confirm on",
			Params:  []command.Param{{Name: "when", Help: "Whether to show a move first", Kind: command.Choice, Choices: []string{"on", "off"}, Optional: true}},
			Button:  "Confirmation", Changes: true, Shows: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.SettingsTopic}, Order: 5020, Slash: command.Slash{Group: "settings"},
		}, Do: setConfirm, Current: confirms, Personal: action.Always},
		{Command: command.Command{
			Name:  "draw",
			Brief: "Offer a draw, answer an offer, or claim a draw by the rules",
			Detail: "Without a further word it offers a draw, or accepts the offer of your opponent. An offer lapses when your opponent moves instead, and may be " +
				"renewed after five moves of each side. `draw claim` ends the game if the position has stood three times or nothing has been captured, promoted or " +
				"moved pawn-like for fifty moves; if only your next move brings that about, name it: `draw claim va1-va2`.",
			Example: "draw",
			Params: []command.Param{command.GameParam,
				{Name: "what", Help: "What to do about a draw", Kind: command.Choice, Choices: []string{"offer", "accept", "decline", "claim"}, Final: []string{"accept", "claim"}, Optional: true},
				{Name: "move", Help: "For a claim: the move that completes it", Kind: command.MoveText, Optional: true}},
			Button: "Draw", Needs: command.NeedSeat, Changes: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1090,
		}, Do: draw},
		{Command: command.Command{
			Name:  "claim",
			Brief: "Claim a draw by the rules, or a game that your opponent has left",
			Detail: "On your own move it is `draw claim`. On your opponent's move, in a game without a clock, it ends the game in your favour if they have been silent for " +
				"two weeks and you have nudged them three days ago or earlier; before either side has made a move the game is aborted instead. A game without a clock in which nobody moves for 180 days is aborted by itself.",
			Example: "claim",
			Params:  []command.Param{command.GameParam, {Name: "move", Help: "For a draw: the move that completes it", Kind: command.MoveText, Optional: true}},
			Button:  "Claim", Needs: command.NeedSeat, Changes: true,
			Guests: bot.GuestsTogether,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1130, Slash: command.Slash{Group: "game"},
		}, Do: claim},
		{Command: command.Command{
			Name: "resign", Aliases: []string{"forfeit"},
			Brief:   "Give up a game; it asks before it is final",
			Example: "resign",
			Params: []command.Param{command.GameParam,
				{Name: "sure", Help: "Say so at once, without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true}},
			Button: "Resign", Needs: command.NeedSeat, Changes: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1110,
		}, Do: resign},
		{Command: command.Command{
			Name:    "nudge",
			Brief:   "Ask a silent opponent to move, in a game without a clock",
			Detail:  "Once a day at most.",
			Example: "nudge",
			Params:  []command.Param{command.GameParam},
			Button:  "Nudge", Needs: command.NeedSeat, Changes: true,
			Guests: bot.GuestsTogether,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1140, Slash: command.Slash{Group: "game"},
		}, Do: nudge},
		{Command: command.Command{
			Name:  "publish",
			Brief: "Make a game public, so that anybody may see it, or take that back",
			Detail: "A game that is played in a room is for those who see that room. It becomes public when both players say so, or an organiser of the room in which both have spoken; " +
				"with different rooms, each side needs its player or an organiser of its room. A game of a tournament can be made public by the tournament's organisers, too, " +
				"all of its games by `publish tournament 1`. `publish 3 off` of either player takes it back, or prevents it.",
			Example: "publish 1",
			Params: []command.Param{command.GameParam,
				{Name: "tournament", Help: "Or the number of a tournament, for all of its games", Kind: command.TournamentNumber, Optional: true, Instead: true},
				{Name: "what", Help: "Take it back, or do not agree", Kind: command.Choice, Choices: []string{"off"}, Optional: true}},
			Button: "Publish", Changes: true,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2150, Slash: command.Slash{Group: "game"},
		}, Do: publish},
		{Command: command.Command{
			Name:  "adjudicate",
			Brief: "Decide a game of this room, as its organiser",
			Detail: "White or Black wins, the game is drawn, or it is aborted and counts for nobody. The reason is told to both players and to all who see the game, and is kept " +
				"in its log with your name. An adjudicated game is never rated. It is for organisers of the room in which both players have spoken, said in it, and not for games that they play in themselves. " +
				"It asks before it is done, and `adjudicate 4 undo` takes it back for a day, unless a further round of its tournament has been paired. Where the players have different rooms, an organiser of each has to say it, and nothing changes before the second does. A game of a tournament is for the tournament's organisers alone.",
			Example: "adjudicate 4 draw both players have left",
			Params: []command.Param{
				{Name: "id", Help: "The number of the game", Kind: command.Number},
				{Name: "verdict", Help: "Who wins, or draw, or abort for no result, or undo to take a decision back", Kind: command.Choice, Choices: []string{"white", "black", "draw", "abort", "undo"}, Said: command.ColourWords},
				{Name: "sure", Help: "Do it without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true},
				{Name: "reason", Help: "Why, for all to read, up to 200 characters", Kind: command.Rest, Verbatim: true, Optional: true}},
			Changes: true,
			Topics:  []command.Topic{command.OrganisingTopic}, Order: 7030, Slash: command.Slash{Group: "organise"},
		}, Do: adjudicate},
		{Command: command.Command{
			Name:  "say",
			Brief: "Say something to your opponent, who plays elsewhere",
			Detail: "It is for games whose players are in different rooms or on different platforms, or in private with the bot: the words appear where your opponent, and all who see " +
				"the game there, will read them. Markup and mentions in them are plain text.",
			Example: "say 1 Good luck",
			Params:  []command.Param{command.GameParam, {Name: "text", Help: "What to say, up to 500 characters", Kind: command.Rest, Verbatim: true}},
			Needs:   command.NeedGame, Changes: true,
			Guests: bot.GuestsTogether,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1190, Slash: command.Slash{Group: "game"},
		}, Do: say},
	}
}
