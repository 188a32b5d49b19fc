package service

import (
	"slices"

	"raumbot/bot"
)

// personalCommands are those whose answers are nobody else's business: they tell of the asker's own games,
// notes, preferences and blocks.
var personalCommands = []string{
	"games", "note", "notes", "if", "export", "import", "confirm", "prefer", "remind", "quiet", "digest", "limit", "vacation",
	"block", "unblock", "link", "forget",
}

// personal reports whether the answer to a call must not be read by others in its room: that to a personal
// command, and what concerns a game that is private or played elsewhere.
func (c *call) personal() bool {
	switch {
	case c.command == nil:
		return false
	case c.command.Name == "games" && c.args.Word("whose") == "room":
		return false
	case slices.Contains(personalCommands, c.command.Name):
		return true
	case c.game.ID == 0:
		return false
	}
	return !c.playedHere(c.game)
}

// markPersonal marks the answers to a call as personal if they are.
func (c *call) markPersonal(answers []bot.Message) {
	personal := c.personal()
	for i := range answers {
		answers[i].Personal = personal && answers[i].Audience == bot.Aside
	}
}
