package search

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// Result is the engine's answer to a [Job].
type Result struct {
	// Position is the line of the position that was searched.
	Position string `json:"position"`
	// Move is the move of the level that was asked for, empty if there is none. Score is that of the
	// best move.
	Move  string       `json:"move,omitempty"`
	Score engine.Score `json:"score,omitempty"`
	// Lines are the best lines, the best one first, and Depth is how deep the search has come.
	Lines []Line `json:"lines,omitempty"`
	Depth int    `json:"depth,omitempty"`
	// Cut means that the search ended before it reached its limits.
	Cut bool `json:"cut,omitempty"`
}

// Line is a line of moves, by their canonical texts, with its score.
type Line struct {
	Score engine.Score `json:"score"`
	Moves []string     `json:"moves"`
}

func lineOf(v *rules.Variant, line engine.Line) Line {
	all := Line{Score: line.Score}
	for _, m := range line.Moves {
		all.Moves = append(all.Moves, v.Text(m))
	}
	return all
}

var (
	errPosition = errors.New("the answer is about another position")
	errLines    = errors.New("the answer has not the lines that were asked for")
)

// Check returns an error unless a result can be an answer to the job: it must be about the same
// position, and all its moves must be legal.
func (j Job) Check(result Result) error {
	record, err := j.record()
	if err != nil {
		return err
	}
	if j.Level > 0 {
		_, _, err := result.Choice(record)
		return err
	}
	info, err := result.Info(record)
	if err != nil {
		return err
	}
	seen := map[rules.Move]bool{}
	for i, line := range info.Lines {
		first := line.Moves[0]
		if seen[first] || len(j.Choices) > 0 && !slices.Contains(j.Choices, result.Lines[i].Moves[0]) {
			return errLines
		}
		seen[first] = true
	}
	if len(info.Lines) > max(1, j.Lines) {
		return errLines
	}
	return nil
}

// Choice returns the move that a level plays in the last position of a game. ok is false if the
// search found none.
func (r Result) Choice(record *rules.Game) (choice engine.Choice, ok bool, err error) {
	position := record.Position()
	if r.Position != position.Line() {
		return choice, false, errPosition
	}
	if r.Move == "" {
		return choice, false, nil
	}
	m, err := position.ReadText(r.Move)
	if err != nil {
		return choice, false, fmt.Errorf("the answer is not a legal move: %w", err)
	}
	return engine.Choice{Move: m, Score: r.Score}, true, nil
}

// Info returns the best lines in the last position of a game.
func (r Result) Info(record *rules.Game) (engine.Info, error) {
	info := engine.Info{Depth: r.Depth}
	if r.Position != record.Position().Line() {
		return info, errPosition
	}
	for _, line := range r.Lines {
		found := engine.Line{Score: line.Score}
		p := record.Position()
		for _, text := range line.Moves {
			m, err := p.ReadText(text)
			if err == nil {
				p, err = p.Play(m)
			}
			if err != nil {
				return info, fmt.Errorf("the answer has a move that is not legal: %w", err)
			}
			found.Moves = append(found.Moves, m)
		}
		if len(found.Moves) == 0 {
			return info, errLines
		}
		info.Lines = append(info.Lines, found)
	}
	return info, nil
}
