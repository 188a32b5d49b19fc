// Command swiss measures how long it takes to pair a round of a Swiss tournament, by the number of
// entrants, and beside it, in the same run, another program that reads FIDE's report file, as
// bbpPairings does:
//
//	go run ./swiss -sizes 64,128,256,500,1000 -reference PATH/bbpPairings.exe
//
// The rounds are random tournaments'. Each is paired by both, and the program fails if they differ.
// The last column is how the time grows: the exponent of the number of entrants since the line
// above.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot/pairing"
)

func main() {
	sizes := flag.String("sizes", "64,128,256", "numbers of entrants")
	rounds := flag.Int("rounds", 5, "how many rounds are paired")
	reference := flag.String("reference", "", "path of bbpPairings, if it is to be measured")
	flag.Parse()
	fmt.Println("entrants  mean     longest  reference  longest  growth")
	last, lastMean := 0, time.Duration(0)
	for _, word := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 2 {
			fail(fmt.Errorf("no number of entrants: %q", word))
		}
		ours, theirs, err := measure(n, *rounds, *reference)
		if err != nil {
			fail(err)
		}
		growth := ""
		if last > 0 {
			growth = fmt.Sprintf("%.1f", math.Log(float64(mean(ours))/float64(lastMean))/math.Log(float64(n)/float64(last)))
		}
		last, lastMean = n, mean(ours)
		peer, longest := "-", "-"
		if *reference != "" {
			peer, longest = round(mean(theirs)), round(slices.Max(theirs))
		}
		fmt.Printf("%-9d %-8s %-8s %-10s %-8s %s\n", n, round(mean(ours)), round(slices.Max(ours)), peer, longest, growth)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func mean(all []time.Duration) (sum time.Duration) {
	for _, d := range all {
		sum += d
	}
	return sum / time.Duration(len(all))
}

func round(d time.Duration) string { return d.Round(100 * time.Microsecond).String() }

// measure plays a random tournament and returns the time that each round takes, here and in the
// reference.
func measure(entrants, rounds int, reference string) (ours, theirs []time.Duration, err error) {
	r := rand.New(rand.NewPCG(uint64(entrants), 41))
	s := pairing.State{Total: rounds + 2}
	for i := range entrants {
		s.Entrants = append(s.Entrants, pairing.Entrant{Number: i + 1, Rating: 2600 - i})
	}
	for range rounds {
		began := time.Now()
		next, err := pairing.Swiss{}.Pair(s)
		if err != nil {
			return nil, nil, err
		}
		ours = append(ours, time.Since(began))
		if reference != "" {
			took, err := ask(reference, s, next)
			if err != nil {
				return nil, nil, err
			}
			theirs = append(theirs, took)
		}
		for i, g := range next.Games {
			results := []pairing.Result{pairing.WhiteWins, pairing.BlackWins, pairing.Drawn}
			if r.IntN(2) == 0 { // the stronger one
				results = results[:1]
				if g.Black < g.White {
					results = []pairing.Result{pairing.BlackWins}
				}
			}
			next.Games[i].Result = results[r.IntN(len(results))]
		}
		s.Rounds = append(s.Rounds, next)
	}
	return ours, theirs, nil
}

// ask has the reference pair the same round, and returns the time that its process takes. It
// returns an error if the rounds differ.
func ask(reference string, s pairing.State, ours pairing.Round) (took time.Duration, err error) {
	dir, err := os.MkdirTemp("", "swiss")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	report, err := reportOf(s)
	if err != nil {
		return 0, err
	}
	in, out := filepath.Join(dir, "in.trf"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, []byte(report), 0o600); err != nil {
		return 0, err
	}
	began := time.Now()
	if said, err := exec.Command(reference, "--dutch", in, "-p", out).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w: %s", reference, err, said)
	}
	took = time.Since(began)
	text, err := os.ReadFile(out)
	if err != nil {
		return 0, err
	}
	theirs := strings.Fields(string(text))[1:] // after the number of pairs
	var own []string
	for _, g := range ours.Games {
		own = append(own, fmt.Sprint(g.White), fmt.Sprint(g.Black))
	}
	for _, b := range ours.Byes {
		own = append(own, fmt.Sprint(b.Entrant), "0")
	}
	if !slices.Equal(own, theirs) {
		return 0, fmt.Errorf("round %d of %d entrants differs:\nours   %v\ntheirs %v", len(s.Rounds)+1, len(s.Entrants), own, theirs)
	}
	return took, nil
}

func reportOf(s pairing.State) (string, error) {
	all, err := pairing.Rank(s, nil)
	if err != nil {
		return "", err
	}
	r := pairing.Report{Name: "Measurement", State: s, Names: map[int]string{}, Points: map[int]float64{}, Places: map[int]int{}}
	for i, st := range all {
		r.Points[st.Entrant], r.Places[st.Entrant] = st.Points, i+1
	}
	return r.TRF(), nil
}
