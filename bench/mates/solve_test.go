package main

import (
	"os"
	"strings"
	"testing"

	"raumbot/bench/prover"
)

// quiet is a position that a quiet move wins in two: Black threatens nothing, but whatever White
// does then loses at once. It takes a prover that also tries moves without a threat to see that.
const quiet = "b EPRg5,SXTg3 APOl6,BISk7,EPRc8,EPSg2,GOVf7,KNIg4,NINg7,SXTk8,UNId8,UNIh5,UNIm8,UNIp8 - - - 1 52"

// TestWinByZugzwangIsSooner checks that a position which a quiet move wins sooner is neither proven
// nor verified as a longer win.
func TestWinByZugzwangIsSooner(t *testing.T) {
	read := func(n string) task {
		tasks, err := read(strings.NewReader("tunnelchess-paired-everything\t"+n+"\tg2-g3\t"+quiet), "")
		if err != nil {
			t.Fatal(err)
		}
		return tasks[0]
	}
	for n, want := range map[string]string{"1": "not proven to win in 1", "2": "", "3": "g2-g3 wins in 2"} {
		if why := fault(read(n)); why != want {
			t.Errorf("in %s: %q, not %q", n, why, want)
		}
	}
	if line, n := proven(read("2").position, mostNodes); n != 2 || !strings.HasPrefix(line, "tunnelchess-paired-everything\t2\tg2-g3\t") {
		t.Errorf("proven in %d: %s", n, line)
	}
}

// TestThreatsWin proves a win where no piece is royal by threats alone, and that the same threats
// do not win a move sooner.
func TestThreatsWin(t *testing.T) {
	file, err := os.Open("../../bot/engine/testdata/mates.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	tasks, err := read(file, "gutenschach")
	if err != nil {
		t.Fatal(err)
	}
	proofs := 0
	for _, one := range tasks {
		if one.moves != deepest || one.position.Text(one.first) != "vf6-uf5" {
			continue // these have short proofs
		}
		proofs++
		for n := 1; n <= deepest; n++ {
			check := prover.New(one.position, longNodes)
			check.Forcing = true
			m, won := check.WinIn(n)
			if check.Spent() || won != (n == deepest) || won && m != one.first {
				t.Errorf("in %d: %s wins: %t, nodes spent: %t: %s", n, one.position.Text(m), won, check.Spent(), one.text)
			}
		}
	}
	if proofs == 0 {
		t.Error("no position was proven")
	}
}
