// Package picture makes the scenes for pictures of games, boards and pieces, and for animated
// games.
package picture

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/render"
	"raumbot/rules"
)

// Drawing loads what is needed to draw a picture of a game, a variant or a piece, with its text in
// a language.
func Drawing(s *action.Bot, tx bot.Tx, p bot.Picture, l phrase.Language) (*bot.Drawing, error) {
	theme, err := action.ThemeNamed(p.Theme)
	if err != nil {
		return nil, err
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
		return &bot.Drawing{Variant: v, Piece: kind, Theme: theme, Language: l}, nil
	}
	scene, err := Scene(s, tx, p, l)
	if err != nil {
		return nil, err
	}
	scene.Theme = theme
	drawing := &bot.Drawing{Scene: &scene}
	if p.Film {
		drawing.Film, err = animation(s, tx, p, scene)
	}
	return drawing, err
}

// Scene returns the scene of a picture of a board, of a game or of a variant, with its text in a
// language.
func Scene(s *action.Bot, tx bot.Tx, p bot.Picture, l phrase.Language) (scene render.Scene, err error) {
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
	} else if scene, err = gameScene(s, tx, p, l); err != nil {
		return scene, err
	}
	scene.Side, scene.Say = p.Side, l.Say
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
func gameScene(s *action.Bot, tx bot.Tx, p bot.Picture, l phrase.Language) (scene render.Scene, err error) {
	g, err := tx.Game(p.Game)
	if err != nil {
		return scene, err
	}
	record, err := s.Replay(tx, g)
	if err != nil {
		return scene, err
	}
	defer s.PutBack(g.ID, record)
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
		// a move of the game itself is not a tried move
		if at := ply + i; scene.Tried != nil || at >= record.Ply() || record.Moves()[at] != m {
			scene.Tried = append(scene.Tried, play.Numbered(at+1, scene.Tried == nil, scene.Position.Signed(m)))
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
	scene.White, scene.Black = l.Render(g.Seats[rules.White].User.Said()), l.Render(g.Seats[rules.Black].User.Said())
	if p.Line == nil && ply == g.Moves {
		result, winner := g.Closing(scene.Position)
		scene.Result, scene.Winner = l.Render(result), winner
	}
	return scene, nil
}

// lineScenes returns the scenes of a line of moves from a position, beginning with that position.
func lineScenes(from *rules.Position, moves []string) ([]render.Scene, error) {
	scenes := []render.Scene{render.NewScene(from)}
	for _, text := range moves {
		before := scenes[len(scenes)-1].Position
		m, err := before.ReadText(text)
		if err != nil {
			return nil, err
		}
		after, err := before.Play(m)
		if err != nil {
			return nil, err
		}
		scene := render.NewScene(after)
		scene.Before, scene.Last = before, m
		scenes = append(scenes, scene)
	}
	return scenes, nil
}
