package main

import (
	"context"
	"fmt"
	"strings"

	"raumbot/bench/prover"
	"raumbot/bot/engine"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// doubt is the node limit of the search that confirms a gain of material again.
const doubt = 100_000

// verifyAll re-checks the puzzles of a variant, or of all, with more effort, and reports those that do not hold.
func verifyAll(name string) error {
	failed := 0
	for _, v := range rules.Variants() {
		if name != "" && name != v.Name {
			continue
		}
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
		check := prover.New(position, 10*proof)
		if !check.Wins(key, p.Wins) {
			return fmt.Sprintf("%s does not win in %d", p.Line[0], p.Wins), nil
		}
		for _, other := range position.Legal() {
			if other != key && check.Wins(other, p.Wins) {
				return position.Text(other) + " wins as soon", nil
			}
		}
		if other, sooner, ok := prover.Sooner(position, p.Wins, 10*proof); !ok || sooner > 0 {
			return fmt.Sprintf("%s wins in %d, or it was too much to prove that nothing does", position.Text(other), sooner), nil
		}
		return "", nil
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
