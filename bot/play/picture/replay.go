package picture

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/render"
)

// animation returns the scenes of an animated picture. last is the last of them.
func animation(s *action.Bot, tx bot.Tx, p bot.Picture, last render.Scene) ([]render.Scene, error) {
	if p.Game == 0 {
		scenes, err := lineScenes(last.Position.Variant().Start(), p.Line)
		for i := range scenes {
			scenes[i].Say = last.Say
		}
		return scenes, err
	}
	g, err := tx.Game(p.Game)
	if err != nil {
		return nil, err
	}
	record, err := s.Replay(tx, g)
	if err != nil {
		return nil, err
	}
	defer s.PutBack(g.ID, record)
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
