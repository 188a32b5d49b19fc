package pairing_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"raumbot/bot/pairing"
)

// reference is a tournament that another program has paired; see testdata/README.md.
type reference struct {
	Seed    int    `json:"seed"`
	Kind    string `json:"kind"`
	Rounds  int    `json:"rounds"`
	Ratings []int  `json:"ratings"`
	Played  []struct {
		Games [][3]any          `json:"games"`
		Byes  map[string]string `json:"byes"`
	} `json:"played"`
}

// rounds returns the rounds with their results.
func (r reference) rounds(t *testing.T) (all []pairing.Round) {
	kinds := map[string]pairing.ByeKind{"U": pairing.Allocated, "H": pairing.Half, "Z": pairing.Zero}
	for _, p := range r.Played {
		var round pairing.Round
		for _, g := range p.Games {
			white, okWhite := g[0].(float64)
			black, okBlack := g[1].(float64)
			result, okResult := g[2].(string)
			if !okWhite || !okBlack || !okResult {
				t.Fatalf("not a game: %v", g)
			}
			round.Games = append(round.Games, pairing.Game{White: int(white), Black: int(black), Result: pairing.Result(result)})
		}
		for _, name := range slices.Sorted(maps.Keys(p.Byes)) {
			b := pairing.Bye{Kind: kinds[p.Byes[name]]}
			if _, err := fmt.Sscan(name, &b.Entrant); err != nil || b.Kind == "" {
				t.Fatalf("not a bye: %s %s", name, p.Byes[name])
			}
			round.Byes = append(round.Byes, b)
		}
		all = append(all, round)
	}
	return all
}

// meetings returns the games of a round and who gets the allocated bye, in an order that does not
// depend on the boards.
func meetings(r pairing.Round) (all [][2]int) {
	for _, g := range r.Games {
		all = append(all, [2]int{g.White, g.Black})
	}
	for _, b := range r.Byes {
		if b.Kind == pairing.Allocated {
			all = append(all, [2]int{b.Entrant, 0})
		}
	}
	slices.SortFunc(all, func(a, b [2]int) int { return a[0] - b[0] })
	return all
}

// TestReference pairs each round of many tournaments, with forfeits, requested byes and
// withdrawals, from the rounds before it, and compares it with the round that bbpPairings 6 has
// made.
func TestReference(t *testing.T) {
	file, err := os.Open("testdata/swiss.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	compared := map[string]int{}
	for lines := json.NewDecoder(plain); lines.More(); {
		var r reference
		if err := lines.Decode(&r); err != nil {
			t.Fatal(err)
		}
		s := pairing.State{Total: r.Rounds}
		for i, rating := range r.Ratings {
			s.Entrants = append(s.Entrants, pairing.Entrant{Number: i + 1, Rating: rating})
		}
		for _, want := range r.rounds(t) {
			s.Byes = slices.DeleteFunc(slices.Clone(want.Byes), func(b pairing.Bye) bool { return b.Kind == pairing.Allocated })
			got, err := pairing.Swiss{}.Pair(s)
			if err != nil || !slices.Equal(meetings(got), meetings(want)) {
				t.Errorf("tournament %d (%s), round %d of %d:\n got %v, %v\nwant %v", r.Seed, r.Kind, len(s.Rounds)+1, r.Rounds, meetings(got), err, meetings(want))
			}
			compared[r.Kind]++
			s.Rounds = append(s.Rounds, want)
		}
	}
	if want := map[string]int{"plain": 239, "forfeits": 233, "byes": 263, "all": 242}; !maps.Equal(compared, want) {
		t.Errorf("compared %v rounds, want %v", compared, want)
	}
}
