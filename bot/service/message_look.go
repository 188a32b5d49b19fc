package service

import (
	"cmp"
	"errors"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/rules"
)

// viewpoint returns which side of the command's game is at the bottom for the asker.
func (c *call) viewpoint() rules.Side { return c.me.Look.From(c.side) }

// suitAsker gives answers the language of the asker, or of the room where all can read them, and makes their
// pictures what the asker prefers, and where they prefer nothing what is usual where they ask.
func (c *call) suitAsker(answers []bot.Message) error {
	if len(answers) == 0 {
		return nil
	}
	here, err := c.decidedHere()
	if err != nil {
		return err
	}
	for i := range answers {
		m := &answers[i]
		m.Language = here.LanguageCode()
		if m.Audience != bot.Public && m.Audience != bot.Thread {
			m.Language = cmp.Or(c.askersOwn(), m.Language)
		}
		m.Picture = c.me.Look.Or(here.Look).Suit(m.Picture)
	}
	return nil
}

// suitReader gives a notice the language of its readers, and makes its picture what they prefer. What a
// room sees has one language, one look and one side for all.
func (c *call) suitReader(m *bot.Message) error {
	if m.Room != (bot.RoomID{}) {
		return c.suitRoom(m)
	}
	if len(m.To) == 0 {
		return nil
	}
	p, err := c.tx.PlayerOf(m.To[0].UserID)
	if errors.Is(err, bot.ErrNotFound) { // the asker, whom the command forgets
		m.Language, err = c.askersLanguage()
		return err
	}
	if err != nil {
		return err
	}
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

// suitRoom gives a notice the language, and its picture the look, that its room's organisers have decided.
func (c *call) suitRoom(m *bot.Message) error {
	places := []bot.RoomID{m.Room}
	if m.Room == c.request.Room {
		places = c.request.Places()
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
	m.Language = here.LanguageCode()
	if m.Picture == nil {
		return err
	}
	if here.Pictures == "off" {
		m.Picture = nil
	}
	m.Picture = here.Look.Suit(m.Picture)
	return err
}
