package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// unbar lets somebody play in a room again.
func unbar(c *call) (bot.Reply, error) {
	r, err := c.organisedRoom()
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.person(c.args.Word("name"))
	if err != nil {
		return bot.Reply{}, err
	}
	before := len(r.Barred)
	r.Barred = slices.DeleteFunc(slices.Clone(r.Barred), func(b bot.Bar) bool { return p.Is(b.Player) })
	if len(r.Barred) == before {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not barred from this room. `bar` lists who is.", p.Said())
	}
	text := phrase.Of("%s can begin games in this room and enter its tournaments again.", p.Said())
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text)}}, c.tx.PutRoom(r)
}
