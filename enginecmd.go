package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"raumbot/bot/engine"
	"raumbot/bot/engine/match"
	"raumbot/bot/engine/uci"
	"raumbot/rules"
)

const (
	engineUsage = "write: raumbot engine, raumbot engine bench [VARIANT] [--movetime MILLISECONDS], or raumbot engine match A B [--games N]; each takes --variants GLOB, for games in files"
	benchUsage  = "write: raumbot engine bench [VARIANT] [--movetime MILLISECONDS] [--variants GLOB]"
	matchUsage  = `write: raumbot engine match A B [--games N] [--variant NAME] [--seed N] [--go WORDS] [--limit SECONDS] [--variants GLOB]; a player is level:1 to level:8, nodes:N, formula:N (nodes without tuned values), movetime:N, random, greedy, or a command line that speaks UCI and is told "go WORDS" for each move; one that makes an illegal move, ends, or takes longer than the limit loses that game`
)

// runEngine runs the engine's UCI dialect, or one of its measurements.
func runEngine(ctx context.Context, env environment, args []string) error {
	args, err := withVariants(env, args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return uci.Run(ctx, env.stdin, env.stdout, version)
	}
	switch args[0] {
	case "-h", "-help", "--help":
		return helpText(engineUsage + "\n")
	case "bench":
		return engineBench(ctx, env, args[1:])
	case "match":
		return engineMatch(ctx, env, args[1:])
	}
	return usageError(engineUsage)
}

// chosenVariants returns the named variant, or all.
func chosenVariants(name string) ([]*rules.Variant, error) {
	if name == "" {
		return rules.Variants(), nil
	}
	v, err := rules.Find(name)
	return []*rules.Variant{v}, err
}

// engineBench searches fixed positions to a fixed depth. The total of nodes changes only with the
// search or the evaluation. With a time, it searches the starting positions for that long instead,
// and reports nodes and depth, which depend on the machine.
func engineBench(ctx context.Context, env environment, args []string) error {
	flags := newFlags("engine bench")
	movetime := flags.Int("movetime", 0, "milliseconds for the start of each game")
	words, err := readFlags(flags, args, benchUsage)
	if err != nil {
		return err
	}
	if len(words) > 1 || *movetime < 0 {
		return usageError(benchUsage)
	}
	variants, err := chosenVariants(strings.Join(words, ""))
	if err != nil {
		return err
	}
	var total uint64
	for _, v := range variants {
		if *movetime > 0 {
			engine.Prepare(v)
			timed, cancel := context.WithTimeout(ctx, time.Duration(*movetime)*time.Millisecond)
			began := time.Now()
			info := engine.New(engine.DefaultHash).Search(timed, rules.NewGame(v), engine.Limits{}, nil)
			cancel()
			fmt.Fprintf(env.stdout, "%-34s depth %d/%d, %d nodes, %.0f nodes/s\n", v.Name, info.Depth, info.Selective, info.Nodes, float64(info.Nodes)/time.Since(began).Seconds())
			total += info.Nodes
			continue
		}
		began := time.Now()
		nodes := engine.Bench(ctx, v)
		fmt.Fprintf(env.stdout, "%-34s %d nodes, %.0f nodes/s\n", v.Name, nodes, float64(nodes)/time.Since(began).Seconds())
		total += nodes
	}
	_, err = fmt.Fprintf(env.stdout, "%d nodes in all\n", total)
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// engineMatch plays a match between two players.
func engineMatch(ctx context.Context, env environment, args []string) error {
	flags := newFlags("engine match")
	games := flags.Int("games", 20, "games of each variant")
	name := flags.String("variant", "", "the variant; all if it is not given")
	seed := flags.Uint64("seed", 1, "chooses the openings")
	search := flags.String("go", "nodes 10000", "what a command line is told for each move")
	limit := flags.Int("limit", int(uci.DefaultMoveTime/time.Second), "seconds for a move of a command line, which then loses the game")
	words, err := readFlags(flags, args, matchUsage)
	if err != nil {
		return err
	}
	if len(words) != 2 || *games < 1 || *limit < 1 {
		return usageError(matchUsage)
	}
	variants, err := chosenVariants(*name)
	if err != nil {
		return err
	}
	var players [2]match.Player
	for i, word := range words {
		player, end, err := playerOf(ctx, word, *search, time.Duration(*limit)*time.Second, *seed+uint64(i))
		if err != nil {
			return err
		}
		defer end()
		players[i] = player
	}
	var total match.Result
	for _, v := range variants {
		told := 0
		result, err := match.Play(ctx, v, players[0], players[1], (*games+1)/2, *seed, func(r match.Result) {
			for ; told < len(r.Forfeits); told++ {
				fmt.Fprintln(env.stderr, visible(r.Forfeits[told]))
			}
		})
		// A match that is interrupted has a result as well.
		if result.Games() > 0 {
			fmt.Fprintf(env.stdout, "%s: %s\n", v.Name, result)
		}
		total.Add(result)
		if err != nil {
			return err
		}
	}
	if len(variants) > 1 {
		fmt.Fprintf(env.stdout, "all: %s\n", total)
	}
	return nil
}

// playerOf returns the player described by a word; end releases it.
func playerOf(ctx context.Context, word, search string, limit time.Duration, seed uint64) (player match.Player, end func(), err error) {
	end = func() {}
	if player, ok := match.Named(word, seed); ok {
		return player, end, nil
	}
	switch kind, value, _ := strings.Cut(word, ":"); kind {
	case "movetime":
		if n, err := strconv.ParseUint(value, 10, 31); err == nil && n > 0 {
			return timedPlayer{match.Limited{Engine: engine.New(engine.DefaultHash)}, time.Duration(n) * time.Millisecond}, end, nil
		}
		fallthrough
	case "level", "nodes", "formula": // with a number that they cannot have
		return nil, nil, usageError(fmt.Sprintf("%q is no player: %s", word, matchUsage))
	}
	client, err := uci.Start(ctx, word, search)
	if err != nil {
		return nil, nil, err
	}
	client.MoveTime = limit
	return client, func() { client.Close() }, nil
}

// timedPlayer is the engine with a fixed time for each move.
type timedPlayer struct {
	match.Limited
	time time.Duration
}

func (p timedPlayer) Move(ctx context.Context, game *rules.Game) (rules.Move, error) {
	timed, cancel := context.WithTimeout(ctx, p.time)
	defer cancel()
	return p.Limited.Move(timed, game)
}
