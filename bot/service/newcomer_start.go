package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// start says what the bot is, and gives a newcomer a first step.
func start(c *call) (bot.Reply, error) {
	if v := c.args.Variant; v != nil {
		return c.answer(phrase.Of("%s: %s.\nTo play it, challenge somebody, `challenge NAME %s`, let anybody accept, `seek %s`, or play the computer, `challenge computer %s`. You can also move both sides yourself, `study %s`.",
			v.Title, blurb(v), v.Name, v.Name, v.Name, v.Name),
			bot.Button{Label: phrase.Of("Seek an opponent"), Command: "seek " + v.Name},
			playComputer(v.Name),
			bot.Button{Label: phrase.Of("Move both sides"), Command: "study " + v.Name},
			bot.Button{Label: phrase.Of("Rules"), Command: "rules " + v.Name}), nil
	}
	return c.answer(phrase.Of("I run games of three-dimensional chess: I check the moves, draw the board and keep the time.\n"+
		"You can take days over each move. To play somebody, say `challenge` and their name, or `seek` to let anybody accept. The computer always has time: `challenge computer`.\n"+
		"New to this? `learn` shows how the pieces move, in twelve short tasks. `help` lists what you can say."),
		bot.Button{Label: phrase.Of("Play somebody here"), Command: "seek"},
		playComputer(lessonVariant),
		bot.Button{Label: phrase.Of("Learn in five minutes"), Command: "learn"},
		bot.Button{Label: phrase.Of("See a game"), Command: "example"}), nil
}
