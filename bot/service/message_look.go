package service

import (
	"cmp"

	"raumbot/bot"
	"raumbot/rules"
)

// viewpoint returns the side of the command's game that the asker sees at the bottom.
func (c *call) viewpoint() rules.Side { return c.me.Look.From(c.side) }

// forAll reports whether everyone in the room can read what an audience gets.
func forAll(audience bot.Audience) bool { return audience == bot.Public || audience == bot.Thread }

// lookIn returns how boards are drawn in an answer in a room: as the asker likes it, else as the room does; where
// everyone can read it, as the room does.
func (c *call) lookIn(here bot.Room, audience bot.Audience) bot.Look {
	if forAll(audience) {
		return here.Look
	}
	return c.me.Look.Or(here.Look)
}

// suitAsker returns answers with the language, the time zone and the look of pictures set: the asker's own, else the room's, or the room's where
// everyone can read them. It adds private answers for an asker who prefers words to the pictures that the room gets.
func (c *call) suitAsker(answers []bot.Message) ([]bot.Message, error) {
	if len(answers) == 0 {
		return answers, nil
	}
	here, err := c.decidedHere()
	if err != nil {
		return nil, err
	}
	suit := func(m bot.Message) bot.Message {
		m.Language, m.Zone = here.LanguageCode(), here.Zone
		if !forAll(m.Audience) {
			m.Language, m.Zone = cmp.Or(c.askersOwn(), m.Language), cmp.Or(c.me.Zone, m.Zone)
		}
		m.Picture = c.lookIn(here, m.Audience).Suit(m.Picture)
		return m
	}
	var suited, words []bot.Message
	for _, m := range answers {
		suited = append(suited, suit(m))
		if p := suited[len(suited)-1].Picture; p != nil && p.Form == "" && forAll(m.Audience) && c.me.Look.Form != "" {
			own, described := c.message(bot.Private, m.Text), *m.Picture
			described.Form = "text"
			own.Game, own.Picture = m.Game, &described
			words = append(words, suit(own))
		}
	}
	return append(suited, words...), nil
}
