package coach

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
)

// firstCommands returns the commands for people who are new to the bot.
func firstCommands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name: "start", Aliases: []string{"hi", "hello", "hey", "menu"},
			Brief:   "Say what this is, and how to begin",
			Detail:  "With the name of a game it tells how to find somebody to play it.",
			Example: "start",
			Params:  []command.Param{{Name: "variant", Help: "The game that you would like to play", Kind: command.VariantName, Optional: true}},
			Button:  "Play", Greets: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.LearningTopic}, Order: 3010,
		}, Do: start},
		{Command: command.Command{
			Name: "learn", Aliases: []string{"lesson", "tutorial"},
			Brief: "Learn three-dimensional chess in twelve short tasks",
			Detail: "Each step shows a position and asks for a move; a bare move answers it. You go on where you were: `learn next` and `learn back` change the step, `learn restart` begins anew, `learn 5` goes to step 5. " +
				"With the name of another game it says what is new there, and `learn octhex146 1` begins with the tasks on it.",
			Example: "learn",
			Params: []command.Param{{Name: "variant", Help: "A game, to see what is new in it", Kind: command.VariantName, Optional: true},
				{Name: "answer", Help: "Your move, or next, back or restart", Kind: command.Rest, Optional: true}},
			Button: "Learn", Changes: true, Cost: 2,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.LearningTopic}, Order: 3020, Slash: command.Slash{Group: "learn", Name: "lessons"},
		}, Do: learn},
		{Command: command.Command{
			Name:    "example",
			Brief:   "Show a short game from its first move to its last",
			Detail:  "It is a game of Raumschach that was made up for this purpose, as a moving picture.",
			Example: "example",
			Button:  "See a game", Cost: 10,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.LearningTopic}, Order: 3030, Slash: command.Slash{Group: "learn"},
		}, Do: showExample},
	}
}
