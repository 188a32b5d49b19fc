package people

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// prefer shows or sets the preferences of the asker, such as how boards are drawn and the language
// of answers.
func prefer(c *action.Call) (bot.Reply, error) {
	look, before := &c.Me.Look, c.Me
	if c.Args.Word("reset") != "" {
		*look, c.Me.Language, c.Me.Zone = bot.Look{}, "", ""
	}
	for name, field := range map[string]*string{"view": &look.View, "theme": &look.Theme, "pieces": &look.Pieces, "side": &look.Side, "form": &look.Form} {
		if word := c.Args.Word(name); word != "" {
			*field = word
		}
	}
	if look.Form == "pictures" {
		look.Form = ""
	}
	if look.Side == "own" {
		look.Side = ""
	}
	if word := c.Args.Word("language"); word != "" {
		c.Me.Language = locale.CodeOf(word)
	}
	if word := c.Args.Word("time"); word != "" {
		c.Me.Zone = word
	}
	same := *look == before.Look && c.Me.Language == before.Language && c.Me.Zone == before.Zone
	text := phrase.Of("Your boards are shown %s.", look.Words())
	if code := c.Me.Language; code != "" {
		text += " " + phrase.Of("I speak to you in %s.", locale.Names[code])
	} else if same {
		text += " " + phrase.Of("You have chosen no language, so I go by what you write and by your platform.")
	}
	if c.Me.Zone == "" && same {
		text += " " + bot.AskZone()
	} else if c.Me.Zone != "" {
		text += " " + phrase.Of("Times are those of %s, where it is %s now.", c.Me.Zone, c.Uptime.Beat.In(bot.Zone(c.Me.Zone)).Format("15:04"))
	}
	if c.Me.Settings.Quiet.Own && c.Me.Zone != before.Zone {
		text += " " + quietWords(c)
	}
	if same {
		return c.Answer(text + " " + phrase.Of("`prefer ranks dark badges` changes that, `prefer default` forgets it.")), nil
	}
	return c.Answer(text), c.SaveMe()
}
