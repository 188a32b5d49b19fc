package coach

import (
	"errors"

	"raumbot/bot/action"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// solvable returns an error if the solution of a puzzle could help somebody in an ongoing game
// between people or with another puzzle of the day. It checks the puzzle's position and those to
// which the solution leads.
func solvable(c *action.Call, p *puzzle.Puzzle) error {
	today, err := isDaily(c, p)
	if err != nil {
		return err
	}
	if today {
		return solvableAmong(c, p, peoplesGames)
	}
	return solvableAmong(c, p, contestedGames)
}

// solvableAmong is like solvable, but compares positions to the games that read returns only.
func solvableAmong(c *action.Call, p *puzzle.Puzzle, read func(*action.Call, *rules.Variant) ([]contestedGame, error)) error {
	game, err := p.Game(0)
	if err != nil {
		return err
	}
	games, err := read(c, game.Position().Variant())
	if err != nil {
		return err
	}
	contest, err := contestAmong(c, games, game, game.Ply())
	if err = errors.Join(err, refusal(c, contest)); err != nil {
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
	told, err := cutLineAmong(c, games, game.Position(), line, 0)
	if err == nil && len(told) < len(line) {
		err = errContested()
	}
	return err
}

// solvableOf returns the first puzzles whose solution may be told, at most most of them.
func solvableOf(c *action.Call, all []*puzzle.Puzzle, most int) (told []*puzzle.Puzzle, err error) {
	for _, p := range all {
		if len(told) == most {
			break
		}
		if err := solvable(c, p); isContested(err) {
			continue
		} else if err != nil {
			return nil, err
		}
		told = append(told, p)
	}
	return told, nil
}
