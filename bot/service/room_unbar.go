package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// unbar lets somebody play in a room or on a server again.
func unbar(c *call) (bot.Reply, error) {
	r, err := c.organisedPlace()
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
		if elsewhere, err := c.roomRecord(c.place()); err == nil && !c.wide() && barredBy(elsewhere, p) {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is barred from the whole server, not just from this room: its organisers end that by `unbar %s server`.", p.Said(), p.Word())
		}
		if c.wide() {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not barred from this whole server. `bar server` lists who is.", p.Said())
		}
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not barred from this room. `bar` lists who is.", p.Said())
	}
	text := phrase.Of("%s can begin games in this room and enter its tournaments again.", p.Said())
	if c.wide() {
		text = phrase.Of("%s can begin games on this server and enter its tournaments again, unless a single room bars them.", p.Said())
	}
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text)}}, c.tx.PutRoom(r)
}
