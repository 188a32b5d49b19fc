package service

import (
	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// prefer shows or sets how boards are drawn for the player, and in which language they are answered.
func prefer(c *call) (bot.Reply, error) {
	look, before := &c.me.Look, c.me
	if c.args.Word("reset") != "" {
		*look, c.me.Language, c.me.Zone = bot.Look{}, "", ""
	}
	for name, field := range map[string]*string{"view": &look.View, "theme": &look.Theme, "pieces": &look.Pieces, "side": &look.Side, "form": &look.Form} {
		if word := c.args.Word(name); word != "" {
			*field = word
		}
	}
	if look.Form == "pictures" {
		look.Form = ""
	}
	if look.Side == "own" {
		look.Side = ""
	}
	if word := c.args.Word("language"); word != "" {
		c.me.Language = locale.CodeOf(word)
	}
	if word := c.args.Word("time"); word != "" {
		c.me.Zone = word
	}
	text := phrase.Of("Your boards are shown %s.", look.Words())
	if code := c.me.Language; code != "" {
		text += " " + phrase.Of("I speak to you in %s.", locale.Names[code])
	}
	if c.me.Zone != "" {
		text += " " + phrase.Of("Times are those of %s, where it is %s now.", c.me.Zone, c.uptime.Beat.In(bot.Zone(c.me.Zone)).Format("15:04"))
	}
	if c.me.Settings.Quiet.Own && c.me.Zone != before.Zone {
		text += " " + c.quietWords()
	}
	if *look == before.Look && c.me.Language == before.Language && c.me.Zone == before.Zone {
		return c.answer(text + " " + phrase.Of("`prefer ranks dark badges` changes that, `prefer default` forgets it.")), nil
	}
	return c.answer(text), c.tx.PutPlayer(c.me)
}
