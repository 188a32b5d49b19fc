package engine

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"raumbot/rules"
)

// mateNodes are how many positions the engine may look at for a win in so many moves. For one move that is the promise; the others are far less than the second
// for which `go run ./mates solve` in bench measures.
var mateNodes = [4]uint64{0, 2_000, 40_000, 120_000}

// leastSolved is how many of a hundred must be solved.
var leastSolved = [4]int{0, 100, 95, 80}

// mostOfEach is how many longer wins of each variant and length are looked at; the file has more for the long run.
const mostOfEach = 12

// TestMates gives the engine positions whose wins were proven by bench/prover, which shares nothing with it.
func TestMates(t *testing.T) {
	file, err := os.Open("testdata/mates.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all, solved [4]int
	each := map[string]int{}
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		fields := strings.Split(scanner.Text(), "\t")
		v, err := rules.Find(fields[0])
		if err != nil || len(fields) < 4 {
			t.Fatal(scanner.Text(), err)
		}
		p, err := rules.ReadPosition(v, fields[3])
		if err != nil {
			t.Fatal(err)
		}
		n := int(fields[1][0] - '0')
		composed := len(fields) > 4 // these have far more moves than positions of games: the longer ones are for the long run
		each[fields[0]+fields[1]]++
		if n > 1 && (testing.Short() || composed || each[fields[0]+fields[1]] > mostOfEach) {
			continue
		}
		all[n]++
		if winsIn(t, p, n, fields[2]) {
			solved[n]++
		} else if n == 1 {
			t.Errorf("not found in %d nodes: %s", mateNodes[n], scanner.Text())
		}
	}
	for n := 1; n < len(all); n++ {
		t.Logf("wins in %d: %d of %d", n, solved[n], all[n])
		if solved[n]*100 < leastSolved[n]*all[n] || all[1] == 0 {
			t.Errorf("wins in %d: %d of %d were found, fewer than %d in a hundred", n, solved[n], all[n], leastSolved[n])
		}
	}
}

// winsIn reports whether the engine finds a win in n moves: that which was proven, or one that it announces itself in as few.
func winsIn(t *testing.T, p *rules.Position, n int, proven string) bool {
	t.Helper()
	g := rules.NewGameFrom(p)
	info := search(t, g, Limits{Nodes: mateNodes[n]})
	m, ok := info.Best()
	if !ok {
		return false
	}
	if n == 1 {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		o := g.Outcome()
		return o.Won && o.Winner == p.Turn()
	}
	mate, ok := info.Lines[0].Score.Mate()
	return p.Text(m) == proven || ok && mate > 0 && mate <= n
}
