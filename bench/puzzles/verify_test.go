package main

import (
	"testing"

	"raumbot/bot/puzzle"
	"raumbot/rules"
	"raumbot/rules/games"
)

// TestWins proves of every puzzle with a forced win that its first move alone wins as fast, quiet
// moves without a threat included: any other answer is told to be wrong.
func TestWins(t *testing.T) {
	if err := games.Install(); err != nil {
		t.Fatal(err)
	}
	proven := 0
	for _, v := range rules.Variants() {
		for _, p := range puzzle.Of(v.Name) {
			if p.Wins == 0 {
				continue
			}
			proven++
			if why, err := verify(p); err != nil || why != "" {
				t.Errorf("%s: %s, %v", p.ID, why, err)
			}
		}
	}
	if proven < 500 {
		t.Errorf("only %d puzzles with forced wins", proven)
	}
}
