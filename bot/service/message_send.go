package service

import (
	"cmp"
	"errors"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/rules"
)

// A message to somebody is created from the [bot.Address] where they get it: that of their seat in a game or a
// challenge, of their entry in a tournament, or of their account. enqueue gives it the language and look of its
// readers. Only reminders wait for the end of quiet hours: see remindAt.

// enqueue writes messages to the store, from which the outbox delivers them after the commit.
func (c *call) enqueue(messages []bot.Message) error {
	words, err := c.inWords(messages)
	if err != nil {
		return err
	}
	news, err := c.toSpectators(messages)
	if err != nil {
		return err
	}
	for _, all := range [][]bot.Message{messages, words, news} {
		if err := c.enqueueAll(all); err != nil {
			return err
		}
	}
	return nil
}

func (c *call) enqueueAll(messages []bot.Message) (err error) {
	for i := range messages {
		m := &messages[i]
		if m.Platform == bot.Computer {
			continue
		}
		if err := c.suitReader(m); err != nil {
			return err
		}
		m.Event, m.At = c.request.Event, c.uptime.Beat.UTC()
		if m.ID, err = c.tx.Enqueue(*m); err != nil {
			return err
		}
	}
	return nil
}

// inWords returns private messages that describe the boards of some of the messages in words, for the players who
// prefer that: a room has one picture for all.
func (c *call) inWords(messages []bot.Message) (all []bot.Message, err error) {
	for _, m := range messages {
		if m.Room == (bot.RoomID{}) || m.Picture == nil || m.Picture.Game == 0 || m.Picture.Curve {
			continue
		}
		g, err := c.tx.Game(m.Picture.Game)
		if err != nil {
			return nil, err
		}
		for side, seat := range g.Seats {
			p, err := c.tx.Player(seat.Player)
			if err != nil {
				return nil, err
			}
			if seat.Room != m.Room || p.Look.Form == "" || side == 1 && g.Study() {
				continue
			}
			words := bot.Address{User: seat.User}.GameMessage(g, m.Text)
			words.Picture = &bot.Picture{Game: g.ID, Ply: m.Picture.Ply, Form: "text"}
			all = append(all, words)
		}
	}
	return all, nil
}

// toPlayer returns a private message to a player, on the platform of the request if they are there; nil if they have
// no address.
func (c *call) toPlayer(p bot.Player, text string, buttons ...bot.Button) []bot.Message {
	to, ok := p.Address(c.request.From.Platform)
	if !ok {
		return nil
	}
	return []bot.Message{to.Message(text, buttons...)}
}

// suitReader gives a notice the language of its readers, and its picture their look. A room has one language, one
// look and one side for all.
func (c *call) suitReader(m *bot.Message) error {
	if m.Room != (bot.RoomID{}) {
		return c.suitRoom(m)
	}
	if len(m.To) == 0 {
		return nil
	}
	p, err := c.tx.PlayerOf(m.To[0].UserID)
	if errors.Is(err, bot.ErrNotFound) { // the asker, who has just been forgotten
		m.Language, err = c.askersLanguage()
		return err
	}
	if err != nil {
		return err
	}
	m.Zone = p.Zone
	if m.Language = cmp.Or(p.Language, locale.Spoken(p.Locale)); m.Language == "" && m.Game == 0 && m.Platform == c.request.From.Platform {
		if m.Language, err = c.languageAround(); err != nil {
			return err
		}
	}
	if m.Picture == nil || len(m.To) != 1 {
		return nil
	}
	m.Picture = p.Look.Suit(m.Picture)
	if m.Picture.Game == 0 {
		return nil
	}
	g, err := c.tx.Game(m.Picture.Game)
	if err != nil {
		return err
	}
	if g.Seats[rules.Black].Player == p.ID && g.Seats[rules.White].Player != p.ID {
		m.Picture.Side = p.Look.From(rules.Black)
	}
	return nil
}

// suitRoom gives a notice the language, and its picture the look, that the organisers of its room have set.
func (c *call) suitRoom(m *bot.Message) error {
	places := []bot.RoomID{m.Room}
	if m.Room == c.request.Room {
		places = c.request.Places()
	} else if r, err := c.tx.Room(m.Room); err == nil && r.Puzzle != nil {
		places = append(places, r.Puzzle.Within...)
	}
	if g, err := c.tx.Game(m.Game); err == nil {
		for _, seat := range g.Seats {
			if seat.Room == m.Room {
				places = seat.Places()
			}
		}
	} else if !errors.Is(err, bot.ErrNotFound) {
		return err
	}
	here, err := decided(c.tx, places)
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
	m.Picture = here.Look.Suit(m.Picture)
	return err
}
