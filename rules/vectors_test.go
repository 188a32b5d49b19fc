package rules

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files in testdata/vectors were made by a separate implementation; its
// README says what they hold.

func checksum(texts []string) string {
	sum := crc32.NewIEEE()
	for _, text := range texts {
		sum.Write([]byte(text + "\n"))
	}
	return fmt.Sprintf("%08x", sum.Sum32())
}

func vectorLines(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		lines = append(lines, scanner.Text())
	}
	if len(lines) == 0 {
		t.Fatalf("%s is empty", path)
	}
	return lines
}

func vectorFiles(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "vectors", pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no vectors like %s: %v", pattern, err)
	}
	return paths
}

func TestPerftVectors(t *testing.T) {
	for _, path := range append(vectorFiles(t, "perft.txt"), vectorFiles(t, "../perft/*.txt")...) {
		for _, line := range vectorLines(t, path) {
			var name string
			var depth int
			var want uint64
			if _, err := fmt.Sscan(line, &name, &depth, &want); err != nil {
				t.Fatal(err)
			}
			v, err := Find(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := Perft(v.Start(), depth); got != want {
				t.Errorf("perft %s %d = %d, want %d", name, depth, got, want)
			}
		}
	}
}

func TestGameVectors(t *testing.T) {
	for _, path := range vectorFiles(t, "*-[0-9][0-9].txt") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			lines := vectorLines(t, path)
			v, err := Find(strings.TrimPrefix(lines[0], "variant "))
			if err != nil {
				t.Fatal(err)
			}
			p := v.Start()
			for _, line := range lines[1:] {
				fields := strings.Split(line, "\t")
				if fields[1] != "-" {
					m, err := p.ReadMove(fields[1])
					if err != nil {
						t.Fatalf("ply %s: %v\n%s", fields[0], err, p.Line())
					}
					if p, err = p.Play(m); err != nil {
						t.Fatalf("ply %s: %v", fields[0], err)
					}
				}
				comparePosition(t, "ply "+fields[0], p, fields[2:])
			}
		})
	}
}

func TestPositionVectors(t *testing.T) {
	for _, path := range vectorFiles(t, "positions-*.txt") {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "positions-"), ".txt")
		t.Run(name, func(t *testing.T) {
			v, err := Find(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range vectorLines(t, path) {
				fields := strings.Split(line, "\t")
				p, err := ReadPosition(v, fields[0])
				if err != nil {
					t.Errorf("%s: %v", fields[0], err)
					continue
				}
				comparePosition(t, fields[0], p, fields[1:])
			}
		})
	}
}

// comparePosition compares count, checksum and status. It stops the test, as
// all that follows would differ too.
func comparePosition(t *testing.T, where string, p *Position, want []string) {
	t.Helper()
	texts := p.LegalTexts()
	sum := checksum(texts)
	if len(texts) == 0 {
		sum = "00000000"
	}
	got := []string{fmt.Sprint(len(texts)), sum, p.Status().String()}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Fatalf("%s: count, checksum and status %v, want %v\n%s\n%v", where, got, want, p.Line(), texts)
	}
}
