// Puzzles generates the program's puzzles: positions from games of the engine against
// itself in which one move is by far the best. Wins in up to three moves are proven without the
// engine, gains of material are confirmed by a longer search.
//
//	go run ./puzzles make -variant raumschach -each 100 -o ../bot/puzzle/data
//	go run ./puzzles make -games games-1.txt -o ../bot/puzzle/data
//	go run ./puzzles verify [-variant raumschach]
//	go run ./puzzles mend [-variant raumschach] -seed 2 -o ../bot/puzzle/data
//
// verify checks the puzzles again with more effort, and mend replaces those that do not hold. With
// -games the positions are from the finished games in a file of records, as `export` and `export
// all` write it, and the puzzles are added to the existing files.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"raumbot/bench/choice"
	"raumbot/rules"
	"raumbot/rules/games"
)

func main() {
	flags := flag.NewFlagSet("puzzles", flag.ExitOnError)
	name := flags.String("variant", "", "the variant; all if it is not given")
	each := flags.Int("each", 100, "puzzles for each variant")
	played := flags.String("games", "", "a file with records of finished games, to be used in place of the engine's games")
	seed := flags.Uint64("seed", 1, "chooses the games")
	out := flags.String("o", ".", "the folder of the files")
	patience := flags.Duration("patience", 30*time.Minute, "time for each variant")
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "say make, verify or mend")
		os.Exit(2)
	}
	flags.Parse(os.Args[2:])
	err := games.Install()
	var variants []*rules.Variant
	if err == nil {
		variants, err = choice.Variants(*name)
	}
	switch {
	case err != nil:
	case os.Args[1] == "make" && *played != "":
		err = mineRecords(context.Background(), *played, variants, *out)
	case os.Args[1] == "make":
		err = makeAll(variants, *each, *seed, *out, *patience)
	case os.Args[1] == "verify":
		err = verifyAll(variants)
	case os.Args[1] == "mend":
		err = mendAll(variants, *seed, *out)
	default:
		err = errors.New("say make, verify or mend")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// makeAll writes a file of puzzles for each variant.
func makeAll(variants []*rules.Variant, each int, seed uint64, folder string, patience time.Duration) error {
	for _, v := range variants {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		began := time.Now()
		m := newMiner(ctx, v, seed)
		for m.found < each && ctx.Err() == nil {
			m.gains = each * 7 / 10
			if time.Since(began) > patience/2 { // some games rarely have forced wins
				m.gains = each
			}
			m.playGame(each)
		}
		cancel()
		header := fmt.Sprintf("# Made by `go run ./puzzles make -variant %s -each %d -seed %d` in bench, within %v on one machine.\n", v.Name, each, seed, patience)
		if err := os.WriteFile(filepath.Join(folder, v.Name+".txt"), []byte(header+strings.Join(m.lines, "\n")+"\n"), 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d puzzles %v in %.0f s\n", v.Name, m.found, m.themes, time.Since(began).Seconds())
	}
	return nil
}
