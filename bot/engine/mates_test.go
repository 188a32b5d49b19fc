package engine

import (
	"bufio"
	"flag"
	"os"
	"strings"
	"testing"

	"raumbot/rules"
	"raumbot/rules/games"
)

// secondNodes is the number of nodes that a search visits per second of processor time, as printed
// by `go run ./speed` in bench on a busy machine, rounded down. Wins in two and three moves must be
// found in a second, or in ten seconds on 512 cells. The test counts nodes instead of seconds, so
// that it does not depend on the machine.
var secondNodes = map[string]uint64{
	"raumschach":                       800_000,
	"stockschach216":                   500_000,
	"stockschach512":                   250_000,
	"stockchaturanga216":               450_000,
	"stockchaturanga512":               230_000,
	"blocschach":                       150_000,
	"gutenschach":                      70_000,
	"octhex146":                        500_000,
	"tunnelchess-paired-linepiece":     500_000,
	"tunnelchess-paired-everything":    500_000,
	"tunnelchess-orders-of-knighthood": 500_000,
}

// mateNodes returns how many nodes the engine may visit for a win in n moves.
func mateNodes(v *rules.Variant, n int) uint64 {
	switch nodes := secondNodes[v.Name]; {
	case n == 1:
		return 2_000
	case v.Board.Len() == 512:
		return 10 * nodes
	default:
		return nodes
	}
}

// minSolved is the number of positions in a hundred that must be solved, by the length of the
// win.
var minSolved = [4]int{0, 100, 98, 90}

// maxMissed returns how many of count wins in n moves need not be found. There are hardly more
// than thirty positions of a length in a game, so that one missed win exceeds two in a hundred. So
// the number is rounded up.
func maxMissed(n, count int) int {
	missed := count * (100 - minSolved[n])
	if *allMates {
		missed += 99
	}
	return missed / 100
}

// TestForcedLines checks that the lines of forced wins and losses are legal and not too long, and
// that those of at most three moves end the game as announced, even though the table remembers won
// positions without their moves.
func TestForcedLines(t *testing.T) {
	t.Parallel()
	shown := 0
	for _, mates := range readMates(t) {
		for _, m := range mates {
			for _, lines := range []int{1, 3} {
				info := search(t, rules.NewGameFrom(m.position), Limits{Nodes: 1000, Lines: lines})
				for _, line := range info.Lines {
					n, ok := line.Score.Mate()
					if !ok {
						continue
					}
					shown++
					plies := max(2*n-1, -2*n)
					g := rules.NewGameFrom(m.position)
					for _, move := range line.Moves {
						if err := g.Play(move); err != nil {
							t.Fatalf("%s: %v", m.line, err)
						}
					}
					if len(line.Moves) > plies || max(n, -n) <= 3 && (len(line.Moves) < plies || !g.Outcome().Won) {
						t.Errorf("%s is shown in %d plies: %s", line.Score, len(line.Moves), m.line)
					}
				}
			}
		}
	}
	if shown < 500 {
		t.Errorf("only %d lines", shown)
	}
}

// maxOfEach is the number of longer wins of each variant and length from which tests take some:
// all, but only every second one in three moves on 512 cells, which take the longest. With -mates
// they take all wins of the file.
const maxOfEach = 10

var allMates = flag.Bool("mates", false, "look at all positions with forced wins, which takes minutes")

// A mate is a line of the file: a position, the number of moves of a proven win, and its proven
// first move.
type mate struct {
	position *rules.Position
	moves    int
	proven   string
	line     string
}

// readMates reads the positions by the names of their variants.
func readMates(t *testing.T) map[string][]mate {
	t.Helper()
	file, err := os.Open("testdata/mates.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all := map[string][]mate{}
	each := map[string]int{}
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
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
		composed := len(fields) > 4 // these have far more moves than positions of games
		each[fields[0]+fields[1]]++
		nth := each[fields[0]+fields[1]]
		if n > 1 && !*allMates && (composed || nth > maxOfEach || n == 3 && v.Board.Len() == 512 && nth%2 == 1) {
			continue
		}
		all[v.Name] = append(all[v.Name], mate{p, n, fields[2], scanner.Text()})
	}
	return all
}

// TestMates gives the engine positions whose wins were proven by bench/prover, which shares no code
// with it. The share of positions solved must be high enough in each game and for each length.
func TestMates(t *testing.T) {
	t.Parallel()
	all := readMates(t)
	for _, v := range rules.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			var count, solved [4]int
			var missed []string
			for _, m := range all[v.Name] {
				count[m.moves]++
				if winsIn(t, m) {
					solved[m.moves]++
				} else {
					missed = append(missed, m.line)
				}
			}
			for n := 1; n < len(count); n++ {
				t.Logf("wins in %d: %d of %d", n, solved[n], count[n])
				if count[n]-solved[n] > maxMissed(n, count[n]) || count[1] == 0 {
					t.Errorf("wins in %d: %d of %d were found, fewer than %d in a hundred; not found:\n%s", n, solved[n], count[n], minSolved[n], strings.Join(missed, "\n"))
				}
			}
		})
	}
}

// TestQuietWins gives the engine positions whose wins begin with a quiet move, after which the
// opponent loses only because they have to move, or to a threat that is no check. The main search
// finds slower wins there.
func TestQuietWins(t *testing.T) {
	t.Parallel()
	shipped, err := games.All()
	if err != nil {
		t.Fatal(err)
	}
	variants := map[string]*rules.Variant{}
	for _, v := range rules.Variants() {
		variants[v.Name] = v
	}
	for _, game := range shipped {
		variants[game.Variant.Name] = game.Variant
	}
	text, err := os.ReadFile("testdata/quiet.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		p, err := rules.ReadPosition(variants[fields[0]], fields[3])
		if err != nil {
			t.Fatal(err)
		}
		moves := int(fields[1][0] - '0')
		best := search(t, rules.NewGameFrom(p), Limits{Nodes: 400_000}).Lines[0]
		if n, ok := best.Score.Mate(); !ok || n != moves || len(best.Moves) != 2*moves-1 {
			t.Errorf("%s in %d plies: %s", best.Score, len(best.Moves), line)
		}
	}
}

// winsIn reports whether the engine finds the proven win, or announces another one in as few moves.
func winsIn(t *testing.T, m mate) bool {
	t.Helper()
	p := m.position
	g := rules.NewGameFrom(p)
	info := search(t, g, Limits{Nodes: mateNodes(p.Variant(), m.moves)})
	best, ok := info.Best()
	if !ok {
		return false
	}
	if m.moves == 1 {
		if err := g.Play(best); err != nil {
			t.Fatal(err)
		}
		o := g.Outcome()
		return o.Won && o.Winner == p.Turn()
	}
	announced, ok := info.Lines[0].Score.Mate()
	return p.Text(best) == m.proven || ok && announced > 0 && announced <= m.moves
}
