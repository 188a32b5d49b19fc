// Tune finds values of a variant's pieces that play better than the formula's, by playing: in
// every step two engines whose values differ a little, in all coordinates at random, play a pair
// of games from a random opening, and the values move towards the winner's (simultaneous
// perturbation, SPSA).
//
//	go run ./tune -variant raumschach -pairs 1000 -nodes 150 -o ../bot/engine/tuned
//	go run ./ladder play -o ladder/tuned.txt -sprt 0:40 -games 4000 -seed 16 \
//	  -variants raumschach nodes:500/formula:500
//
// The first makes the file, the second tests it against the formula alone, from other openings. The
// same command gives the same file; what it has reached is written every 200 pairs, so that it can
// be stopped when that is enough.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"raumbot/bot/engine"
	"raumbot/rules"
)

func main() {
	name := flag.String("variant", "", "the variant")
	pairs := flag.Int("pairs", 1000, "pairs of games to learn from")
	nodes := flag.Uint64("nodes", 150, "nodes of each move")
	seed := flag.Uint64("seed", 1, "chooses the openings and steps")
	out := flag.String("o", ".", "the folder of the file")
	flag.Parse()
	v, err := rules.Find(*name)
	if err == nil {
		err = run(v, *pairs, *nodes, *seed, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// saveEvery is after how many pairs the values are shown and written.
const saveEvery = 200

func run(v *rules.Variant, pairs int, nodes, seed uint64, folder string) error {
	c := climb{v: v, nodes: nodes, seed: seed, coordinates: coordinatesOf(v)}
	c.at = make([]float64, len(c.coordinates))
	for n := 1; n <= pairs; n++ {
		if err := c.step(context.Background()); err != nil {
			return err
		}
		if n%saveEvery != 0 && n != pairs {
			continue
		}
		mean := c.mean()
		fmt.Printf("%s, %d pairs:", v.Name, n)
		for i, one := range c.coordinates {
			fmt.Printf(" %s %.2f (%.2f)", one.name, mean[i], c.at[i])
		}
		fmt.Println()
		if err := os.WriteFile(filepath.Join(folder, v.Name+".txt"), []byte(c.file(mean)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// file returns the text of the file of values at a point.
func (c *climb) file(at []float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Made by `go run ./tune -variant %s -pairs %d -nodes %d -seed %d` in bench: what is added to the formula's values,\n", c.v.Name, len(c.path), c.nodes, c.seed)
	b.WriteString("# opening and ending, for the piece, the activity of its cell, the centre, and being ahead.\n")
	b.WriteString(c.values(at).Text(c.v))
	return b.String()
}

// values returns the values at a point.
func (c *climb) values(at []float64) engine.Values {
	values := engine.Neutral(c.v)
	for i, one := range c.coordinates {
		one.add(at[i]*one.unit, &values)
	}
	return values
}
