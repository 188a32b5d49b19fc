package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// announce returns what is said of a game in every place where it is seen: one
// message for a room that its players share, else one for each. The
// sides in to are addressed.
func announce(g bot.Game, to []rules.Side, text string, picture *bot.Picture, buttons ...bot.Button) []bot.Message {
	var all []bot.Message
	for side, seat := range g.Seats {
		m := bot.Message{
			Platform: seat.User.Platform,
			Audience: bot.Thread,
			Room:     seat.Room,
			Game:     g.ID,
			Title:    g.Heading(),
			Text:     text,
			Picture:  picture,
			Buttons:  buttons,
		}
		if seat.Room == (bot.RoomID{}) {
			m.Audience, m.To = bot.Private, []bot.User{seat.User}
		}
		at := slices.IndexFunc(all, m.SamePlace)
		if at < 0 {
			all = append(all, m)
			at = len(all) - 1
		}
		if seat.Room != (bot.RoomID{}) && slices.Contains(to, rules.Side(side)) && !slices.Contains(all[at].To, seat.User) {
			all[at].To = append(all[at].To, seat.User)
		}
	}
	return all
}

// both are the sides of a message to both players.
var both = []rules.Side{rules.White, rules.Black}

// done returns the reply to a change of a game: its notices, and a word to the
// asker if they do not see them where they are.
func (c *call) done(g bot.Game, notices []bot.Message, text string) bot.Reply {
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

// toMove says who is to move and until when.
func (c *call) toMove(g bot.Game) string {
	if g.Deadline != 0 {
		return phrase.Of("%s (%s) is to move, until %s.", g.Name(g.Turn), g.Turn, bot.Timestamp(c.uptime.Calendar(g.Deadline)))
	}
	return phrase.Of("%s (%s) is to move.", g.Name(g.Turn), g.Turn)
}
