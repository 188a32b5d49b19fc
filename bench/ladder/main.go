// Ladder measures which of two players is stronger, by default in every game that is written in Go, and keeps the results in a file, so that
// it can be interrupted at any time and goes on where it was.
//
//	go run ./ladder play -o ladder/levels.txt -games 40 [-variants a,b] [-resign] [-draw] [-agree PAWNS] level:2/level:1 level:3/level:2
//	go run ./ladder play -o ladder/doubled.txt -games 200 nodes:1000/nodes:500
//	go run ./ladder play -o ladder/tuned.txt -games 4000 -sprt 0:40 -seed 16 -variants raumschach nodes:500/formula:500
//	go run ./ladder play -o ladder/jocly.txt -games 40 -variants raumschach -program "jocly-strong=node jocly/player.js strong" time:1000/jocly-strong
//	go run ./ladder table <ladder/levels.txt
//
// A player is level:N, nodes:N, formula:N (nodes, but without tuned values), time:N (milliseconds of the processor for each move), random, greedy,
// or a program that speaks UCI, named by -program NAME=COMMAND. With -sprt LESS:MORE a match ends as
// soon as it is decided, with errors of 5 %, whether the first player is stronger by LESS or by MORE Elo. The pairs of games of a match are played
// from one random opening each, with both colours; the same command gives the same results.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"strings"

	"raumbot/bot/engine/match"
	"raumbot/bot/engine/uci"
	"raumbot/rules"
)

func main() {
	err := fmt.Errorf("say play or table")
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "play":
			err = play(os.Args[2:])
		case "table":
			err = table(os.Stdin, os.Stdout)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A contest is what is known of two players in a variant.
type contest struct {
	variant, a, b string
	match.Result
}

// line is a contest in the file: variant, players, the pairs by half points, and wins, draws and losses.
func (c contest) line() string {
	return fmt.Sprintf("%s %s %s %d %d %d %d %d %d %d %d", c.variant, c.a, c.b,
		c.Pairs[0], c.Pairs[1], c.Pairs[2], c.Pairs[3], c.Pairs[4], c.Wins, c.Draws, c.Losses)
}

// read reads the contests of a file. Lines that begin with # are comments.
func read(file io.Reader) (contests []contest, err error) {
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		text := lines.Text()
		if strings.HasPrefix(text, "#") || text == "" {
			continue
		}
		var c contest
		p := &c.Pairs
		if _, err := fmt.Sscan(text, &c.variant, &c.a, &c.b, &p[0], &p[1], &p[2], &p[3], &p[4], &c.Wins, &c.Draws, &c.Losses); err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		contests = append(contests, c)
	}
	return contests, lines.Err()
}

const header = "# variant, players, pairs in which the first player got 0 to 4 half points, wins, draws, losses\n"

// write replaces the file.
func write(name string, contests []contest) error {
	var b strings.Builder
	b.WriteString(header)
	for _, c := range contests {
		b.WriteString(c.line() + "\n")
	}
	if err := os.WriteFile(name+".new", []byte(b.String()), 0o644); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

func play(args []string) error {
	flags := flag.NewFlagSet("play", flag.ExitOnError)
	out := flags.String("o", "ladder.txt", "the file of the results")
	games := flags.Int("games", 40, "games of each two players in each variant")
	names := flags.String("variants", "", "the variants, with commas between; all that are written in Go if not given")
	seed := flags.Uint64("seed", 1, "chooses the openings")
	test := flags.String("sprt", "", "LESS:MORE, two differences in Elo: end matches that decide between them")
	players := cast{programs: programs{}, running: map[string]*uci.Client{}}
	defer players.close()
	flags.Var(players.programs, "program", "NAME=COMMAND, a player that is a program; may be given more than once")
	flags.StringVar(&players.search, "go", "nodes 10000", "what programs are told with go for each move")
	flags.BoolVar(&players.resign, "resign", false, "have levels resign lost games, as they do against people")
	flags.BoolVar(&players.draw, "draw", false, "have levels agree to draws, as they do against people")
	flags.IntVar(&players.agree, "agree", 0, "end a game once the last scores of both levels see the same one ahead by so many Pawns; 0 for never")
	flags.Parse(args)
	var less, more float64
	if _, err := fmt.Sscanf(*test, "%g:%g", &less, &more); err != nil && *test != "" {
		return fmt.Errorf("%q is not two differences in Elo: %w", *test, err)
	}
	var contests []contest
	file, err := os.Open(*out)
	if err == nil {
		contests, err = read(file)
		file.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	variants := rules.Variants()
	if *names != "" {
		variants = nil
		for name := range strings.SplitSeq(*names, ",") {
			v, err := rules.Find(name)
			if err != nil {
				return err
			}
			variants = append(variants, v)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, both := range flags.Args() {
		a, b, _ := strings.Cut(both, "/")
		for _, v := range variants {
			i := 0
			for i < len(contests) && (contests[i].variant != v.Name || contests[i].a != a || contests[i].b != b) {
				i++
			}
			if i == len(contests) {
				contests = append(contests, contest{variant: v.Name, a: a, b: b})
			}
			for contests[i].Games() < *games && (*test == "" || math.Abs(contests[i].Likelihood(less, more)) < match.Decided) {
				// Each pair has its own seed, so that it can be played after an interruption as it would have been before.
				own := *seed<<20 + uint64(contests[i].Games())
				r, err := players.pair(ctx, v, a, b, own)
				if err != nil {
					return err
				}
				for _, forfeit := range r.Forfeits {
					fmt.Fprintln(os.Stderr, forfeit)
				}
				contests[i].Add(r)
				if err := write(*out, contests); err != nil {
					return err
				}
			}
			fmt.Printf("%s %s %s: %s", v.Name, a, b, contests[i].Result)
			if *test != "" {
				fmt.Printf(", log-likelihood ratio %.2f", contests[i].Likelihood(less, more))
			}
			fmt.Println()
		}
	}
	return nil
}

// table writes the contests as a table in Markdown: a row for each variant, a column for each two players.
func table(file io.Reader, out io.Writer) error {
	contests, err := read(file)
	if err != nil {
		return err
	}
	var rows, columns []string
	cells := map[string]string{}
	for _, c := range contests {
		column := c.a + " against " + c.b
		rows, columns = include(rows, c.variant), include(columns, column)
		elo, low, high := c.Elo()
		text := fmt.Sprintf("%.0f %%, %d games", 100*c.Score(), c.Games())
		switch {
		case math.IsInf(elo, 0) || math.IsInf(low, 0) && math.IsInf(high, 0):
		case math.IsInf(high, 0):
			text += fmt.Sprintf(", %+.0f (over %+.0f)", elo, low)
		case math.IsInf(low, 0):
			text += fmt.Sprintf(", %+.0f (under %+.0f)", elo, high)
		default:
			text += fmt.Sprintf(", %+.0f (%+.0f to %+.0f)", elo, low, high)
		}
		cells[c.variant+column] = text
	}
	fmt.Fprintf(out, "| game | %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)+1))
	for _, row := range rows {
		fmt.Fprintf(out, "| %s |", row)
		for _, column := range columns {
			fmt.Fprintf(out, " %s |", cells[row+column])
		}
		fmt.Fprintln(out)
	}
	return nil
}

// include adds a word to a list that lacks it.
func include(list []string, word string) []string {
	for _, w := range list {
		if w == word {
			return list
		}
	}
	return append(list, word)
}
