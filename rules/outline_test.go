package rules_test

import (
	"testing"

	"raumbot/rules"
)

// TestOutline lays outlines over each other: a position is like itself moved, turned and with the colours exchanged, and differs by the men
// who have moved.
func TestOutline(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	for _, text := range []string{"ab1-ac3", "eb5-ec3", "ad1-cc1", "ed5-cc5"} {
		m, err := g.Position().ReadText(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(ply int) rules.Outline { return v.Outline(g.PositionAt(ply).Men()) }
	const most = 100
	here := at(4)
	for ply, want := range []int{8, 6, 4, 2, 0} {
		var bent rules.Outline
		for side, men := range at(ply) {
			for _, p := range men {
				bent[1-side] = append(bent[1-side], rules.Vector{7 - p[2], p[0] + 3, 20 + p[1]})
			}
		}
		for name, other := range map[string]rules.Outline{"the same": at(ply), "bent": bent} {
			if got := here.Differs(other, most); got != want {
				t.Errorf("%s at ply %d: %d men differ, want %d", name, ply, got, want)
			}
		}
	}
	few := here
	few[rules.White] = few[rules.White][:5]
	if got := here.Differs(few, 3); got <= 3 || got > 15 {
		t.Errorf("without 15 men %d differ", got)
	}
	if got := here.Differs(rules.Outline{}, most); got != 40 {
		t.Errorf("from an empty board %d men differ", got)
	}
}
