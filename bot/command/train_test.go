package command

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var (
	regen    = flag.Bool("regen", false, "learn weights.bin from testdata/said")
	validate = flag.Bool("validate", false, "learn from all files of testdata/said but one, and judge that, for each")
)

// saying is something that somebody has said: in which situation, and the commands that answer it, the best first.
type saying struct {
	situation, text string
	commands        []string
}

// facts has what is known in the situations of testdata/said. In the one without a name nothing is.
var facts = map[string]Situation{
	"": 0, "new": Known, "dm": Known, "invited": Known | Invited, "turn": Known | Playing, "wait": Known | Playing | Waiting, "drawn": Known | Playing | Offered,
	"back": Known | Playing | Offered, "asked": Known | Playing, "two": Known | Playing, "offered": Known | Inviting, "robot": Known | Playing | Alone,
	"solo": Known | Playing | Alone, "puzzle": Known | Solving, "cup": Known | Entering, "running": Known | Competing | Playing | Entering, "orga": Known | Deciding,
	"orgcup": Known | Deciding | Entering, "orgrun": Known | Deciding | Entering, "orgturn": Known | Deciding | Playing, "over": Known | Rested, "home": Known, "match": Known | Playing | Alone,
}

// readSayings reads files of lines "situation | what was said | command/another".
func readSayings(tb testing.TB, pattern string) (all []saying) {
	tb.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		tb.Fatal(pattern, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for n, line := range strings.Split(string(data), "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			parts := strings.Split(line, "|")
			if len(parts) != 3 {
				tb.Errorf("%s:%d has %d parts", file, n+1, len(parts))
				continue
			}
			situation, text := strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])
			if _, known := facts[situation]; !known {
				tb.Errorf("%s:%d: no situation %q", file, n+1, situation)
			}
			all = append(all, saying{situation, text, strings.Split(strings.TrimSpace(parts[2]), "/")})
		}
	}
	return all
}

// row is a saying as the classifier learns it.
type row struct {
	features []int
	values   []float64
	wanted   []float64 // by class; they add up to 1
}

// Parameters of learning, chosen by cross-validation between the files.
const (
	rounds   = 14
	rate     = 0.3
	decay    = 1e-5
	secondly = 0.5 // what each further command of a saying weighs against the one before it
	rarest   = 2   // features that stand in fewer sayings are not learnt, but for words

	leastWeight = 0.16 // smaller ones are dropped, for a smaller file
)

// learn fits a classifier to sayings by AdaGrad, each without its situation and with it. The result is the same each time.
func learn(sayings []saying) *classifier {
	classes, rows, keys := map[string]int{}, []row{}, map[uint32]int{}
	var names []string
	seen := map[uint32]int{}
	type read struct {
		in     []input
		wanted map[string]float64
	}
	var all []read
	for _, x := range sayings {
		wanted, share, total := map[string]float64{}, 1.0, 0.0
		for _, c := range x.commands {
			if c == "chat" {
				c = small
			}
			if _, known := classes[c]; !known {
				classes[c] = len(names)
				names = append(names, c)
			}
			wanted[c] += share
			total += share
			share *= secondly
		}
		for c := range wanted {
			wanted[c] /= total
		}
		s := readSentence(x.text)
		features := readFeatures(&s)
		for _, in := range inputs(features, 0) {
			seen[in.key]++
		}
		for f := range features {
			if strings.HasPrefix(f, "word ") || f == "" {
				seen[featureKey(f)] += rarest
			}
		}
		all = append(all, read{inputs(features, 0), wanted})
		if facts[x.situation] != 0 {
			all = append(all, read{inputs(features, facts[x.situation]), wanted})
			for bit := Situation(1); bit <= Solving; bit <<= 1 {
				seen[featureKey(fmt.Sprint("now ", bit))] += rarest
			}
		}
	}
	for _, x := range all {
		r := row{wanted: make([]float64, len(names))}
		for c, share := range x.wanted {
			r.wanted[classes[c]] = share
		}
		for _, in := range x.in {
			if seen[in.key] < rarest {
				continue
			}
			id, known := keys[in.key]
			if !known {
				id = len(keys)
				keys[in.key] = id
			}
			r.features, r.values = append(r.features, id), append(r.values, in.value)
		}
		rows = append(rows, r)
	}
	n := len(names)
	weights, squares, sums := make([]float64, len(keys)*n), make([]float64, len(keys)*n), make([]float64, n)
	order := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		for _, at := range order.Perm(len(rows)) {
			r := &rows[at]
			clear(sums)
			for i, f := range r.features {
				for k, w := range weights[f*n : (f+1)*n] {
					sums[k] += w * r.values[i]
				}
			}
			softmax(sums)
			for k := range sums {
				sums[k] -= r.wanted[k]
			}
			for i, f := range r.features {
				w, g := weights[f*n:(f+1)*n], squares[f*n:(f+1)*n]
				for k, e := range sums {
					slope := e*r.values[i] + decay*w[k]
					g[k] += slope * slope
					w[k] -= rate * slope / (math.Sqrt(g[k]) + 1e-3)
				}
			}
		}
	}
	c := &classifier{commands: names, rows: keys, weights: make([]int8, len(weights))}
	for i, w := range weights {
		if math.Abs(w) >= leastWeight {
			c.weights[i] = int8(max(-127, min(127, math.Round(w/weightUnit))))
		}
	}
	return c
}

// digest returns a hash of sayings.
func digest(sayings []saying) (sum [16]byte) {
	h := sha256.New()
	for _, x := range sayings {
		fmt.Fprintf(h, "%q\n", x)
	}
	copy(sum[:], h.Sum(nil))
	return sum
}

func TestWeights(t *testing.T) {
	sayings := readSayings(t, "testdata/said/*.txt")
	if *regen {
		packed, err := learn(sayings).write(digest(sayings))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("weights.bin", packed, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	_, sum, err := readClassifier(learntWeights)
	if err != nil {
		t.Fatal(err)
	}
	if sum != digest(sayings) {
		t.Error("weights.bin was not learnt from testdata/said as it is: go test ./bot/command -run Weights -regen")
	}
}

// rank returns the place of the first wanted command in what a classifier says of a saying in its situation.
func (c *classifier) rank(x saying) int {
	s := readSentence(x.text)
	s.now = facts[x.situation]
	for i, l := range c.classify(&s) {
		if slices.Contains(x.commands, l.command) || l.command == small && slices.Contains(x.commands, "chat") {
			return i
		}
	}
	return len(c.commands)
}

// TestCrossValidation learns from all files but one, for each, and judges what is said in that one: the wanted command must be among
// the three likeliest in most cases, over all.
func TestCrossValidation(t *testing.T) {
	if !*validate {
		t.Skip("takes minutes: -validate")
	}
	files, err := filepath.Glob("testdata/said/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, allThree := 0, 0
	for _, held := range files {
		var known []saying
		for _, f := range files {
			if f != held {
				known = append(known, readSayings(t, f)...)
			}
		}
		c := learn(known)
		first, three, said := 0, 0, 0
		for _, x := range readSayings(t, held) {
			rank := c.rank(x)
			said++
			if rank == 0 {
				first++
			}
			if rank < 3 {
				three++
			}
		}
		t.Logf("%s: %d said, %.1f %% the likeliest, %.1f %% among three", held, said, 100*float64(first)/float64(said), 100*float64(three)/float64(said))
		all, allThree = all+said, allThree+three
	}
	if allThree*100 < all*85 {
		t.Errorf("%d of %d are among three", allThree, all)
	}
}

// TestHeldBack judges what the classifier has not learnt from: the wanted command must nearly always be among the three likeliest.
func TestHeldBack(t *testing.T) {
	held := readSayings(t, "../service/testdata/held/*.txt")
	three := 0
	for _, x := range held {
		if mustReadClassifier().rank(x) < 3 {
			three++
		}
	}
	t.Logf("%d of %d among three", three, len(held))
	if three*100 < len(held)*96 {
		t.Errorf("only %d of %d", three, len(held))
	}
}

// TestJudgingIsRepeatable judges sentences many times: sums of small numbers must not depend on the order of a map.
func TestJudgingIsRepeatable(t *testing.T) {
	for _, text := range []string{"what piece doing me can", "how does my unicorn get out of there, please", "show me who is best here"} {
		s := readSentence(text)
		want := mustReadClassifier().classify(&s)
		for range 200 {
			s := readSentence(text)
			if got := mustReadClassifier().classify(&s); !slices.Equal(got, want) {
				t.Fatalf("%q is %v, then %v", text, want[:3], got[:3])
			}
		}
	}
}

// TestSayings makes sure that what people have said means commands, and that nearly all listed commands have been said.
func TestSayings(t *testing.T) {
	table, said := All(), map[string]int{}
	for _, x := range readSayings(t, "testdata/said/*.txt") {
		for _, name := range x.commands {
			if c := table.Find(name); name != small && (c == nil || c.Name != name) {
				t.Errorf("%q: there is no command %s", x.text, name)
			}
		}
		said[x.commands[0]]++
	}
	silent := 0
	for _, c := range table.Listed() {
		if said[c.Name] < 3 && c.Name != "move" {
			t.Logf("%s is said in %d ways", c.Name, said[c.Name])
			silent++
		}
	}
	if silent > len(table)/6 { // new ones get their words in time
		t.Errorf("%d commands are said in hardly any way", silent)
	}
}

// TestWrittenWeights reads what write has written, and files that end too early or do not fit.
func TestWrittenWeights(t *testing.T) {
	c := &classifier{commands: []string{"board", small}, rows: map[uint32]int{7: 0, 9: 1}, weights: []int8{1, -2, 3, -4}}
	packed, err := c.write([16]byte{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	again, sum, err := readClassifier(packed)
	if err != nil || sum != [16]byte{1, 2} || !reflect.DeepEqual(again, c) {
		t.Errorf("%v, %v, %v", again, sum, err)
	}
	for n := range packed {
		if _, _, err := readClassifier(packed[:n]); err == nil {
			t.Errorf("%d of %d bytes are read", n, len(packed))
		}
	}
	wrong := &classifier{commands: []string{"board"}, rows: c.rows, weights: c.weights}
	if packed, err = wrong.write(sum); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readClassifier(packed); err == nil {
		t.Error("weights for another number of commands are read")
	}
}
