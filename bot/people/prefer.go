package people

import (
	"cmp"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// prefer shows or sets the preferences of the asker, such as how boards are drawn and the language
// of answers.
func prefer(c *action.Call) (bot.Reply, error) {
	look, before := &c.Me.Look, c.Me
	setPreferred(c)
	same := *look == before.Look && c.Me.Language == before.Language && c.Me.Zone == before.Zone && c.Me.Settings.Hidden == before.Settings.Hidden
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
	if c.Me.Settings.Hidden {
		text += " " + phrase.Of("Others do not see on the site that you are there.")
	} else if before.Settings.Hidden {
		text += " " + phrase.Of("Others see on the site that you are there.")
	}
	if c.Me.Settings.Quiet.Own && c.Me.Zone != before.Zone {
		text += " " + quietWords(c)
	}
	if same {
		return c.Answer(text + " " + phrase.Of("`prefer ranks dark badges` changes that, `prefer default` forgets it.")), nil
	}
	return c.Answer(text), c.SaveMe()
}

// setPreferred sets the asker's preferences to the values of the parameters.
func setPreferred(c *action.Call) {
	look := &c.Me.Look
	if c.Args.Word("reset") != "" {
		*look, c.Me.Language, c.Me.Zone, c.Me.Settings.Hidden = bot.Look{}, "", "", false
	}
	for name, field := range map[string]*string{"view": &look.View, "theme": &look.Theme, "pieces": &look.Pieces, "side": &look.Side, "form": &look.Form, "time": &c.Me.Zone} {
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
	if word := c.Args.Word("presence"); word != "" {
		c.Me.Settings.Hidden = word == "hidden"
	}
}

// preferred returns the current values of the parameters of prefer.
func preferred(c *action.Call) map[string]string {
	look := c.Me.Look
	all := map[string]string{
		"view": look.ViewName(), "theme": look.Theme, "pieces": look.Pieces, "side": cmp.Or(look.Side, "own"), "form": cmp.Or(look.Form, "pictures"),
		"time": c.Me.Zone, "presence": "shown",
	}
	for _, word := range locale.Words {
		if locale.CodeOf(word) == c.Me.Language {
			all["language"] = word
		}
	}
	if c.Me.Settings.Hidden {
		all["presence"] = "hidden"
	}
	return all
}
