package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// mendAll replaces the puzzles that do not hold. The others keep their places, since a puzzle is
// named by its place.
func mendAll(variants []*rules.Variant, seed uint64, folder string) error {
	for _, v := range variants {
		failed := map[int]bool{}
		for i, p := range puzzle.Of(v.Name) {
			why, err := verify(p)
			if err != nil {
				return err
			}
			if why != "" {
				fmt.Printf("%s: %s\n", p.ID, why)
				failed[i] = true
			}
		}
		fmt.Printf("%s: %d of %d are replaced\n", v.Name, len(failed), len(puzzle.Of(v.Name)))
		if len(failed) == 0 {
			continue
		}
		name := filepath.Join(folder, v.Name+".txt")
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		m := newMiner(context.Background(), v, seed)
		mended, err := replaced(string(text), failed, m.another)
		if err == nil {
			err = os.WriteFile(name+".new", []byte(mended), 0o644)
		}
		if err == nil {
			err = os.Rename(name+".new", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// another returns the game and the line of a puzzle that holds.
func (m *miner) another() (game, line string, err error) {
	for {
		m.lines, m.found, m.gains = nil, 0, math.MaxInt
		m.playGame(1)
		if len(m.lines) == 0 {
			continue
		}
		game, line = m.lines[0], m.lines[1]
		all, err := puzzle.Read(m.v.Name, game+"\n"+line)
		if err != nil {
			return "", "", err
		}
		if why, err := verify(all[0]); err != nil || why == "" {
			return game, line, err
		}
	}
}

// replaced returns the text of a file in which another puzzle replaces each puzzle whose index,
// from 0, is in some.
func replaced(text string, some map[int]bool, another func() (game, line string, err error)) (string, error) {
	var b strings.Builder
	current := "" // the game of the file's next puzzles
	written := "" // the last one in what has been written
	puzzles := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			b.WriteString(line + "\n")
			continue
		case strings.HasPrefix(line, "game "):
			current = line
			continue
		}
		game := current
		if some[puzzles] {
			var err error
			if game, line, err = another(); err != nil {
				return "", err
			}
		}
		puzzles++
		if game != written {
			written = game
			b.WriteString(game + "\n")
		}
		b.WriteString(line + "\n")
	}
	return b.String(), nil
}
