package service

import (
	"fmt"

	"raumbot/bot"
	"raumbot/render"
	"raumbot/rules"
)

// drawing loads what is needed to draw a picture.
func (s *Service) drawing(tx bot.Tx, p bot.Picture) (*bot.Drawing, error) {
	var theme render.Theme
	var err error
	if p.Theme != "" {
		if theme, err = render.ParseTheme(p.Theme); err != nil {
			return nil, err
		}
	}
	if p.Tournament != 0 {
		return s.tournamentDrawing(tx, p, theme)
	}
	if p.Game == 0 && p.Piece != "" {
		v, err := rules.Find(p.Variant)
		if err != nil {
			return nil, err
		}
		kind, ok := v.KindByCode(p.Piece)
		if !ok {
			return nil, fmt.Errorf("picture of a piece: %s has no %q", p.Variant, p.Piece)
		}
		return &bot.Drawing{Variant: v, Piece: kind, Theme: theme}, nil
	}
	if p.Curve {
		curve, err := s.curve(tx, p.Game)
		if err != nil {
			return nil, err
		}
		curve.Theme = theme
		return &bot.Drawing{Curve: curve, Theme: theme}, nil
	}
	scene, err := s.scene(tx, p)
	if err != nil {
		return nil, err
	}
	scene.Theme = theme
	drawing := &bot.Drawing{Scene: &scene}
	if p.Film {
		drawing.Film, err = s.film(tx, p, scene)
	}
	return drawing, err
}

// scene returns the scene of a picture of a board, of a game or of a variant.
func (s *Service) scene(tx bot.Tx, p bot.Picture) (scene render.Scene, err error) {
	if p.Game == 0 {
		v, err := rules.Find(p.Variant)
		if err != nil {
			return scene, err
		}
		from := v.Start()
		if p.Position != "" {
			if from, err = rules.ReadPosition(v, p.Position); err != nil {
				return scene, err
			}
		}
		scenes, err := lineScenes(from, p.Line)
		if err != nil {
			return scene, err
		}
		scene = scenes[len(scenes)-1]
	} else if scene, err = s.gameScene(tx, p); err != nil {
		return scene, err
	}
	scene.Side = p.Side
	if p.View != "" {
		if scene.View, err = render.ParseView(p.View); err != nil {
			return scene, err
		}
	}
	if p.Level != "" {
		scene.View, scene.Slice = render.Single, p.Level
	}
	if p.Pieces != "" {
		if scene.Pieces, err = render.ParsePieces(p.Pieces); err != nil {
			return scene, err
		}
	}
	if c, ok := scene.Position.Variant().Board.Cell(p.Chosen); ok {
		scene.Chosen, scene.Targets = c, scene.Position.LegalFrom(c)
	}
	return scene, nil
}

// gameScene returns the scene of a position of a game, with the moves of p.Line played from it.
func (s *Service) gameScene(tx bot.Tx, p bot.Picture) (scene render.Scene, err error) {
	g, err := tx.Game(p.Game)
	if err != nil {
		return scene, err
	}
	record, err := s.replay(tx, g)
	if err != nil {
		return scene, err
	}
	defer s.keep(g.ID, record)
	ply := min(p.Ply, record.Ply())
	scene = render.NewScene(record.PositionAt(ply))
	if ply > 0 {
		scene.Before, scene.Last = record.PositionAt(ply-1), record.Moves()[ply-1]
	}
	for i, text := range p.Line {
		m, err := scene.Position.ReadText(text)
		if err != nil {
			return scene, err
		}
		if at := ply + i; scene.Tried != nil || at >= record.Ply() || record.Moves()[at] != m { // what was played is not tried
			scene.Tried = append(scene.Tried, numbered(at+1, scene.Tried == nil, scene.Position.Signed(m)))
		}
		scene.Before, scene.Last = scene.Position, m
		if scene.Position, err = scene.Position.Play(m); err != nil {
			return scene, err
		}
	}
	if p.Instead != "" && scene.Before != nil {
		m, err := scene.Before.ReadText(p.Instead)
		if err != nil {
			return scene, err
		}
		scene.Instead = &m
	}
	scene.White, scene.Black = g.Seats[rules.White].User.Said(), g.Seats[rules.Black].User.Said()
	if p.Line == nil && ply == g.Moves {
		scene.Result, scene.Winner = g.Closing(scene.Position)
	}
	return scene, nil
}
