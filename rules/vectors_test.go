package rules_test

import (
	"path/filepath"
	"testing"

	"raumbot/rules/rulestest"
)

func TestVectors(t *testing.T) { rulestest.Vectors(t, filepath.Join("testdata", "vectors")) }

// TestPerft counts to greater depths than the vectors.
func TestPerft(t *testing.T) {
	for _, path := range rulestest.Files(t, filepath.Join("testdata", "perft", "*.txt")) {
		rulestest.Perft(t, path)
	}
}
