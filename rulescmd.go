package main

import (
	"bufio"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/rules"
)

const rulesUsage = `say what to do: raumbot rules perft VARIANT DEPTH [--position LINE], raumbot rules legal VARIANT [MOVE...], raumbot rules position VARIANT [MOVE...], raumbot rules replay, or raumbot rules positions`

// runRules answers questions about the rules, for tests and scripts.
func runRules(ctx context.Context, env environment, args []string) error {
	if len(args) == 0 {
		return usageError(rulesUsage)
	}
	words := args[1:]
	switch args[0] {
	case "perft":
		return rulesPerft(env, words)
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

// positionAfter reads VARIANT MOVE... and plays the moves from the start.
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
		p, err = playText(p, word)
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

func playText(p *rules.Position, text string) (*rules.Position, error) {
	m, err := p.ReadMove(text)
	if err == nil {
		p, err = p.Play(m)
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return p, nil
}

// rulesPerft prints the count, and the speed on stderr.
func rulesPerft(env environment, words []string) error {
	line := ""
	if i := slices.Index(words, "--position"); i >= 0 && i+1 < len(words) {
		line = words[i+1]
		words = slices.Delete(slices.Clone(words), i, i+2)
	}
	if len(words) != 2 {
		return usageError(rulesUsage)
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
	if line != "" {
		if p, err = rules.ReadPosition(v, line); err != nil {
			return err
		}
	}
	begin := time.Now()
	count := rules.Perft(p, depth)
	took := time.Since(begin)
	fmt.Fprintf(env.stderr, "%.1f million leaf moves per second\n", float64(count)/took.Seconds()/1e6)
	_, err = fmt.Fprintln(env.stdout, count)
	return err
}

// rulesReplay plays games from stdin, 'VARIANT: MOVE MOVE ...' a line, and
// prints each position's ply, move, count, checksum and status.
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
			if p, err = playText(p, word); err != nil {
				return fmt.Errorf("ply %d: %w", i+1, err)
			}
			fmt.Fprintf(out, "%d\t%s\t%s\n", i+1, word, summary(p))
		}
		return nil
	})
}

// rulesPositions reads 'VARIANT<TAB>POSITION LINE' lines and prints count,
// checksum and status of each.
func rulesPositions(env environment) error {
	return eachLine(env, func(line string, out io.Writer) error {
		name, position, ok := strings.Cut(line, "\t")
		if !ok {
			return fmt.Errorf("%.60q: write VARIANT, a tab and the position line", line)
		}
		v, err := rules.Find(name)
		if err != nil {
			return err
		}
		p, err := rules.ReadPosition(v, position)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, summary(p))
		return nil
	})
}

// summary is the count of legal moves, their checksum and the status, as
// rules/testdata/vectors/README.md defines them.
func summary(p *rules.Position) string {
	texts := p.LegalTexts()
	sum := crc32.NewIEEE()
	for _, text := range texts {
		io.WriteString(sum, text)
		io.WriteString(sum, "\n")
	}
	return fmt.Sprintf("%d\t%08x\t%s", len(texts), sum.Sum32(), p.Status())
}

// eachLine hands every line of stdin that is not empty to do.
func eachLine(env environment, do func(line string, out io.Writer) error) error {
	out := bufio.NewWriter(env.stdout)
	defer out.Flush()
	scanner := bufio.NewScanner(env.stdin)
	scanner.Buffer(nil, 16<<20)
	for number := 1; scanner.Scan(); number++ {
		line := strings.TrimRight(scanner.Text(), "\r")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := do(line, out); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return scanner.Err()
}
