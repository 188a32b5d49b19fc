// Mates generates positions with forced wins, proven without the engine, and
// measures how many of them the engine finds.
//
//	go run ./mates make [-variant NAME] [-each 30] [-seed 1] [-patience 10m] -o ../bot/engine/testdata/mates.txt
//	go run ./mates solve [-variant NAME] <../bot/engine/testdata/mates.txt
//
// make adds to what the file has. solve takes the time of a second, or ten on 512 cells, by the processor's
// count, so that it may run beside other work.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"raumbot/bench/processor"
	"raumbot/bench/prover"
	"raumbot/bot/engine"
	"raumbot/bot/engine/match"
	"raumbot/rules"
)

func main() {
	flags := flag.NewFlagSet("mates", flag.ExitOnError)
	variant := flags.String("variant", "", "the variant; all if it is not given")
	each := flags.Int("each", 30, "positions for each variant and length")
	seed := flags.Uint64("seed", 1, "chooses the games that are looked through")
	patience := flags.Duration("patience", 10*time.Minute, "time for each variant")
	out := flags.String("o", "mates.txt", "the file to make")
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "say make or solve")
		os.Exit(2)
	}
	flags.Parse(os.Args[2:])
	switch os.Args[1] {
	case "make":
		for _, v := range rules.Variants() {
			if *variant == "" || *variant == v.Name {
				if err := mine(v, *each, *seed, *patience, *out); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
			}
		}
	case "solve":
		solve(*variant)
	}
}

// mostNodes limits the nodes of one proof.
const mostNodes = 300_000

const (
	// deepest is the length of the longest wins, in moves; inOneGame how many of each length are taken
	// from a game.
	deepest   = 3
	inOneGame = 2
	// strong and weak are the nodes of the players whose games are looked through: one loses, without
	// losing all of its pieces first.
	strong, weak = 300, 20
)

// mine plays games and looks at the positions before their ends, the winner to move, until the file has
// enough positions of the variant with a win in exactly n moves for each n. Which of them are taken does
// not depend on what the engine finds there.
func mine(v *rules.Variant, each int, seed uint64, patience time.Duration, out string) error {
	text, err := os.ReadFile(out)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	known := map[string]bool{"": true}
	var found [deepest + 1]int
	for _, line := range lines {
		known[line] = true
		for n := 1; n <= deepest; n++ {
			if strings.HasPrefix(line, fmt.Sprintf("%s\t%d\t", v.Name, n)) {
				found[n]++
			}
		}
	}
	ctx := context.Background()
	random := rand.New(rand.NewPCG(seed, 3))
	players := []match.Player{
		match.Limited{Engine: engine.Formula(1 << 20), Limits: engine.Limits{Nodes: strong}},
		match.Limited{Engine: engine.Formula(1 << 20), Limits: engine.Limits{Nodes: weak}},
	}
	for began := time.Now(); slices.Min(found[1:]) < each && time.Since(began) < patience; {
		g := rules.NewGameFrom(match.Opening(ctx, v, random))
		white := random.IntN(2)
		for !g.Outcome().Over() && g.Claimable() == rules.NotEnded && time.Since(began) < patience {
			m, err := players[(g.Ply()+int(g.PositionAt(0).Turn())+white)%2].Move(ctx, g)
			if random.IntN(10) == 0 {
				m = lively(g.Position(), random)
			}
			if err == nil {
				err = g.Play(m)
			}
			if err != nil {
				return err
			}
		}
		if !g.Outcome().Won {
			continue
		}
		var taken [deepest + 1]int
		failures := 0
		for ply := g.Ply() - 1; ply >= 0 && failures < 2 && time.Since(began) < patience; ply -= 2 {
			line, n := proven(g.PositionAt(ply))
			if n == 0 {
				failures++
				continue
			}
			if taken[n] < inOneGame && found[n] < each && !known[line] {
				taken[n]++
				found[n]++
				known[line] = true
				lines = append(lines, line)
			}
		}
		slices.SortStableFunc(lines, func(a, b string) int {
			first, second := strings.SplitN(a, "\t", 3), strings.SplitN(b, "\t", 3)
			return slices.Compare(first[:min(2, len(first))], second[:min(2, len(second))])
		})
		if err := os.WriteFile(out, []byte(strings.TrimSpace(strings.Join(lines, "\n"))+"\n"), 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%s: %v\n", v.Name, found[1:])
	return nil
}

// proven returns the line of the file for a position with a proven win, and in how many moves; 0 if there is none, or none
// proven within the nodes.
func proven(p *rules.Position) (line string, n int) {
	for n := 1; n <= deepest; n++ {
		check := prover.New(p, mostNodes)
		m, ok := check.WinIn(n)
		if check.Spent() {
			return "", 0
		}
		if ok {
			return fmt.Sprintf("%s\t%d\t%s\t%s", p.Variant().Name, n, p.Text(m), p.Line()), n
		}
	}
	return "", 0
}

// lively returns a random move, usually a capture if there is one.
func lively(p *rules.Position, random *rand.Rand) rules.Move {
	legal := p.Legal()
	m := legal[random.IntN(len(legal))]
	for range 6 {
		if _, victim := p.Capture(m); victim != rules.NoPiece {
			break
		}
		m = legal[random.IntN(len(legal))]
	}
	return m
}

// keeps reports whether a move wins in at most n moves.
func keeps(p *rules.Position, m rules.Move, n int) bool {
	if prover.New(p, 100*mostNodes).Wins(m, n) {
		return true
	}
	patient := prover.New(p, 100*mostNodes)
	patient.Patient = true
	return patient.Wins(m, n) && !patient.Spent()
}

// solve has the engine search each position on stdin: 2,000 nodes for a win in one
// move, else a second, or ten seconds on the largest boards. A move counts if it preserves a win in
// the proven number of moves.
func solve(only string) {
	type tally struct{ solved, all int }
	tallies := map[string]*tally{}
	var order []string
	scanner := bufio.NewScanner(os.Stdin)
	for scanner.Scan() {
		fields := strings.Split(scanner.Text(), "\t")
		if len(fields) != 4 || only != "" && fields[0] != only {
			continue
		}
		v, err := rules.Find(fields[0])
		if err != nil {
			continue
		}
		p, err := rules.ReadPosition(v, fields[3])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		n := int(fields[1][0] - '0')
		ctx, cancel := context.Background(), func() {}
		limits := engine.Limits{}
		if n == 1 {
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
		info := engine.New(engine.DefaultHash).Search(ctx, rules.NewGameFrom(p), limits, nil)
		cancel()
		m, ok := info.Best()
		name := fmt.Sprintf("%-34s in %d", v.Name, n)
		if tallies[name] == nil {
			tallies[name] = &tally{}
			order = append(order, name)
		}
		tallies[name].all++
		if ok && keeps(p, m, n) {
			tallies[name].solved++
		} else {
			fmt.Fprintf(os.Stderr, "not solved after %d nodes, %.1fs, depth %d: %s %s; played %s, %s\n", info.Nodes, time.Since(began).Seconds(), info.Depth, fields[2], scanner.Text(), v.Text(m), info.Lines[0].Score)
		}
	}
	for _, name := range order {
		t := tallies[name]
		fmt.Printf("%s: %d of %d\n", name, t.solved, t.all)
	}
}
