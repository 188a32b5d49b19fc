package season

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// list lists the leagues that the asker may see here.
func list(c *action.Call) (bot.Reply, error) {
	leagues, err := here(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(leagues) == 0 {
		return c.Answer(phrase.Of("There is no league here. An organiser of a room begins one with `league create`.")), nil
	}
	var lines []phrase.Text
	var buttons []bot.Button
	for i, l := range leagues {
		if i == listed {
			lines = append(lines, phrase.Of("… and %d more.", len(leagues)-i))
			break
		}
		c.Closed = c.Closed || !l.enterable(c)
		line := phrase.Sprintf("%d. %s: %s, %s; %s", l.ID, l.name(), bot.Title(l.Variant), l.Pace.Words(), l.state(c))
		in, err := l.entered(c.Tx, c.Me.ID)
		if err != nil {
			return bot.Reply{}, err
		}
		if l.Registration != 0 {
			line += "; " + phrase.Of("registration until %s, `league %d join`", bot.Timestamp(c.Uptime.Calendar(l.begins())), l.ID)
			if !in && l.enterable(c) && len(buttons) < 5 {
				b := l.joinButton()
				b.Label = phrase.Of("Join %s", l.name())
				buttons = append(buttons, b)
			}
		}
		lines = append(lines, line+".")
	}
	return c.Answer(phrase.Join(lines, "\n"), buttons...), nil
}
