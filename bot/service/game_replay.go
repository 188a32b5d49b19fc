package service

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
)

// filmPlies is how many plies one animated picture shows; it plays for some minutes.
const filmPlies = 80

// showReplay shows the moves of a game in an animated picture. It is drawn on
// delivery, outside the transaction, so that no other command waits for it.
func showReplay(c *call) (bot.Reply, error) {
	g := c.game
	since := max(c.args.Number("from")-1, 0) // the position before that ply
	switch {
	case g.Moves == 0:
		return bot.Reply{}, nothingPlayed(g)
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
	m := c.message(bot.Aside, text, more...)
	m.Game = g.ID
	m.Picture = &bot.Picture{Game: g.ID, Ply: last, Film: true, Since: since, Side: c.viewpoint()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// film returns the scenes of an animated picture, whose last scene is given.
func (s *Service) film(tx bot.Tx, p bot.Picture, last render.Scene) ([]render.Scene, error) {
	if p.Game == 0 {
		return lineScenes(last.Position.Variant().Start(), p.Line)
	}
	g, err := tx.Game(p.Game)
	if err != nil {
		return nil, err
	}
	record, err := s.replay(tx, g)
	if err != nil {
		return nil, err
	}
	defer s.keep(g.ID, record)
	var scenes []render.Scene
	for ply := p.Since; ply < min(p.Ply, record.Ply()); ply++ {
		scene := last
		scene.Position, scene.Before = record.PositionAt(ply), nil
		scene.Result, scene.Winner = "", nil
		if ply > 0 {
			scene.Before, scene.Last = record.PositionAt(ply-1), record.Moves()[ply-1]
		}
		scenes = append(scenes, scene)
	}
	return append(scenes, last), nil
}
