package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// personalCommands are the commands whose answers only the asker may read: they are about the asker's own games,
// notes, preferences and blocks.
var personalCommands = []string{
	"games", "note", "notes", "if", "export", "import", "confirm", "prefer", "remind", "quiet", "digest", "limit", "vacation",
	"block", "unblock", "link", "forget", "bar", "unbar", "complain", "watching", "unwatch",
}

// personal reports whether others in the room must not read the answer to a call: that to a personal command, and
// anything about a game or a tournament that is private or played elsewhere.
func (c *call) personal() bool {
	switch {
	case c.command == nil:
		return false
	case c.closed:
		return true
	case c.command.Name == "games" && c.args.Word("whose") == "room":
		return false
	case slices.Contains(personalCommands, c.command.Name):
		return true
	case c.game.ID == 0:
		return false
	}
	return !c.playedHere(c.game)
}

// lookCommands are the commands that show a game, often at length: only the asker sees the answer, unless they add
// `here` to show it to the room. That goes for the game's players too: they see the board after each move, and the
// opponent has not asked.
var lookCommands = []string{
	"board", "moves", "pick", "log", "game", "captured", "replay", "views", "more", "attackers", "where", "stands",
}

// shareHere makes the answers to a call public in the room if the asker wants that and everyone there may see the
// game.
func (c *call) shareHere(answers []bot.Message) {
	if !c.wantsShown() {
		return
	}
	mayAll := c.openHere(c.game)
	for i := range answers {
		switch m := &answers[i]; {
		case mayAll && m.Audience == bot.Aside:
			m.Audience = bot.Public
		case !mayAll:
			m.Text = phrase.Of("Not everybody here may see %s, so I show it to you alone.", bot.GameNumber(c.game.ID)) + "\n" + m.Text
		}
	}
}

// wantsShown reports whether the asker wants the answer to be shown to all in this room.
func (c *call) wantsShown() bool {
	return c.args.Word("show") != "" && c.request.Room != (bot.RoomID{})
}

// openHere reports whether everyone where the asker speaks may see a game.
func (c *call) openHere(g bot.Game) bool {
	return c.playedHere(g) || c.public(g) || g.Tournament != 0 && c.tournamentSight(g.Tournament).open
}

// markPersonal marks the answers to a call as personal if they are.
func (c *call) markPersonal(answers []bot.Message) {
	personal := c.personal() || c.command != nil && slices.Contains(lookCommands, c.command.Name)
	for i := range answers {
		answers[i].Personal = personal && answers[i].Audience == bot.Aside
	}
}
