package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// listFollowed lists the games that the asker follows, and those that the room does.
func listFollowed(c *call) (bot.Reply, error) {
	var lines []string
	if c.me.ID != 0 {
		mine, err := c.followedBy(spectator{Player: c.me.ID}.who())
		if err != nil {
			return bot.Reply{}, err
		}
		for _, g := range mine {
			line := phrase.Upper(bot.GameNumber(g.ID))
			if c.maySee(g) {
				line = c.listing(g)
			}
			lines = append(lines, line)
		}
	}
	if c.request.Room != (bot.RoomID{}) {
		here, err := c.followedBy(spectator{Room: c.request.Room}.who())
		if err != nil {
			return bot.Reply{}, err
		}
		for _, g := range here {
			if c.openHere(g) {
				lines = append(lines, phrase.Of("In this room: %s", c.listing(g)))
			}
		}
	}
	if lines == nil {
		lines = []string{phrase.Of("You follow no games. `watch ID` follows one; `games room` and `games all` list what goes on.")}
	}
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, strings.Join(lines, "\n"))}}, nil
}
