package pairing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gnutterts/chesspairing/trf"

	"raumbot/bot/pairing"
)

// TestTRF reads a report by the columns of TRF16 and with the library's parser.
func TestTRF(t *testing.T) {
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	r := pairing.Report{
		Name: "Žalgiris Cup", Type: "Swiss system", Pace: "3 days per move", Arbiter: "Ada", City: "Köln", Federation: "GER", Rounds: []time.Time{day, day.AddDate(0, 0, 20), day.AddDate(0, 1, 0)}, To: day.AddDate(0, 2, 0),
		State: pairing.State{Total: 3, Entrants: []pairing.Entrant{{Number: 1, Rating: 1500}, {Number: 2, Rating: 1700}, {Number: 3, Rating: 1500}}, Rounds: []pairing.Round{
			{Games: []pairing.Game{{White: 2, Black: 1, Result: pairing.Drawn}}, Byes: []pairing.Bye{{Entrant: 3, Kind: pairing.Allocated}}},
			{Games: []pairing.Game{{White: 3, Black: 2, Result: pairing.WhiteForfeits}}, Byes: []pairing.Bye{{Entrant: 1, Kind: pairing.Half}}},
			{Games: []pairing.Game{{White: 1, Black: 3, Result: pairing.BlackWins}}, Byes: []pairing.Bye{{Entrant: 2, Kind: pairing.Zero}}},
		}},
		Names: map[int]string{1: "Änn", 2: "ben", 3: "李明"}, Points: map[int]float64{1: 1, 2: 1.5, 3: 2}, Places: map[int]int{1: 3, 2: 2, 3: 1},
	}
	text, err := r.TRF()
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	if strings.Count(text, "\r\n") != strings.Count(text, "\n") || !strings.HasSuffix(text, "\r\n") {
		t.Errorf("lines do not end with CR and LF: %q", text)
	}
	for _, line := range strings.Split(text, "\r\n") {
		if strings.HasPrefix(line, "132") && line != fmt.Sprintf("%-91s26/03/04  26/03/24  26/04/04", "132") {
			t.Errorf("dates of the rounds: %q", line)
		}
		if strings.HasPrefix(line, "001") {
			lines[strings.TrimSpace(line[14:47])] = line
		} else if len(line) > 4 {
			lines[line[:3]] = line[4:]
		}
	}
	for code, want := range map[string]string{"012": "Zalgiris Cup", "022": "Koln", "032": "GER", "042": "2026/03/04", "052": "2026/05/04", "062": "3", "XXR": "3", "102": "Ada", "142": "3", "152": "W"} {
		if lines[code] != want {
			t.Errorf("line %s is %q, want %q", code, lines[code], want)
		}
	}
	for name, want := range map[string]struct {
		start, rating, points, rank string
		rounds                      []string
	}{
		// Start numbers are in order of rating; a round is opponent, colour and result.
		"ben":      {"1", "1700", "1.5", "2", []string{"0002 w =", "0003 b +", "0000 - Z"}},
		"Ann":      {"2", "1500", "1.0", "3", []string{"0001 b =", "0000 - H", "0003 w 0"}},
		"Player 3": {"3", "1500", "2.0", "1", []string{"0000 - U", "0001 w -", "0002 b 1"}},
	} {
		line := lines[name]
		if len(line) < 89+3*10 {
			t.Fatalf("%s: the line is %q", name, line)
		}
		got := []string{line[4:8], line[48:52], line[80:84], line[85:89]}
		for i, w := range []string{want.start, want.rating, want.points, want.rank} {
			if strings.TrimSpace(got[i]) != w {
				t.Errorf("%s: got %q, want %q", name, got[i], w)
			}
		}
		for i, w := range want.rounds {
			if at := line[91+10*i : 99+10*i]; at != w {
				t.Errorf("%s, round %d: got %q, want %q", name, i+1, at, w)
			}
		}
	}
	doc, err := trf.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	state, err := doc.ToTournamentState()
	if err != nil {
		t.Fatal(err)
	}
	// The parser reads U as an absence, so only the check above covers the bye.
	if got := fmt.Sprint(len(state.Players), len(state.Rounds), len(state.Rounds[0].Byes), state.Rounds[1].Games[0].IsForfeit); got != "3 3 1 true" {
		t.Errorf("read back: %s", got)
	}
}

// TestUnfinishedTRF checks that ongoing games have no result and that names are kept.
func TestUnfinishedTRF(t *testing.T) {
	r := pairing.Report{
		Name: "Cup", State: pairing.State{Total: 1, Entrants: []pairing.Entrant{{Number: 1, Rating: 1500}, {Number: 2, Rating: 1500}},
			Rounds: []pairing.Round{{Games: []pairing.Game{{White: 1, Black: 2}}}}},
		Names: map[int]string{1: "ann w *", 2: "ben"}, Places: map[int]int{1: 1, 2: 2},
	}
	text, err := r.TRF()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, " ann w * ") || !strings.Contains(text, "  0002 w\r\n") || !strings.Contains(text, "  0001 b\r\n") {
		t.Errorf("the report is\n%s", text)
	}
	if doc, err := trf.Read(strings.NewReader(text)); err != nil || len(doc.Players) != 2 {
		t.Errorf("read back: %v", err)
	}
}

// BenchmarkSwiss measures the pairing of a fifth round.
func BenchmarkSwiss(b *testing.B) {
	for _, entrants := range []int{64, 128, 256} {
		b.Run(fmt.Sprint(entrants), func(b *testing.B) {
			s := pairing.State{Total: 9, Entrants: everybody(entrants)}
			for round := range 4 {
				paired, err := pairing.Swiss{}.Pair(s)
				if err != nil {
					b.Fatal(err)
				}
				for i := range paired.Games {
					paired.Games[i].Result = []pairing.Result{pairing.WhiteWins, pairing.Drawn, pairing.BlackWins}[(i*i+round)%3]
				}
				s.Rounds = append(s.Rounds, paired)
			}
			for b.Loop() {
				if _, err := (pairing.Swiss{}).Pair(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
