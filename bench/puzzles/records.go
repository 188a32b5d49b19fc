package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"raumbot/rules"
)

// firstTag matches the beginning of a record in a file that `export all` has written.
var firstTag = regexp.MustCompile(`(?m)^\[\s*Variant\s`)

// readRecords returns the records of finished games that began with the array, and the number of
// other records, which it skips.
func readRecords(text string) (finished []*rules.Record, skipped int, err error) {
	begins := append(firstTag.FindAllStringIndex(text, -1), []int{len(text)})
	if len(begins) == 1 {
		return nil, 0, fmt.Errorf("no record begins with a line [Variant ...]")
	}
	for i, at := range begins[:len(begins)-1] {
		r, err := rules.ReadRecord(text[at[0]:begins[i+1][0]])
		if err != nil {
			return nil, 0, fmt.Errorf("record %d: %w", i+1, err)
		}
		if r.Result == rules.Unknown || r.Start.Line() != r.Variant.Start().Line() {
			skipped++
			continue
		}
		finished = append(finished, r)
	}
	return finished, skipped, nil
}

// mineRecords adds the puzzles of the finished games in a file to the files of their variants. It
// adds them at the end, since a puzzle is named by its place.
func mineRecords(ctx context.Context, file string, variants []*rules.Variant, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	records, skipped, err := readRecords(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	fmt.Printf("%s: %d games, %d left out, which go on or began elsewhere\n", file, len(records), skipped)
	for _, v := range variants {
		m := newMiner(ctx, v, 0)
		m.gains = math.MaxInt
		for _, r := range records {
			if r.Variant == v {
				m.mine(math.MaxInt, recorded(r))
			}
		}
		if m.found == 0 {
			continue
		}
		if err := appendTo(filepath.Join(folder, v.Name+".txt"), m.lines); err != nil {
			return err
		}
		fmt.Printf("%s: %d puzzles %v\n", v.Name, m.found, m.themes)
	}
	return nil
}

// recorded returns a chooser of moves that repeats a record.
func recorded(r *rules.Record) func(*rules.Game) (rules.Move, bool) {
	return func(g *rules.Game) (rules.Move, bool) {
		if g.Ply() >= len(r.Moves) {
			return rules.Move{}, false
		}
		return r.Moves[g.Ply()].Move, true
	}
}

func appendTo(name string, lines []string) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(strings.Join(lines, "\n") + "\n")
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}
