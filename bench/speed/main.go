// Speed measures how many positions the engine looks at in every game within a second of the
// processor, and how deep it gets from the start of the game. Other work on the machine takes
// nothing from it.
//
//	go run ./speed [-variant NAME] [-time 1s] [-peer COMMAND]
//
// It prints a table in Markdown. A generation makes a list of all legal moves of a position;
// generations are counted in the positions that searches visit. A peer is a chess program that
// speaks UCI, and is measured in the same run.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"raumbot/bench/choice"
	"raumbot/bench/processor"
	"raumbot/bot/engine"
	"raumbot/rules"
)

func main() {
	name := flag.String("variant", "", "the variant; all if it is not given")
	limit := flag.Duration("time", time.Second, "the time of the processor for each search")
	peer := flag.String("peer", "", "the command line of a program that plays chess, to be measured too")
	flag.Parse()
	if err := run(*name, *limit, *peer); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(name string, limit time.Duration, peer string) error {
	variants, err := choice.Variants(name)
	if err != nil {
		return err
	}
	fmt.Println("| game | positions a second | depth | all moves of a position, a second | ratio |\n|---|---|---|---|---|")
	for _, v := range variants {
		engine.Prepare(v)
		start := rules.NewGame(v)
		info, _ := search(start, limit)
		nodes, spent := 0.0, 0.0
		for _, g := range engine.BenchGames(v) {
			info, took := search(g, limit)
			nodes += float64(info.Nodes)
			spent += took.Seconds()
		}
		generations := generationsASecond(v, limit)
		fmt.Printf("| %s | %.0f | %d, at most %d | %.0f | %.1f |\n", v.Name, nodes/spent, info.Depth, info.Selective, generations, nodes/spent/generations)
	}
	if peer == "" {
		return nil
	}
	nodes, spent, err := peerNodes(peer, limit)
	if err == nil {
		fmt.Printf("\n%s, at chess: %.0f positions a second\n", peer, nodes/spent.Seconds())
	}
	return err
}

// search searches a game's position for some time of the processor, and returns how much it was.
func search(g *rules.Game, limit time.Duration) (engine.Info, time.Duration) {
	e := engine.New(engine.DefaultHash)
	began := processor.Used()
	ctx, cancel := processor.WithTime(context.Background(), limit)
	defer cancel()
	return e.Search(ctx, g, engine.Limits{}, nil), processor.Used() - began
}

// generationsASecond returns how often all legal moves of the positions of a bench can be listed.
func generationsASecond(v *rules.Variant, limit time.Duration) float64 {
	var positions []*rules.SearchPosition
	for _, g := range engine.BenchGames(v) {
		positions = append(positions, g.SearchPosition())
	}
	moves := make([]rules.Move, 0, 4096)
	count := 0
	began := processor.Used()
	for processor.Used()-began < limit {
		for range 1000 {
			for _, p := range positions {
				moves = p.Legal(moves[:0])
				count++
			}
		}
	}
	return float64(count) / (processor.Used() - began).Seconds()
}
