package bot

import (
	"slices"

	"raumbot/rules"
)

// announce returns what is said of a game in every place where it is seen: one
// message for a room that its players share, else one for each. The
// sides in to are addressed.
func announce(g Game, to []rules.Side, text string, picture *Picture, buttons ...Button) []Message {
	var all []Message
	for side, seat := range g.Seats {
		m := Message{
			Platform: seat.User.Platform,
			Audience: Thread,
			Room:     seat.Room,
			Game:     g.ID,
			Title:    g.heading(),
			Text:     text,
			Picture:  picture,
			Buttons:  buttons,
		}
		if seat.Room == (RoomID{}) {
			m.Audience, m.To = Private, []User{seat.User}
		}
		at := slices.IndexFunc(all, m.sameplace)
		if at < 0 {
			all = append(all, m)
			at = len(all) - 1
		}
		if seat.Room != (RoomID{}) && slices.Contains(to, rules.Side(side)) && !slices.Contains(all[at].To, seat.User) {
			all[at].To = append(all[at].To, seat.User)
		}
	}
	return all
}

// sameplace reports whether two messages about a game would meet.
func (m Message) sameplace(other Message) bool {
	return m.Room == other.Room && m.Platform == other.Platform &&
		(m.Audience != Private || slices.Equal(m.To, other.To))
}

// both are the sides of a message to both players.
var both = []rules.Side{rules.White, rules.Black}

// done returns the reply to a change of a game: its notices, and a word to the
// asker if they do not see them where they are.
func (c *call) done(g Game, notices []Message, text string) Reply {
	reply := Reply{Notices: notices}
	for _, m := range notices {
		here := m.Room == c.request.Room
		if m.Room == (RoomID{}) {
			here = here && slices.ContainsFunc(m.To, func(u User) bool { return u.UserID == c.request.From.UserID })
		}
		if here && m.Platform == c.request.From.Platform {
			return reply
		}
	}
	reply.Answer = c.answer(text).Answer
	return reply
}

// picture returns the picture of the position that a game has reached.
func (g Game) picture() *Picture { return &Picture{Game: g.ID, Ply: g.Moves} }
