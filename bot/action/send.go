package action

import (
	"cmp"
	"errors"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// A message to a player is created from the [bot.Address] where they get it: that of their seat in
// a game or challenge, of their entry in a tournament, or of their account. Enqueue gives it the
// language and look of its readers. Only reminders wait for the end of quiet hours.

// Enqueue writes messages to the store, from which the outbox delivers them after the commit.
func (c *Call) Enqueue(messages []bot.Message) error {
	words, err := inWords(c, messages)
	if err != nil {
		return err
	}
	news, err := c.Bot.Ports.Followers(c, messages)
	if err != nil {
		return err
	}
	for _, all := range [][]bot.Message{messages, words, news} {
		if err := c.EnqueueAll(all); err != nil {
			return err
		}
	}
	return nil
}

// EnqueueAll writes messages to the store as they are, apart from the language and look of their
// readers. Those to the computer make it look at their games after the transaction, because it may
// have to act in them.
func (c *Call) EnqueueAll(messages []bot.Message) (err error) {
	for i := range messages {
		m := &messages[i]
		if !m.Platform.Reachable() {
			c.wakeComputer(*m)
			continue
		}
		if err := adaptToReader(c, m); err != nil {
			return err
		}
		*m = m.WaitsFor(func(u bot.UserID) bool { return u.Platform.Reachable() && !c.Me.Uses(u) })
		m.Event, m.At = c.Request.Event, c.Uptime.Beat.UTC()
		if m.ID, err = c.Tx.Enqueue(*m); err != nil {
			return err
		}
	}
	return nil
}

// inWords returns private messages that describe the boards of some messages in words, for players
// who prefer that. A message in a room has one picture for all.
func inWords(c *Call, messages []bot.Message) (all []bot.Message, err error) {
	for _, m := range messages {
		if m.Room == (bot.RoomID{}) || m.Picture == nil || m.Picture.Game == 0 || m.Picture.Curve {
			continue
		}
		g, err := c.Tx.Game(m.Picture.Game)
		if err != nil {
			return nil, err
		}
		for side, seat := range g.Seats {
			p, err := c.Tx.Player(seat.Player)
			if err != nil {
				return nil, err
			}
			if seat.Room != m.Room || p.Look.Form == "" || side == 1 && g.Study() {
				continue
			}
			words := bot.Address{User: seat.User}.GameMessage(g, m.Text)
			words.Picture = &bot.Picture{Game: g.ID, Ply: m.Picture.Ply, Form: "text"}
			words.Awaits = m.WaitsFor(func(u bot.UserID) bool { return u == seat.User.UserID }).Awaits
			all = append(all, words)
		}
	}
	return all, nil
}

// ToPlayer returns a private message to a player, on the platform of the request if the player is
// there. It returns nil if the player has no address.
func (c *Call) ToPlayer(p bot.Player, text phrase.Text, buttons ...bot.Button) []bot.Message {
	to, ok := p.Address(c.Request.From.Platform)
	if !ok {
		return nil
	}
	return []bot.Message{to.Message(text, buttons...)}
}

// adaptToReader sets the language of a notice and the look of its picture to those of its reader. A
// room has one language, one look and one side for all readers.
func adaptToReader(c *Call, m *bot.Message) error {
	if m.Room != (bot.RoomID{}) {
		return adaptToRoom(c, m)
	}
	if len(m.To) == 0 {
		return nil
	}
	p, err := c.Tx.PlayerOf(m.To[0].UserID)
	if errors.Is(err, bot.ErrNotFound) { // the asker has just been forgotten
		m.Language, err = c.AskersLanguage()
		return err
	}
	if err != nil {
		return err
	}
	m.Zone = p.Zone
	if m.Language = c.languageOf(p); m.Language == "" && m.Game == 0 && m.Platform == c.Request.From.Platform {
		if m.Language, err = c.languageAround(); err != nil {
			return err
		}
	}
	if m.Picture == nil || len(m.To) != 1 {
		return nil
	}
	m.Picture = p.Look.Apply(m.Picture)
	if m.Picture.Game == 0 {
		return nil
	}
	g, err := c.Tx.Game(m.Picture.Game)
	if err != nil {
		return err
	}
	if g.Seats[rules.Black].Player == p.ID && g.Seats[rules.White].Player != p.ID {
		m.Picture.Side = p.Look.From(rules.Black)
	}
	return nil
}

// adaptToRoom sets the language and time zone of a notice, and the look of its picture, to those of
// its room.
func adaptToRoom(c *Call, m *bot.Message) error {
	places := []bot.RoomID{m.Room}
	if m.Room == c.Request.Room {
		places = c.Request.Places()
	} else if r, err := c.Tx.Room(m.Room); err == nil && r.Puzzle != nil {
		places = append(places, r.Puzzle.Within...)
	}
	if g, err := c.Tx.Game(m.Game); err == nil {
		for _, seat := range g.Seats {
			if seat.Room == m.Room {
				places = seat.Places()
			}
		}
	} else if !errors.Is(err, bot.ErrNotFound) {
		return err
	}
	here, err := bot.RoomSettings(c.Tx, places)
	if err != nil {
		return err
	}
	m.Language, m.Zone = here.LanguageCode(), here.Zone
	if !here.Speaks() {
		shared, err := c.playersLanguage(m.Game)
		if err != nil {
			return err
		}
		m.Language = cmp.Or(shared, m.Language)
	}
	if m.Picture == nil {
		return nil
	}
	if here.Pictures == "off" {
		m.Picture = nil
	}
	m.Picture = here.Look.Apply(m.Picture)
	return err
}

// ToMe reports whether a message is for the asker only.
func (c *Call) ToMe(m bot.Message) bool {
	return m.Room == (bot.RoomID{}) && len(m.To) == 1 && c.Me.Uses(m.To[0].UserID)
}

// DigestEvery is the time between two digests.
const DigestEvery = bot.Day
