package main

import (
	"strings"
	"testing"
)

// quiet is a position that a quiet move wins in two: Black threatens nothing, but whatever White does then loses at once. It takes a prover that
// also tries moves without a threat to see that.
const quiet = "b EPRg5,SXTg3 APOl6,BISk7,EPRc8,EPSg2,GOVf7,KNIg4,NINg7,SXTk8,UNId8,UNIh5,UNIm8,UNIp8 - - - 1 52"

// TestWinByZugzwangIsSooner checks that a position which a quiet move wins sooner is neither proven nor verified as a longer win.
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
