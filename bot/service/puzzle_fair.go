package service

import (
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// solvable refuses to say anything of the solution of a puzzle that could help somebody in an ongoing game between people, at its position
// or at one to which the solution leads.
func (c *call) solvable(p *puzzle.Puzzle) error {
	game, err := p.Game(0)
	if err != nil {
		return err
	}
	if err := c.fairPlay(game, game.Ply()); err != nil {
		return err
	}
	position := game.Position()
	var line []rules.Move
	for _, text := range p.Line {
		m, err := position.ReadText(text)
		if err == nil {
			position, err = position.Play(m)
		}
		if err != nil {
			return err
		}
		line = append(line, m)
	}
	told, err := c.cutLine(game.Position(), line, 0)
	if err == nil && len(told) < len(line) {
		err = errContested()
	}
	return err
}

// solvableOf returns the first puzzles, at most as many as given, whose solution can be told.
func (c *call) solvableOf(all []*puzzle.Puzzle, most int) (told []*puzzle.Puzzle, err error) {
	for _, p := range all {
		if len(told) == most {
			break
		}
		if err := c.solvable(p); isContested(err) {
			continue
		} else if err != nil {
			return nil, err
		}
		told = append(told, p)
	}
	return told, nil
}
