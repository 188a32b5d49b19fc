package games

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

// The files in testdata/vectors were made by a separate implementation; its
// README says what they hold.

func TestMain(m *testing.M) {
	if err := Install(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		all = append(all, scanner.Text())
	}
	if len(all) == 0 {
		t.Fatalf("%s is empty", path)
	}
	return all
}

func files(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/vectors/" + pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no vectors like %s: %v", pattern, err)
	}
	return paths
}

func find(t *testing.T, name string) *rules.Variant {
	t.Helper()
	v, err := rules.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// summary is the number of legal moves, their checksum and the status.
func summary(p *rules.Position) []string {
	texts := p.LegalTexts()
	sum := crc32.NewIEEE()
	for _, text := range texts {
		sum.Write([]byte(text + "\n"))
	}
	return []string{fmt.Sprint(len(texts)), fmt.Sprintf("%08x", sum.Sum32()), p.Status().String()}
}

func TestPerft(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		for i, want := range g.Perft {
			if got := rules.Perft(g.Variant.Start(), i+1); got != want {
				t.Errorf("%s: perft %d is %d, want %d", g.Variant.Name, i+1, got, want)
			}
		}
	}
}

func TestPerftVectors(t *testing.T) {
	for _, line := range lines(t, "testdata/vectors/perft.txt") {
		var name string
		var depth int
		var want uint64
		if _, err := fmt.Sscan(line, &name, &depth, &want); err != nil {
			t.Fatal(err)
		}
		if got := rules.Perft(find(t, name).Start(), depth); got != want {
			t.Errorf("perft %s %d = %d, want %d", name, depth, got, want)
		}
	}
}

func TestGameVectors(t *testing.T) {
	for _, path := range files(t, "*-[0-9][0-9].txt") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			all := lines(t, path)
			p := find(t, strings.TrimPrefix(all[0], "variant ")).Start()
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
				if got := summary(p); !slices.Equal(got, fields[2:]) {
					t.Fatalf("ply %s: %v, want %v\n%s\n%v", fields[0], got, fields[2:], p.Line(), p.LegalTexts())
				}
			}
		})
	}
}

func TestPositionVectors(t *testing.T) {
	for _, path := range files(t, "positions-*.txt") {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "positions-"), ".txt")
		t.Run(name, func(t *testing.T) {
			for _, line := range lines(t, path) {
				fields := strings.Split(line, "\t")
				p, err := rules.ReadPosition(find(t, name), fields[0])
				if err != nil {
					t.Errorf("%s: %v", fields[0], err)
					continue
				}
				if got := summary(p); !slices.Equal(got, fields[1:]) {
					t.Errorf("%s: %v, want %v\n%v", fields[0], got, fields[1:], p.LegalTexts())
				}
			}
		})
	}
}
