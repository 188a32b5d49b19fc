package service

import (
	"cmp"

	"raumbot/bot"
	"raumbot/rules"
)

// viewpoint returns the side of the command's game that the asker sees at the bottom.
func (c *call) viewpoint() rules.Side { return c.me.Look.From(c.side) }

// lookHere returns how boards are drawn in answers: as the asker likes it, else as the room does; where everyone can read them, as the room does.
func (c *call) lookHere(audience bot.Audience) (bot.Look, error) {
	here, err := c.decidedHere()
	if audience == bot.Public || audience == bot.Thread {
		return here.Look, err
	}
	return c.me.Look.Or(here.Look), err
}

// suitAsker sets the language and time zone of answers, the asker's own or, where everyone can read them, the room's.
// It gives their pictures the asker's look, else the room's.
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
		m.Language, m.Zone = here.LanguageCode(), here.Zone
		if m.Audience != bot.Public && m.Audience != bot.Thread {
			m.Language, m.Zone = cmp.Or(c.askersOwn(), m.Language), cmp.Or(c.me.Zone, m.Zone)
		}
		m.Picture = c.me.Look.Or(here.Look).Suit(m.Picture)
	}
	return nil
}
