package rooms

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
)

// unbar lets somebody play in a room or on a server again.
func unbar(c *action.Call) (bot.Reply, error) {
	r, err := organisedPlace(c)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.Person(c.Args.Word("name"))
	if err != nil {
		return bot.Reply{}, err
	}
	before := len(r.Barred)
	r.Barred = slices.DeleteFunc(slices.Clone(r.Barred), func(b bot.Bar) bool { return p.Is(b.Player) })
	if len(r.Barred) == before {
		if elsewhere, err := bot.RoomRecord(c.Tx, c.Request.Server()); err == nil && !serverWide(c) && barredBy(elsewhere, p) {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is barred from the whole server, not just from this room: its organisers end that by `unbar %s server`.", p.Said(), p.Word())
		}
		return bot.Reply{}, &bot.Problem{Kind: bot.NotNow, Text: scoped(c, "%s is not barred from this room. `bar` lists who is.",
			"%s is not barred from this whole server. `bar server` lists who is.", p.Said())}
	}
	text := scoped(c, "%s can begin games in this room and enter its tournaments again.",
		"%s can begin games on this server and enter its tournaments again, unless a single room bars them.", p.Said())
	return c.AnswerPrivately(text), c.Tx.PutRoom(r)
}
