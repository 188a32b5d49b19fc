package action

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Announce returns the messages about a game, one for each place where it is shown. Players who
// share a room get one message there. In a room, only the sides in to are addressed. A message with
// the board waits for the player to move.
func Announce(g bot.Game, to []rules.Side, text phrase.Text, picture *bot.Picture, buttons ...bot.Button) []bot.Message {
	var all []bot.Message
	for side, seat := range g.Seats {
		where := seat.Address()
		if where.Room != (bot.RoomID{}) && !slices.Contains(to, rules.Side(side)) {
			where = where.Room.Address()
		}
		m := where.GameMessage(g, text, buttons...)
		m.Picture, m.News = picture, picture != nil
		if m.News && !g.Over() && side == int(g.Turn) {
			m = bot.Awaiting(m)[0]
		}
		at := slices.IndexFunc(all, m.SamePlace)
		switch {
		case at < 0:
			all = append(all, m)
		case where.User != (bot.User{}) && !slices.Contains(all[at].To, where.User):
			all[at].To, all[at].Awaits = append(all[at].To, where.User), append(all[at].Awaits, m.Awaits...)
		}
	}
	return all
}

// Both addresses a message to both players.
var Both = []rules.Side{rules.White, rules.Black}

// Reply returns the reply to a change that others are told about: the notices, and a text to the
// asker unless one of the notices reaches them where they are.
func (c *Call) Reply(notices []bot.Message, text phrase.Text) bot.Reply {
	reply := bot.Reply{Notices: notices}
	for _, m := range notices {
		here := m.Room == c.Request.Room
		if m.Room == (bot.RoomID{}) {
			here = here && slices.ContainsFunc(m.To, func(u bot.User) bool { return u.UserID == c.Request.From.UserID })
		}
		if here && m.Platform == c.Request.From.Platform {
			return reply
		}
	}
	reply.Answer = c.Answer(text).Answer
	return reply
}

// ToMove says whose turn it is and until when.
func (c *Call) ToMove(g bot.Game) phrase.Text {
	if g.Deadline != 0 {
		return phrase.Of("%s (%s) is to move, until %s.", g.Name(g.Turn), g.Turn, bot.Timestamp(c.Uptime.Calendar(g.Deadline)))
	}
	return phrase.Of("%s (%s) is to move.", g.Name(g.Turn), g.Turn)
}
