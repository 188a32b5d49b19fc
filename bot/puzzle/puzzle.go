// Package puzzle holds the program's puzzles: positions from games in which one move is by far the
// best. bench/puzzles generates them.
//
//	for _, p := range puzzle.Of("raumschach") {
//		position, err := p.Position(0)
//		...
//	}
package puzzle

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"raumbot/rules"
)

// Puzzle is a position in which the solver has to find the best move.
type Puzzle struct {
	// ID is the name of the variant and a number, such as raumschach-17.
	ID, Variant string
	// Wins is the number of moves in which the solver wins by force; 0 if the solution wins material.
	Wins int
	// Rating is the estimated rating, used until players have tried it.
	Rating int
	// Record holds the canonical moves from the start of the variant to the position. Line holds the
	// solution: the solver's moves and the best replies, alternating. If the solution wins material,
	// only its first move has to be found.
	Record, Line []string
}

// Asked returns the number of moves that the solver has to find.
func (p *Puzzle) Asked() int { return max(1, p.Wins) }

// Position returns the position before the solver's move number step, counting from 0.
func (p *Puzzle) Position(step int) (*rules.Position, error) {
	g, err := p.Game(step)
	if err != nil {
		return nil, err
	}
	return g.Position(), nil
}

// Game returns the game up to the solver's move number step, counting from 0.
func (p *Puzzle) Game(step int) (*rules.Game, error) {
	v, err := rules.Find(p.Variant)
	if err != nil {
		return nil, err
	}
	g := rules.NewGame(v)
	for _, moves := range [][]string{p.Record, p.Line[:2*step]} {
		for _, text := range moves {
			m, err := g.Position().ReadText(text)
			if err == nil {
				err = g.Play(m)
			}
			if err != nil {
				return nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
			}
		}
	}
	return g, nil
}

//go:embed data/*.txt
var files embed.FS

// collections caches the puzzles of each variant.
var collections sync.Map

// Of returns the puzzles of a variant, in an order that never changes; nil if it has none.
func Of(variant string) []*Puzzle {
	if known, ok := collections.Load(variant); ok {
		return known.([]*Puzzle)
	}
	text, err := files.ReadFile("data/" + variant + ".txt")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var all []*Puzzle
	if err == nil {
		all, err = Read(variant, string(text))
	}
	if err != nil {
		panic(err) // cannot happen: the files are embedded, and the tests read them all
	}
	collections.Store(variant, all)
	return all
}

// Find returns the puzzle with an ID.
func Find(id string) (*Puzzle, bool) {
	at := strings.LastIndexByte(id, '-')
	n, err := strconv.Atoi(id[at+1:])
	if at < 0 || err != nil {
		return nil, false
	}
	all := Of(id[:at])
	if n < 1 || n > len(all) {
		return nil, false
	}
	return all[n-1], true
}

// Read parses the text of a file. A line "game" has the moves of a game. It is followed by lines
// for its puzzles, each with the number of moves played, the theme ("gain", or "mate" with a
// number), the rating and the solution.
func Read(variant, text string) (all []*Puzzle, err error) {
	var record []string
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
			continue
		case words[0] == "game":
			record = words[1:]
			continue
		case len(words) < 4:
			return nil, fmt.Errorf("puzzles of %s: %q is no puzzle", variant, line)
		}
		plies, perr := strconv.Atoi(words[0])
		rating, rerr := strconv.Atoi(words[2])
		wins := 0
		theme, isMate := strings.CutPrefix(words[1], "mate")
		if isMate {
			wins, err = strconv.Atoi(theme)
		}
		if err = errors.Join(err, perr, rerr); err != nil || plies < 1 || plies > len(record) {
			return nil, fmt.Errorf("puzzles of %s: %q: %v", variant, line, err)
		}
		all = append(all, &Puzzle{ID: fmt.Sprintf("%s-%d", variant, len(all)+1), Variant: variant, Wins: wins, Rating: rating, Record: record[:plies], Line: words[3:]})
	}
	return all, nil
}
