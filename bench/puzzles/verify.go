package main

import (
	"context"
	"fmt"
	"strings"

	"raumbot/bot/engine"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// doubt is the node limit of the search that confirms a gain of material again. It is more than the
// limit of the search that found the gain.
const doubt = 4 * study

// verifyAll re-checks the puzzles of variants with more effort, and reports those that do not hold.
func verifyAll(variants []*rules.Variant) error {
	failed := 0
	for _, v := range variants {
		all := puzzle.Of(v.Name)
		for _, p := range all {
			why, err := verify(p)
			if err != nil {
				return err
			}
			if why != "" {
				failed++
				fmt.Printf("%s: %s\n", p.ID, why)
			}
		}
		fmt.Printf("%s: %d looked at\n", v.Name, len(all))
	}
	if failed > 0 {
		return fmt.Errorf("%d puzzles do not hold", failed)
	}
	return nil
}

// verify returns the reason why a puzzle does not hold, "" if it does.
func verify(p *puzzle.Puzzle) (string, error) {
	g, err := p.Game(0)
	if err != nil {
		return "", err
	}
	position := g.Position()
	key, err := position.ReadText(p.Line[0])
	if err != nil {
		return "", err
	}
	if p.Wins > 0 {
		return fault(position, key, p.Wins, 10*proof), nil
	}
	lines := engine.New(engine.DefaultHash).Search(context.Background(), g, engine.Limits{Nodes: doubt, Lines: 2}, nil).Lines
	if len(lines) < 2 || lines[0].Moves[0] != key || lines[0].Score < lines[1].Score+margin/2 {
		var found []string
		for _, line := range lines {
			found = append(found, fmt.Sprintf("%s %s", position.Text(line.Moves[0]), line.Score))
		}
		return fmt.Sprintf("%s, not %s", strings.Join(found, ", "), p.Line[0]), nil
	}
	return "", nil
}
