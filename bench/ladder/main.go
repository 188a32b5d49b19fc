// Ladder measures which of two players is stronger, by default in every built-in game. It keeps the
// results in a file, so that it can be interrupted at any time and continued later.
//
//	go run ./ladder play -o ladder/levels.txt -games 40 [-variants a,b] \
//	  [-resign] [-draw] [-agree PAWNS] level:2/level:1 level:3/level:2
//	go run ./ladder play -o ladder/doubled.txt -games 200 nodes:1000/nodes:500
//	go run ./ladder play -o ladder/tuned.txt -games 4000 -sprt 0:40 -seed 16 \
//	  -variants raumschach nodes:500/formula:500
//	go run ./ladder play -o ladder/jocly.txt -games 40 -variants raumschach \
//	  -program "jocly-strong=node jocly/player.js strong" time:1000/jocly-strong
//	go run ./ladder table <ladder/levels.txt
//
// A player is level:N, nodes:N, formula:N (nodes, but without tuned values), time:N (milliseconds
// of processor time for each move), random, greedy, or a program that speaks UCI, defined by
// -program NAME=COMMAND. With -sprt LESS:MORE a match ends as soon as it is decided, with an
// error rate of 5 %, whether the first player is stronger by LESS or by MORE Elo. The games of a
// match are played in pairs from a random opening, with both colours. The same command gives the
// same results.
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
	"slices"
	"strings"

	"raumbot/bench/choice"
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

// A contest is the result of two players in a variant so far.
type contest struct {
	variant, a, b string
	match.Result
}

// line returns a contest as a line of the file: variant, players, the numbers of pairs by half
// points, and wins, draws and losses.
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

// write replaces the contents of the file.
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

// A ladder plays contests, and keeps them in a file.
type ladder struct {
	file     string
	contests []contest
	players  cast
	games    int    // of each contest
	seed     uint64 // chooses the openings
	// decisive is whether a contest ends when it decides between the two differences in Elo.
	decisive   bool
	less, more float64
}

func play(args []string) error {
	t := ladder{players: cast{programs: programs{}, running: map[string]*uci.Client{}}}
	defer t.players.close()
	flags := flag.NewFlagSet("play", flag.ExitOnError)
	flags.StringVar(&t.file, "o", "ladder.txt", "the file of the results")
	flags.IntVar(&t.games, "games", 40, "games of each two players in each variant")
	names := flags.String("variants", "", "the variants, with commas between; all that are written in Go if not given")
	flags.Uint64Var(&t.seed, "seed", 1, "chooses the openings")
	test := flags.String("sprt", "", "LESS:MORE, two differences in Elo: end matches that decide between them")
	flags.Var(t.players.programs, "program", "NAME=COMMAND, a player that is a program; may be given more than once")
	flags.StringVar(&t.players.search, "go", "nodes 10000", "what programs are told with go for each move")
	flags.BoolVar(&t.players.resign, "resign", false, "have levels resign lost games, as they do against people")
	flags.BoolVar(&t.players.draw, "draw", false, "have levels agree to draws, as they do against people")
	flags.IntVar(&t.players.agree, "agree", 0, "end a game once the last scores of both levels see the same one ahead by so many Pawns; 0 for never")
	flags.Parse(args)
	if t.decisive = *test != ""; t.decisive {
		if _, err := fmt.Sscanf(*test, "%g:%g", &t.less, &t.more); err != nil {
			return fmt.Errorf("%q is not two differences in Elo: %w", *test, err)
		}
	}
	variants, err := choice.Variants(*names)
	if err != nil {
		return err
	}
	if err := t.read(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, both := range flags.Args() {
		a, b, _ := strings.Cut(both, "/")
		for _, v := range variants {
			if err := t.contest(ctx, v, a, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads the contests from the file, if it exists.
func (t *ladder) read() error {
	file, err := os.Open(t.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	t.contests, err = read(file)
	return err
}

// contest plays the remaining games of two players in a variant, and prints the result.
func (t *ladder) contest(ctx context.Context, v *rules.Variant, a, b string) error {
	i := slices.IndexFunc(t.contests, func(c contest) bool { return c.variant == v.Name && c.a == a && c.b == b })
	if i < 0 {
		i = len(t.contests)
		t.contests = append(t.contests, contest{variant: v.Name, a: a, b: b})
	}
	c := &t.contests[i]
	for c.Games() < t.games && (!t.decisive || math.Abs(c.Likelihood(t.less, t.more)) < match.Decided) {
		// Each pair has its own seed, so that an interruption does not change it.
		own := t.seed<<20 + uint64(c.Games())
		r, err := t.players.pair(ctx, v, a, b, own)
		if err != nil {
			return err
		}
		for _, forfeit := range r.Forfeits {
			fmt.Fprintln(os.Stderr, forfeit)
		}
		c.Add(r)
		if err := write(t.file, t.contests); err != nil {
			return err
		}
	}
	fmt.Printf("%s %s %s: %s", v.Name, a, b, c.Result)
	if t.decisive {
		fmt.Printf(", log-likelihood ratio %.2f", c.Likelihood(t.less, t.more))
	}
	fmt.Println()
	return nil
}

// table writes the contests as a table in Markdown: a row for each variant, a column for each
// two players.
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
