package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// announce returns the messages about a game for every place where it is shown: one for a room that its players
// share, else one for each. In a room, only the sides in to are addressed.
func announce(g bot.Game, to []rules.Side, text string, picture *bot.Picture, buttons ...bot.Button) []bot.Message {
	var all []bot.Message
	for side, seat := range g.Seats {
		where := seat.Address()
		if where.Room != (bot.RoomID{}) && !slices.Contains(to, rules.Side(side)) {
			where = where.Room.Address()
		}
		m := where.GameMessage(g, text, buttons...)
		m.Picture, m.News = picture, picture != nil
		at := slices.IndexFunc(all, m.SamePlace)
		switch {
		case at < 0:
			all = append(all, m)
		case where.User != (bot.User{}) && !slices.Contains(all[at].To, where.User):
			all[at].To = append(all[at].To, where.User)
		}
	}
	return all
}

// both addresses a message to both players.
var both = []rules.Side{rules.White, rules.Black}

// reply returns the reply to a change that others are told about: the notices, and a text to the asker if none of the
// notices reaches them where they are.
func (c *call) reply(notices []bot.Message, text string) bot.Reply {
	reply := bot.Reply{Notices: notices}
	for _, m := range notices {
		here := m.Room == c.request.Room
		if m.Room == (bot.RoomID{}) {
			here = here && slices.ContainsFunc(m.To, func(u bot.User) bool { return u.UserID == c.request.From.UserID })
		}
		if here && m.Platform == c.request.From.Platform {
			return reply
		}
	}
	reply.Answer = c.answer(text).Answer
	return reply
}

// toMove says whose turn it is and until when.
func (c *call) toMove(g bot.Game) string {
	if g.Deadline != 0 {
		return phrase.Of("%s (%s) is to move, until %s.", g.Name(g.Turn), g.Turn, bot.Timestamp(c.uptime.Calendar(g.Deadline)))
	}
	return phrase.Of("%s (%s) is to move.", g.Name(g.Turn), g.Turn)
}
