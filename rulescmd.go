package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
	"strings"
	"time"

	"raumbot/rules"
)

const (
	rulesUsage = `say what to do: raumbot rules perft VARIANT DEPTH [--position LINE], raumbot rules legal VARIANT [MOVE...], raumbot rules position VARIANT [MOVE...], raumbot rules replay, raumbot rules positions, or raumbot rules check FILE [-o PNG]; each but check takes --variants GLOB, for games in files`
	perftUsage = "write: raumbot rules perft VARIANT DEPTH [--position LINE] [--variants GLOB]"
)

// runRules runs the rules commands, for tests and scripts.
func runRules(ctx context.Context, env environment, args []string) error {
	if len(args) == 0 {
		return usageError(rulesUsage)
	}
	words := args[1:]
	if args[0] != "check" {
		var err error
		if words, err = withVariants(env, words); err != nil {
			return err
		}
	}
	switch args[0] {
	case "-h", "-help", "--help":
		return helpText(rulesUsage + "\n")
	case "check":
		return rulesCheck(ctx, env, words)
	case "perft":
		return rulesPerft(ctx, env, words)
	case "legal":
		p, err := positionAfter(words)
		if err != nil {
			return err
		}
		out := bufio.NewWriter(env.stdout)
		for _, text := range p.LegalTexts() {
			fmt.Fprintln(out, text)
		}
		return out.Flush()
	case "position":
		p, err := positionAfter(words)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(env.stdout, p.Line())
		return err
	case "replay":
		return rulesReplay(env)
	case "positions":
		return rulesPositions(env)
	}
	return usageError(rulesUsage)
}

// positionAfter parses VARIANT MOVE... and plays the moves from the start.
func positionAfter(words []string) (*rules.Position, error) {
	if len(words) == 0 {
		return nil, usageError(rulesUsage)
	}
	v, err := rules.Find(words[0])
	if err != nil {
		return nil, err
	}
	p := v.Start()
	for _, word := range words[1:] {
		if p, _, err = playText(p, word); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func playText(p *rules.Position, text string) (*rules.Position, rules.Move, error) {
	m, err := p.ReadMove(text)
	if err == nil {
		p, err = p.Play(m)
	}
	if err != nil {
		return nil, m, fmt.Errorf("%.60q: %w", text, err)
	}
	return p, m, nil
}

// rulesPerft prints the count, and the speed on stderr.
func rulesPerft(ctx context.Context, env environment, words []string) error {
	flags := newFlags("rules perft")
	var line *string
	flags.Func("position", "the position line to begin from", func(text string) error {
		line = &text
		return nil
	})
	words, err := readFlags(flags, words, perftUsage)
	if err != nil {
		return err
	}
	if len(words) != 2 {
		return usageError(perftUsage)
	}
	v, err := rules.Find(words[0])
	if err != nil {
		return err
	}
	depth, err := strconv.Atoi(words[1])
	if err != nil || depth < 0 || depth > 20 {
		return usageError(fmt.Sprintf("%q is no depth: give a number from 0 to 20", words[1]))
	}
	p := v.Start()
	if line != nil {
		if p, err = rules.ReadPosition(v, *line); err != nil {
			return err
		}
	}
	begin := time.Now()
	counted := make(chan uint64, 1)
	go func() { counted <- rules.Perft(p, depth) }()
	var count uint64
	select {
	case count = <-counted:
	case <-ctx.Done():
		return errors.New("stopped before the count was done; try a smaller depth")
	}
	took := time.Since(begin)
	fmt.Fprintf(env.stderr, "%.1f million leaf moves per second\n", float64(count)/took.Seconds()/1e6)
	_, err = fmt.Fprintln(env.stdout, count)
	return err
}

// rulesReplay replays games from stdin, one 'VARIANT: MOVE MOVE ...' per line, and
// prints the ply, move, count, checksum and status after each move. An illegal move
// ends its game.
func rulesReplay(env environment) error {
	return eachLine(env, func(line string, out io.Writer) error {
		name, moves, ok := strings.Cut(line, ":")
		if !ok {
			return fmt.Errorf("%.60q: write a variant, a colon and the moves of a game", line)
		}
		v, err := rules.Find(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		p := v.Start()
		fmt.Fprintf(out, "0\t-\t%s\n", summary(p))
		for i, word := range strings.Fields(moves) {
			next, m, err := playText(p, word)
			if err != nil {
				return fmt.Errorf("ply %d: %w", i+1, err)
			}
			p = next
			fmt.Fprintf(out, "%d\t%s\t%s\n", i+1, v.Text(m), summary(p))
		}
		return nil
	})
}

// rulesPositions reads 'VARIANT<TAB>POSITION LINE' lines and prints the count,
// checksum and status of each; for an invalid line it prints "-".
func rulesPositions(env environment) error {
	return eachLine(env, func(line string, out io.Writer) error {
		p, err := readPosition(line)
		if err != nil {
			fmt.Fprintln(out, "-\t-\trefused")
			return err
		}
		fmt.Fprintln(out, summary(p))
		return nil
	})
}

func readPosition(line string) (*rules.Position, error) {
	name, position, ok := strings.Cut(line, "\t")
	if !ok {
		return nil, fmt.Errorf("%.60q: write the variant, a tab and the position line", line)
	}
	v, err := rules.Find(strings.TrimSpace(name))
	if err != nil {
		return nil, err
	}
	return rules.ReadPosition(v, position)
}

// summary returns the number of legal moves, their checksum and the status, as
// defined in rules/testdata/vectors/README.md.
func summary(p *rules.Position) string {
	texts := p.LegalTexts()
	sum := crc32.NewIEEE()
	for _, text := range texts {
		io.WriteString(sum, text)
		io.WriteString(sum, "\n")
	}
	return fmt.Sprintf("%d\t%08x\t%s", len(texts), sum.Sum32(), p.Status())
}

// maxInputLine is the greatest length of a line of stdin, in bytes.
const maxInputLine = 16 << 20

// eachLine calls do for every non-empty line of stdin. Errors are reported on stderr without
// stopping; the error returned says how many lines failed.
func eachLine(env environment, do func(line string, out io.Writer) error) error {
	out := bufio.NewWriter(env.stdout)
	scanner := bufio.NewScanner(env.stdin)
	scanner.Buffer(nil, maxInputLine)
	number, failed := 0, 0
	for scanner.Scan() {
		number++
		line := strings.TrimPrefix(strings.TrimRight(scanner.Text(), "\r"), "\ufeff")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := do(line, out); err != nil {
			failed++
			fmt.Fprintf(env.stderr, "line %d: %v\n", number, err)
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d is longer than %d bytes; what follows was not read", number+1, maxInputLine)
	}
	if scanner.Err() == nil && failed > 0 {
		return fmt.Errorf("%d of %d lines could not be answered", failed, number)
	}
	return scanner.Err()
}
