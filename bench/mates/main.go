// Mates generates positions with forced wins, proven without the engine, and
// measures how many of them the engine finds.
//
//	go run ./mates make [-variant NAME] [-each 30] [-seed 1] >mates.txt
//	go run ./mates solve [-variant NAME] <mates.txt
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"raumbot/bench/prover"
	"raumbot/bot/engine"
	"raumbot/rules"
)

func main() {
	flags := flag.NewFlagSet("mates", flag.ExitOnError)
	variant := flags.String("variant", "", "the variant; all if it is not given")
	each := flags.Int("each", 30, "positions for each variant and length")
	seed := flags.Uint64("seed", 1, "chooses the games that are looked through")
	patience := flags.Duration("patience", time.Minute, "time for each variant and length")
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "say make or solve")
		os.Exit(2)
	}
	flags.Parse(os.Args[2:])
	switch os.Args[1] {
	case "make":
		for _, v := range rules.Variants() {
			if *variant == "" || *variant == v.Name {
				for n := 1; n <= 3; n++ {
					mine(v, n, *each, *seed, *patience)
				}
			}
		}
	case "solve":
		solve(*variant)
	}
}

// mostNodes limits the nodes of one proof.
const mostNodes = 300_000

// mine searches games of random, capture-prone players until it has
// enough positions with a win in exactly n moves.
func mine(v *rules.Variant, n, each int, seed uint64, patience time.Duration) {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	found := 0
	for began := time.Now(); found < each && time.Since(began) < patience; {
		g := rules.NewGame(v)
		inGame := 0
		for !g.Outcome().Over() && g.Ply() < 300 && inGame < 3 && time.Since(began) < patience {
			if g.Ply() > 8 && random.IntN(2) == 0 {
				p := prover.New(g.Position(), mostNodes)
				sooner := false
				if n > 1 {
					_, sooner = p.WinIn(n - 1)
				}
				if m, ok := p.WinIn(n); ok && !sooner && !p.Spent() {
					fmt.Printf("%s\t%d\t%s\t%s\n", v.Name, n, v.Text(m), g.Position().Line())
					found++
					inGame++
				}
			}
			if g.Play(lively(g.Position(), random)) != nil {
				break
			}
		}
	}
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
			ctx, cancel = context.WithTimeout(ctx, limit)
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
		check := prover.New(p, 100*mostNodes)
		if ok && check.Wins(m, n) {
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
