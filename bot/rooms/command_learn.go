package rooms

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/rules"
)

// learnCommands returns the commands that explain the games and the bot.
func learnCommands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name:    "variants",
			Brief:   "List the games that can be played",
			Detail:  "`variants small`, `variants medium` and `variants large` list those of a size, other words those whose name, title, author or source has them: `variants gilman large`. One game alone is shown with its array.",
			Example: "variants gilman",
			Params:  []command.Param{{Name: "filter", Help: "small, medium, large, or words of names and authors", Kind: command.Rest, Optional: true}},
			Button:  "All games",
			Guests:  bot.GuestsAlone,
			Topics:  []command.Topic{command.LearningTopic}, Order: 3040, Slash: command.Slash{Group: "learn"},
		}, Do: listVariants},
		{Command: command.Command{
			Name:    "rules",
			Brief:   "Explain the rules of a game",
			Example: "rules " + rules.Variants()[0].Name,
			Detail:  "Without a name it is the game that you are playing here.",
			Params:  []command.Param{playedParam},
			Button:  "Rules", Cost: 2, Explains: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.LearningTopic}, Order: 3050,
		}, Do: explainRules},
		{Command: command.Command{
			Name:    "piece",
			Brief:   "Explain how a piece moves",
			Detail:  "Name the game, then the piece by its name or its code. Without a game it is the one that you are playing here.",
			Example: "piece stockschach216 Stocknsexton",
			Params:  []command.Param{playedParam, {Name: "name", Help: "The piece's name or its code", Kind: command.Rest, OfPieces: true}},
			Button:  "Piece", Cost: 3, Explains: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.LearningTopic}, Order: 3060, Slash: command.Slash{Group: "learn"},
		}, Do: explainPiece},
		{Command: command.Command{
			Name: "help", Aliases: []string{"commands", "?"},
			Brief:   "List the commands, or explain one, or a word of chess",
			Detail:  "`help words` lists the words that it explains besides commands, and `help privacy` says what is kept of you.",
			Example: "help challenge",
			Params:  []command.Param{{Name: "command", Help: "The command or the word to explain", Kind: command.CommandName, Optional: true}},
			Button:  "Help", Card: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.LearningTopic}, Order: 3110,
		}, Do: help},
	}
}

var (
	// playedParam is a variant that defaults to the variant of the game being played.
	playedParam = command.Param{Name: "variant", Help: "A game, as variants lists them; without it, the one being played here", Kind: command.VariantName, Optional: true}
	// scopeParam is the parameter that applies a command to all rooms of the server.
	scopeParam = command.Param{Name: "scope", Help: "All rooms of this server, if you organise all of it; without it, this room", Kind: command.Choice,
		Choices: []string{"server"}, Optional: true, Anywhere: true}
)
