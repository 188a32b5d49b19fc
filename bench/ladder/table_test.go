package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTables checks that docs/opponent.md shows the results as they are in the files.
func TestTables(t *testing.T) {
	document, err := os.ReadFile("../../docs/opponent.md")
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob("*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal("no results", err)
	}
	for _, name := range names {
		results, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		err = table(results, &want)
		results.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !strings.Contains(string(document), "\n"+want.String()+"\n") {
			t.Errorf("docs/opponent.md does not show what is in %s:\n%s", name, &want)
		}
	}
}
