package record

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
)

// filmPlies is how many plies one animated picture shows. It plays for some minutes.
const filmPlies = 80

// showReplay shows the moves of a game as an animated picture. The picture is drawn on delivery,
// outside the transaction, so no other command waits for it.
func showReplay(c *action.Call) (bot.Reply, error) {
	g := c.Game
	// the ply before which the animation begins
	since := max(c.Args.Number("from")-1, 0)
	switch {
	case g.Moves == 0:
		return bot.Reply{}, play.NothingPlayed(g)
	case since >= g.Moves:
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s has %s so far, counting both sides. `replay %d from %d` shows the last.", phrase.Upper(bot.GameNumber(g.ID)), phrase.Count(g.Moves, "%d move", "%d moves"), g.ID, g.Moves)
	}
	last := min(g.Moves, since+filmPlies)
	text := phrase.Of("%s, from the start.", phrase.Upper(g.Summary()))
	if since > 0 {
		text = phrase.Of("%s, from move %d on, counting both sides.", phrase.Upper(g.Summary()), since+1)
	}
	more := []bot.Button{{Label: phrase.Of("Step by step"), Command: fmt.Sprintf("board %d at %d", g.ID, since+1)}}
	if last < g.Moves {
		next := bot.Button{Label: phrase.Of("Go on"), Command: fmt.Sprintf("replay %d from %d", g.ID, last+1)}
		more, text = append(more, next), text+" "+phrase.Of("`%s` goes on.", next.Command)
	}
	m := c.Message(bot.Aside, text, more...)
	m.Game = g.ID
	m.Picture = &bot.Picture{Game: g.ID, Ply: last, Film: true, Since: since, Side: c.Viewpoint()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}
