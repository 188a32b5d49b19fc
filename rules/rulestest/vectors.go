// Package rulestest compares the rules with vectors: files of positions and games that a separate implementation has made. The
// README beside them says what they hold.
package rulestest

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"raumbot/rules"
)

// Vectors runs all vectors in a folder.
func Vectors(t *testing.T, folder string) {
	for _, path := range Files(t, filepath.Join(folder, "perft*.txt")) {
		t.Run(filepath.Base(path), func(t *testing.T) { Perft(t, path) })
	}
	for _, path := range Files(t, filepath.Join(folder, "*-[0-9][0-9].txt")) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			game(t, path)
		})
	}
	for _, path := range Files(t, filepath.Join(folder, "positions-*.txt")) {
		t.Run(filepath.Base(path), func(t *testing.T) { positions(t, path) })
	}
}

// Perft compares the counts in a file of lines "variant depth count".
func Perft(t *testing.T, path string) {
	for _, line := range Lines(t, path) {
		var name string
		var depth int
		var want uint64
		if _, err := fmt.Sscan(line, &name, &depth, &want); err != nil {
			t.Fatal(err)
		}
		if got := rules.Perft(Find(t, name).Start(), depth); got != want {
			t.Errorf("perft %s %d = %d, want %d", name, depth, got, want)
		}
	}
}

// game plays a game, and compares every position of it.
func game(t *testing.T, path string) {
	all := Lines(t, path)
	p := Find(t, strings.TrimPrefix(all[0], "variant ")).Start()
	for _, line := range all[1:] {
		fields := strings.Split(line, "\t")
		if fields[1] != "-" {
			m, err := p.ReadMove(fields[1])
			if err != nil {
				t.Fatalf("ply %s: %v\n%s", fields[0], err, p.Line())
			}
			if p, err = p.Play(m); err != nil {
				t.Fatalf("ply %s: %v", fields[0], err)
			}
			if again, err := rules.ReadPosition(p.Variant(), p.Line()); err != nil || !slices.Equal(again.LegalTexts(), p.LegalTexts()) {
				t.Fatalf("ply %s: read again from its line the position differs: %v\n%s", fields[0], err, p.Line())
			}
		}
		compare(t, "ply "+fields[0], p, fields[2:])
	}
}

// positions compares the positions in a file, one a line.
func positions(t *testing.T, path string) {
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "positions-"), ".txt")
	for _, line := range Lines(t, path) {
		fields := strings.Split(line, "\t")
		p, err := rules.ReadPosition(Find(t, name), fields[0])
		if err != nil {
			t.Errorf("%s: %v", fields[0], err)
			continue
		}
		compare(t, fields[0], p, fields[1:])
	}
}

// compare compares the number of legal moves, their checksum and the status. It stops the test, as
// all that follows would differ, too.
func compare(t *testing.T, where string, p *rules.Position, want []string) {
	t.Helper()
	texts := p.LegalTexts()
	sum := crc32.NewIEEE()
	for _, text := range texts {
		sum.Write([]byte(text + "\n"))
	}
	got := []string{fmt.Sprint(len(texts)), fmt.Sprintf("%08x", sum.Sum32()), p.Status().String()}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: count, checksum and status %v, want %v\n%s\n%v", where, got, want, p.Line(), texts)
	}
}

// Lines returns the lines of a file, of which there must be some.
func Lines(t *testing.T, path string) (all []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	for scanner.Scan() {
		all = append(all, scanner.Text())
	}
	if len(all) == 0 || scanner.Err() != nil {
		t.Fatalf("%s is empty: %v", path, scanner.Err())
	}
	return all
}

// Files returns the files whose paths match a pattern, of which there must be some.
func Files(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no vectors like %s: %v", pattern, err)
	}
	return paths
}

// Find returns the variant of a name.
func Find(t *testing.T, name string) *rules.Variant {
	t.Helper()
	v, err := rules.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
