package games

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"raumbot/rules"
	"raumbot/rules/rulestest"
)

func TestMain(m *testing.M) {
	if err := Install(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestVectors(t *testing.T) { rulestest.Vectors(t, filepath.Join("testdata", "vectors")) }

// TestPerft checks the counts given in the games' files.
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
