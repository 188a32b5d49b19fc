package action

import (
	"errors"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// PlayedVariant returns the variant that a command names, else that of the game being played here,
// else the room's usual one. If there is none, the error asks for the variant.
func PlayedVariant(c *Call) (*rules.Variant, error) {
	if c.Args.Variant != nil {
		return c.Args.Variant, nil
	}
	g, err := c.AnyGame()
	if err == nil {
		return g.Rules()
	}
	if p := (*bot.Problem)(nil); !errors.As(err, &p) {
		return nil, err
	}
	here, err := bot.RoomSettings(c.Tx, c.Request.Places())
	if err != nil {
		return nil, err
	}
	if v, err := find(c, here.Variant); err == nil && here.Variant != "" {
		return v, nil
	}
	return nil, WhichVariant(c, c.Variants())
}

// WhichVariant returns a problem that asks which of some variants the command is about.
func WhichVariant(c *Call, games []*rules.Variant) *bot.Problem {
	about := c.Args.Word("name")
	if bot.CleanName(about) != about { // shows only text that is safe to repeat
		about = ""
	}
	which := bot.Problemf(bot.Misunderstood, "Which game? Write `%s` and its name; `variants` lists them all.", c.Command.Name)
	for _, v := range games {
		which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Said(v.Name), Command: strings.TrimSpace(c.Command.Name + " " + v.Name + " " + about)})
	}
	return which
}
