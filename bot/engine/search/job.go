// Package search makes a search of the engine a value, so that it can be carried out anywhere: a
// [Job] is what is asked, a [Result] is the answer, and a [Searcher] carries jobs out. Searches are
// limited by nodes, so the same job gets the same result on every machine.
//
//	job := search.About(search.Hint, record)
//	job.Nodes = 250_000
//	result, err := searcher.Search(ctx, job)
//	...
//	info, err := result.Info(record)
//
//	job.go        Job, and how it is carried out
//	result.go     Result, and the checks before it is used
//	searcher.go   Searcher, and the one of this process
package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/bot/engine"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// Protocol identifies what jobs and results mean, and which answers the engine gives. It changes
// when an encoding, the rules of a game or the engine change. Processes with different protocols
// do not search for each other.
const Protocol = 1

// Purpose is what a search is for.
type Purpose string

const (
	Move     Purpose = "move"     // the computer's move in its game
	Hint     Purpose = "hint"     // a hint or an evaluation
	Proof    Purpose = "proof"    // whether an answer to a puzzle is as good as the solution
	Analysis Purpose = "analysis" // one position of a game that is analysed
)

// Priority returns the rank of a search: 1 for the computer's moves, 2 for what a person waits for,
// and 3 for what may take its time.
func (p Purpose) Priority() int {
	switch p {
	case Move:
		return 1
	case Hint, Proof:
		return 2
	}
	return 3
}

// Job is a question to the engine about the last position of a game.
type Job struct {
	Purpose Purpose `json:"purpose"`
	// Variant is the ID of the game that is played. Rules is its file, unless it comes with the
	// program. Start is the line of the first position, and Moves are the canonical texts of all
	// moves.
	Variant string   `json:"variant"`
	Rules   string   `json:"rules,omitempty"`
	Start   string   `json:"start"`
	Moves   []string `json:"moves,omitempty"`
	// Level asks for the move that a level plays, with a seed; 0 asks for the best lines.
	Level int    `json:"level,omitempty"`
	Seed  uint64 `json:"seed,omitempty"`
	// Nodes, Lines and Choices limit a search for the best lines, as [engine.Limits].
	Nodes   uint64   `json:"nodes,omitempty"`
	Lines   int      `json:"lines,omitempty"`
	Choices []string `json:"choices,omitempty"`
	// Within ends the search early on a machine that is far too slow.
	Within time.Duration `json:"within,omitempty"`
}

// About returns a job about the last position of a game. The limits have to be added.
func About(purpose Purpose, record *rules.Game) Job {
	v := record.Position().Variant()
	job := Job{Purpose: purpose, Variant: v.ID(), Start: record.PositionAt(0).Line()}
	if v.Version != "" {
		job.Rules = string(gamefile.Write(&gamefile.Game{Variant: v}))
	}
	for _, m := range record.Moves() {
		job.Moves = append(job.Moves, v.Text(m))
	}
	return job
}

// mostKnown is how many games from files are kept in memory, each with up to 64 MB of tables.
const mostKnown = 8

// known holds the games that have been read from jobs.
var known, _ = lru.New[[2]string, *rules.Variant](mostKnown) // fails for a negative size only

// variant returns the game that is played.
func (j Job) variant() (*rules.Variant, error) {
	if v, err := rules.Find(j.Variant); err == nil && v.ID() == j.Variant {
		return v, nil
	}
	if j.Rules == "" {
		return nil, fmt.Errorf("the game %.40q does not come with this program", j.Variant)
	}
	key := [2]string{j.Variant, j.Rules}
	if v, ok := known.Get(key); ok {
		return v, nil
	}
	g, err := gamefile.Read("job", []byte(j.Rules))
	if err != nil {
		return nil, err
	}
	_, g.Variant.Version, _ = strings.Cut(j.Variant, "@")
	if g.Variant.ID() != j.Variant {
		return nil, fmt.Errorf("the rules are those of %s, not of %.40q", g.Variant.ID(), j.Variant)
	}
	known.Add(key, g.Variant)
	return g.Variant, nil
}

// record returns the game with all its moves.
func (j Job) record() (*rules.Game, error) {
	v, err := j.variant()
	if err != nil {
		return nil, err
	}
	start, err := rules.ReadPosition(v, j.Start)
	if err != nil {
		return nil, err
	}
	record := rules.NewGameFrom(start)
	for _, text := range j.Moves {
		m, err := record.Position().ReadText(text)
		if err == nil {
			err = record.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", record.Ply()+1, err)
		}
	}
	return record, nil
}

// limits returns the limits of a search for the best lines in a position.
func (j Job) limits(p *rules.Position) (engine.Limits, error) {
	limits := engine.Limits{Nodes: j.Nodes, Lines: j.Lines}
	for _, text := range j.Choices {
		m, err := p.ReadText(text)
		if err != nil {
			return limits, err
		}
		limits.Moves = append(limits.Moves, m)
	}
	return limits, nil
}

// errLimits means that a job would not end.
var errLimits = errors.New("the job has neither a level nor a number of nodes")

// Do carries out a job in the caller's goroutine. The error is that of ctx if ctx ends before the
// search, and says what is wrong with a job that cannot be carried out.
func Do(ctx context.Context, job Job) (Result, error) {
	if job.Level < 0 || job.Level > engine.Levels || job.Level == 0 && job.Nodes == 0 {
		return Result{}, errLimits
	}
	record, err := job.record()
	if err != nil {
		return Result{}, err
	}
	position := record.Position()
	limits, err := job.limits(position)
	if err != nil {
		return Result{}, err
	}
	limited := ctx
	if job.Within != 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, job.Within)
		defer cancel()
	}
	result := Result{Position: position.Line()}
	if job.Level > 0 {
		if choice, ok := engine.New(engine.DefaultHash).Choose(limited, record, job.Level, job.Seed); ok {
			result.Move, result.Score = position.Text(choice.Move), choice.Score
		}
	} else {
		info := engine.New(engine.DefaultHash).Search(limited, record, limits, nil)
		result.Depth = info.Depth
		for _, line := range info.Lines {
			result.Lines = append(result.Lines, lineOf(position.Variant(), line))
		}
	}
	result.Cut = limited.Err() != nil
	return result, ctx.Err()
}
