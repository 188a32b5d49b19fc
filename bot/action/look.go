package action

import (
	"cmp"

	"raumbot/bot"
	"raumbot/rules"
)

// Viewpoint returns the side that the asker sees at the bottom of the board of the command's game.
func (c *Call) Viewpoint() rules.Side { return c.Me.Look.From(c.Side) }

// forAll reports whether everyone in the room can read messages to an audience.
func forAll(audience bot.Audience) bool { return audience == bot.Public || audience == bot.Thread }

// LookIn returns how boards in an answer are drawn: as the asker prefers, or else as the room does.
// If everyone can read the answer, the room's preference decides.
func (c *Call) LookIn(here bot.Room, audience bot.Audience) bot.Look {
	if forAll(audience) {
		return here.Look
	}
	return c.Me.Look.Or(here.Look)
}

// adaptToAsker returns answers with their language, time zone and picture look set: the asker's
// own, or else the room's. If everyone can read an answer, the room's settings decide. adaptToAsker
// adds private answers for an asker who prefers words to the pictures that the room gets.
func (c *Call) adaptToAsker(answers []bot.Message) ([]bot.Message, error) {
	if len(answers) == 0 {
		return answers, nil
	}
	here, err := c.DecidedHere()
	if err != nil {
		return nil, err
	}
	adapt := func(m bot.Message) bot.Message {
		m.Language, m.Zone = here.LanguageCode(), here.Zone
		if !forAll(m.Audience) {
			m.Language, m.Zone = cmp.Or(c.askersOwn(), m.Language), cmp.Or(c.Me.Zone, m.Zone)
		}
		m.Picture = c.LookIn(here, m.Audience).Apply(m.Picture)
		return m
	}
	var adapted, words []bot.Message
	for _, m := range answers {
		adapted = append(adapted, adapt(m))
		if p := adapted[len(adapted)-1].Picture; p != nil && p.Form == "" && forAll(m.Audience) && c.Me.Look.Form != "" {
			own, described := c.Message(bot.Private, m.Text), *m.Picture
			described.Form = "text"
			own.Game, own.Picture = m.Game, &described
			words = append(words, adapt(own))
		}
	}
	return append(adapted, words...), nil
}
