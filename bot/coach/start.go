package coach

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// start says what the bot is, and gives a newcomer a first step.
func start(c *action.Call) (bot.Reply, error) {
	if v := c.Args.Variant; v != nil {
		return c.Answer(phrase.Of("%s: %s.\nTo play it, challenge somebody, `challenge NAME %s`, let anybody accept, `seek %s`, or play the computer, `challenge computer %s`. You can also move both sides yourself, `study %s`.",
			v.Title, bot.Blurb(v), v.Name, v.Name, v.Name, v.Name),
			bot.Button{Label: phrase.Of("Seek an opponent"), Command: "seek " + v.Name},
			action.PlayComputer(v.Name),
			bot.Button{Label: phrase.Of("Move both sides"), Command: "study " + v.Name},
			bot.Button{Label: phrase.Of("Rules"), Command: "rules " + v.Name}), nil
	}
	return c.Answer(phrase.Of("I run games of three-dimensional chess: I check the moves, draw the board and keep the time.\n"+
		"You can take days over each move. To play somebody, say `challenge` and their name, or `seek` to let anybody accept. The computer always has time: `challenge computer`.\n"+
		"New to this? `learn` shows how the pieces move, in twelve short tasks. `help` lists what you can say."),
		bot.Button{Label: phrase.Of("Play somebody here"), Command: "seek"},
		action.PlayComputer(action.LessonVariant),
		bot.Button{Label: phrase.Of("Learn in five minutes"), Command: "learn"},
		bot.Button{Label: phrase.Of("See a game"), Command: "example"}), nil
}
