package watch

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
)

// listFollowed lists the games that the asker and the room follow.
func listFollowed(c *action.Call) (bot.Reply, error) {
	var lines []phrase.Text
	if c.Me.ID != 0 {
		mine, err := followedBy(c, Spectator{Player: c.Me.ID}.key())
		if err != nil {
			return bot.Reply{}, err
		}
		for _, g := range mine {
			line := phrase.Upper(bot.GameNumber(g.ID))
			if c.MaySee(g) {
				line = play.ListLine(c, g)
			}
			lines = append(lines, line)
		}
	}
	if c.Request.Room != (bot.RoomID{}) {
		here, err := followedBy(c, Spectator{Room: c.Request.Room}.key())
		if err != nil {
			return bot.Reply{}, err
		}
		for _, g := range here {
			if c.OpenHere(g) {
				lines = append(lines, phrase.Of("In this room: %s", play.ListLine(c, g)))
			}
		}
	}
	if lines == nil {
		lines = []phrase.Text{phrase.Of("You follow no games. `watch ID` follows one; `games room` and `games all` list what goes on.")}
	}
	return c.AnswerPrivately(phrase.Join(lines, "\n")), nil
}
