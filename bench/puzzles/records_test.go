package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"raumbot/rules"
)

// exported are records as the bot exports them, of a finished game and of one that goes on.
const exported = `[Variant "raumschach"]
[Game "1"]
[White "anna"]
[Black "bert"]
[Termination "resignation"]
[Result "0-1"]

1. ab1-cb2 {[%at 2026-01-05T12:00:04Z]} {[%eval -3.0] ?? better be1-cd2} eb5-cc5
2. cb2-cc4 {[%at 2026-01-05T12:00:06Z]} {[%eval -5.2] ??} dd5-cc4 3. ab2-ab3 eb4-eb3 0-1

[Variant "raumschach"]
[Game "2"]
[Result "*"]

1. ab1-cb2 eb5-cc5 2. cb2-cc4 *
`

// TestReadRecords checks that finished games are read, and ongoing ones left out.
func TestReadRecords(t *testing.T) {
	records, skipped, err := readRecords(exported)
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 1 || skipped != 1 || len(records[0].Moves) != 6 {
		t.Errorf("%d records were read, and %d left out", len(records), skipped)
	}
	for text, want := range map[string]string{"1. ab1-cb2 0-1": "no record begins", "[Variant \"raumschach\"]\n\n1. ab1-ab9 1-0\n": "record 1: "} {
		if _, _, err := readRecords(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}

// mated returns the record of a game that ends in mate, from which the program's puzzles have the
// last position.
func mated(t *testing.T) string {
	t.Helper()
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../bot/puzzle/data/raumschach.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := rules.NewRecord(v)
	g := rules.NewGame(v)
	add := func(words []string) {
		for _, word := range words {
			m, err := g.Position().ReadText(word)
			if err == nil {
				err = g.Play(m)
			}
			if err != nil {
				t.Fatal(err)
			}
			r.Moves = append(r.Moves, rules.RecordMove{Move: m})
		}
	}
	var game []string
	for line := range strings.Lines(string(text)) {
		switch words := strings.Fields(line); {
		case words[0] == "game":
			game = words[1:]
		case len(words) > 2 && words[1] == "mate1" && len(game) > 0:
			ply, err := strconv.Atoi(words[0])
			if err != nil {
				t.Fatal(line, err)
			}
			add(game[:ply])
			add(words[3:])
			r.Result = rules.WhiteWins
			if g.Position().Turn() == rules.White {
				r.Result = rules.BlackWins
			}
			return r.String()
		}
	}
	t.Fatal("no game ends with a mate")
	return ""
}

// TestMineRecords mines a finished game that ends in mate: the puzzle is added to the file, after
// those that it has.
func TestMineRecords(t *testing.T) {
	folder := t.TempDir()
	file, data := filepath.Join(folder, "games.txt"), filepath.Join(folder, "raumschach.txt")
	before := "# What there was.\n"
	if err := os.WriteFile(file, []byte(mated(t)+"\n"+exported), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(data, []byte(before), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := mineRecords(context.Background(), file, rules.Variants(), folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	added, ok := strings.CutPrefix(string(text), before)
	if !ok || !strings.HasPrefix(added, "game ") || !strings.Contains(added, " mate1 ") {
		t.Errorf("the file has now\n%s", text)
	}
}
