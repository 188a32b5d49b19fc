package coach

import (
	"errors"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/bot"
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
	v, err := rules.Find(p.Variant)
	if err != nil {
		return err
	}
	games, err := read(c, v)
	if err != nil || len(games) == 0 {
		return err
	}
	s, err := solutionOf(p)
	if err != nil {
		return err
	}
	contest, err := contestAmong(c, games, s.game, s.game.Ply())
	if err = errors.Join(err, refusal(c, contest)); err != nil {
		return err
	}
	told, err := cutLineAmong(c, games, s.game.Position(), s.line, 0)
	if err == nil && len(told) < len(s.line) {
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

// solution is what a puzzle's record and its line say. It must not be changed.
type solution struct {
	game *rules.Game // up to the position to solve
	line []rules.Move
	// boards are those of the position and after each move of the line.
	boards []bot.Board
}

// solutions caches the results of [solutionOf]. It has room for the puzzles of the day of all
// variants: they are compared with games at each question to the engine.
var solutions = func() *lru.Cache[string, *solution] {
	cache, err := lru.New[string, *solution](64)
	if err != nil {
		panic(err) // cannot happen: the size is positive
	}
	return cache
}()

// solutionOf returns the solution of a puzzle.
func solutionOf(p *puzzle.Puzzle) (*solution, error) {
	if s, ok := solutions.Get(p.ID); ok {
		return s, nil
	}
	game, err := p.Game(0)
	if err != nil {
		return nil, err
	}
	position := game.Position()
	s := &solution{game: game, boards: []bot.Board{bot.BoardOf(position)}}
	for _, text := range p.Line {
		m, err := position.ReadText(text)
		if err == nil {
			position, err = position.Play(m)
		}
		if err != nil {
			return nil, err
		}
		s.line = append(s.line, m)
		s.boards = append(s.boards, bot.BoardOf(position))
	}
	solutions.Add(p.ID, s)
	return s, nil
}
