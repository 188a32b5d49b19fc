package service

import (
	"cmp"

	"raumbot/bot"
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
		m.Language, m.Zone = here.LanguageCode(), here.Zone
		if m.Audience != bot.Public && m.Audience != bot.Thread {
			m.Language, m.Zone = cmp.Or(c.askersOwn(), m.Language), cmp.Or(c.me.Zone, m.Zone)
		}
		m.Picture = c.me.Look.Or(here.Look).Suit(m.Picture)
	}
	return nil
}
