// Mates generates positions with forced wins, proven without the engine, and
// measures how many of them the engine finds.
//
//	go run ./mates make [-variant NAME] [-each 30] [-seed 1] [-patience 10m] \
//	  [-equal NODES | -compose] -o ../bot/engine/testdata/mates.txt
//	go run ./mates verify [-variant NAME] <../bot/engine/testdata/mates.txt
//	go run ./mates solve [-variant NAME] <../bot/engine/testdata/mates.txt
//
// make adds positions to the file, from games of unequal players. With -equal the positions are
// from games of equal players that search NODES positions for each move, for variants in which
// games of unequal players rarely end in long forced wins. With -compose they are random positions
// of few men, for variants in which games are long, too; their lines say "composed".
//
// verify proves all wins again, and that none is won sooner. solve searches for a second of
// processor time, or ten seconds on boards of 512 cells. Because processor time is measured, it may
// run beside other work.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"raumbot/bench/choice"
	"raumbot/rules"
)

func main() {
	flags := flag.NewFlagSet("mates", flag.ExitOnError)
	variant := flags.String("variant", "", "the variant; all if it is not given")
	m := miner{}
	flags.IntVar(&m.each, "each", 30, "positions for each variant and length")
	flags.Uint64Var(&m.seed, "seed", 1, "chooses the games that are looked through, and the compositions")
	flags.DurationVar(&m.patience, "patience", 10*time.Minute, "time for each variant")
	flags.Uint64Var(&m.equal, "equal", 0, "play games of equal players with that many nodes a move")
	flags.BoolVar(&m.composes, "compose", false, "compose positions instead of playing games")
	flags.StringVar(&m.out, "o", "mates.txt", "the file to make")
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "say make, verify or solve")
		os.Exit(2)
	}
	flags.Parse(os.Args[2:])
	variants, err := choice.Variants(*variant)
	switch {
	case err != nil:
	case os.Args[1] == "make":
		for _, v := range variants {
			if err == nil {
				err = m.mine(v)
			}
		}
	case os.Args[1] == "verify":
		err = verify(os.Stdin, *variant)
	case os.Args[1] == "solve":
		err = solve(os.Stdin, *variant)
	default:
		err = errors.New("say make, verify or solve")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A task is a line of the file: a position with a win in exactly moves moves, which begins with the
// move first.
type task struct {
	position *rules.Position
	moves    int
	first    rules.Move
	text     string
}

// composed is the last word of a line whose position does not come from a game.
const composed = "composed"

// read returns the tasks of a file for the variant only, or for all variants if that is empty.
func read(file io.Reader, only string) (tasks []task, err error) {
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		fields := strings.Split(scanner.Text(), "\t")
		if only != "" && fields[0] != only {
			continue
		}
		t := task{text: scanner.Text()}
		v, err := rules.Find(fields[0])
		switch {
		case len(fields) < 4 || len(fields) > 5 || len(fields[1]) != 1:
			err = errors.New("a line is VARIANT, number of moves, first move, position and perhaps " + composed)
		case err == nil:
			t.moves = int(fields[1][0] - '0')
			if t.position, err = rules.ReadPosition(v, fields[3]); err == nil {
				t.first, err = t.position.ReadText(fields[2])
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", scanner.Text(), err)
		}
		tasks = append(tasks, t)
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if len(tasks) == 0 {
		return nil, errors.New("there is no position of that game to look at")
	}
	return tasks, nil
}
