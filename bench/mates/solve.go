package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"raumbot/bench/processor"
	"raumbot/bench/prover"
	"raumbot/bot/engine"
	"raumbot/rules"
)

// A tally counts the tasks of each variant and length, in the order of the file.
type tally struct {
	names    []string
	all, met map[string]int
}

func (t *tally) add(one task, met bool) {
	name := fmt.Sprintf("%-34s in %d", one.position.Variant().Name, one.moves)
	if t.all == nil {
		t.all, t.met = map[string]int{}, map[string]int{}
	}
	if t.all[name] == 0 {
		t.names = append(t.names, name)
	}
	t.all[name]++
	if met {
		t.met[name]++
	}
}

func (t *tally) print() {
	for _, name := range t.names {
		fmt.Printf("%s: %d of %d\n", name, t.met[name], t.all[name])
	}
}

// verify proves the win of each position again, and that there is none in fewer moves.
func verify(file io.Reader, only string) error {
	tasks, err := read(file, only)
	if err != nil {
		return err
	}
	var counts tally
	failed := 0
	for _, t := range tasks {
		why := fault(t)
		if why != "" {
			failed++
			fmt.Fprintf(os.Stderr, "%s: %s\n", why, t.text)
		}
		counts.add(t, why == "")
	}
	counts.print()
	if failed > 0 {
		return fmt.Errorf("%d positions do not hold", failed)
	}
	return nil
}

// fault returns why a task does not hold, "" if it does.
func fault(t task) string {
	if !keeps(t.position, t.first, t.moves) {
		return fmt.Sprintf("not proven to win in %d", t.moves)
	}
	m, wins, ok := prover.Sooner(t.position, t.moves, 100*mostNodes)
	switch {
	case !ok:
		return fmt.Sprintf("not proven that no move wins in fewer than %d", t.moves)
	case wins > 0:
		return fmt.Sprintf("%s wins in %d", t.position.Text(m), wins)
	}
	return ""
}

// keeps reports whether a move wins in at most n moves.
func keeps(p *rules.Position, m rules.Move, n int) bool {
	for _, forcing := range []bool{true, false} {
		check := prover.New(p, 100*mostNodes)
		check.Forcing = forcing
		if check.Wins(m, n) && !check.Spent() {
			return true
		}
	}
	patient := prover.New(p, 10*mostNodes)
	patient.Patient = true
	return patient.Wins(m, n) && !patient.Spent()
}

// solve has the engine search each position: 2,000 nodes for a win in one
// move, else a second, or ten seconds on the largest boards. A move counts if it preserves a win in
// the proven number of moves.
func solve(file io.Reader, only string) error {
	tasks, err := read(file, only)
	if err != nil {
		return err
	}
	var counts tally
	for _, t := range tasks {
		v := t.position.Variant()
		ctx, cancel := context.Background(), func() {}
		limits := engine.Limits{}
		if t.moves == 1 {
			limits.Nodes = 2000
		} else {
			limit := time.Second
			if v.Board.Len() > 300 {
				limit *= 10
			}
			engine.Prepare(v)
			ctx, cancel = processor.WithTime(ctx, limit)
		}
		began := time.Now()
		info := engine.New(engine.DefaultHash).Search(ctx, rules.NewGameFrom(t.position), limits, nil)
		cancel()
		m, ok := info.Best()
		solved := ok && (m == t.first || keeps(t.position, m, t.moves))
		if !solved {
			fmt.Fprintf(os.Stderr, "not solved after %d nodes, %.1fs, depth %d: %s; played %s, %s\n", info.Nodes, time.Since(began).Seconds(), info.Depth, t.text, v.Text(m), info.Lines[0].Score)
		}
		counts.add(t, solved)
	}
	counts.print()
	return nil
}
