package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/bot/engine"
	"raumbot/bot/engine/match"
	"raumbot/rules"
)

// TestTunedRecord checks that the engine's files of tuned values are those that were tested
// (tuned.sum, for sha256sum -c in the folder bench/ladder), and that in tuned.txt each of them has
// beaten the formula.
func TestTunedRecord(t *testing.T) {
	record, err := os.ReadFile("tuned.txt")
	if err != nil {
		t.Fatal(err)
	}
	contests, err := read(bytes.NewReader(record))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("tuned.sum")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../bot/engine/tuned/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v, err := rules.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := engine.ReadValues(v, string(text)); err != nil {
			t.Error(err)
		}
		sum := sha256.Sum256(text)
		if !strings.Contains(string(sums), hex.EncodeToString(sum[:])+"  "+file+"\n") {
			t.Errorf("tuned.sum knows another %s", file)
		}
		beaten := false
		for _, c := range contests {
			if c.variant == name && c.a == "nodes:500" && c.b == "formula:500" {
				beaten = c.Likelihood(0, 40) >= match.Decided
			}
		}
		if !beaten {
			t.Errorf("no record that %s has beaten the formula", file)
		}
	}
}
