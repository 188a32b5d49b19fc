package main

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// TestSameFile checks that the same command makes the same file, and that the engine can read it.
func TestSameFile(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	var texts [2]string
	for i := range texts {
		folder := t.TempDir()
		if err := run(v, 2, 30, 7, folder); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(folder, "raumschach.txt"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := engine.ReadValues(v, string(text)); err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	if texts[0] != texts[1] {
		t.Errorf("%s\n\nis not\n\n%s", texts[1], texts[0])
	}
}

// TestClimb checks that tuning goes towards what wins: up from Queens that are worth a Pawn.
func TestClimb(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range coordinatesOf(v) {
		if one.name != "QUE" {
			continue
		}
		const begin = -7.5
		c := climb{v: v, nodes: 60, seed: 3, coordinates: []coordinate{one}, at: []float64{begin}}
		for range 20 {
			if err := c.step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if c.at[0] <= begin {
			t.Errorf("from %v down to %v", begin, c.at[0])
		}
	}
}

// TestCoordinates checks that each coordinate of each variant changes something, and none the same
// as another.
func TestCoordinates(t *testing.T) {
	for _, v := range rules.Variants() {
		seen := []engine.Values{engine.Neutral(v)}
		for _, one := range coordinatesOf(v) {
			values := engine.Neutral(v)
			one.add(one.unit, &values)
			for _, before := range seen {
				if reflect.DeepEqual(before, values) {
					t.Errorf("%s: %s changes nothing, or the same as another", v.Name, one.name)
				}
			}
			seen = append(seen, values)
		}
	}
}
