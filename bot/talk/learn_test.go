package talk

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"raumbot/bot/command"
	"raumbot/rules"
)

var (
	regen    = flag.Bool("regen", false, "learn weights.bin from testdata/said")
	validate = flag.Bool("validate", false, "learn from all files of testdata/said but one, and judge that, for each")
)

// Parameters of learning, chosen by cross-validation between the files.
const (
	rounds   = 16
	averaged = 9 // the last rounds, whose weights are averaged
	rate     = 0.3
	decay    = 1e-5
	thrift   = 0.0012 // how much weights are drawn to zero, for a smaller file
	secondly = 0.5    // what each further command of a saying weighs against the one before it
	rarest   = 3      // features that stand in fewer sayings are not learnt

	leastWeight = 0.2 // smaller ones are dropped
)

// row is a saying as the classifier learns it.
type row struct {
	features []int
	values   []float64
	wanted   []float64 // by class; they add up to 1
}

// wanted returns the shares of the commands that a saying means.
func (x saying) wanted() map[string]float64 {
	all, share, total := map[string]float64{}, 1.0, 0.0
	for _, c := range x.names() {
		all[c] += share
		total += share
		share *= secondly
	}
	for c := range all {
		all[c] /= total
	}
	return all
}

// learn fits a classifier to sayings by AdaGrad, each without its situation and with it. The result
// is the same each time.
func learn(sayings []saying) *classifier {
	classes, ids, seen := map[string]int{}, map[string]int{}, map[string]int{}
	type read struct {
		in     []input
		wanted map[string]float64
	}
	var all []read
	for _, x := range sayings {
		features := readFeatures(dictionaryOf(table).readSentence(x.text, nil))
		for f := range features {
			seen[f]++
		}
		wanted := x.wanted()
		for c := range wanted {
			classes[c] = 0
		}
		all = append(all, read{inputs(features, 0), wanted})
		if now := situations[x.situation]; now != 0 {
			all = append(all, read{inputs(features, now), wanted})
			for _, fact := range now.names() {
				seen["now "+fact] += rarest
			}
		}
	}
	names := slices.Sorted(maps.Keys(classes))
	for i, c := range names {
		classes[c] = i
	}
	var rows []row
	for _, x := range all {
		r := row{wanted: make([]float64, len(names))}
		for c, share := range x.wanted {
			r.wanted[classes[c]] = share
		}
		for _, in := range x.in {
			if seen[in.feature] < rarest {
				continue
			}
			id, known := ids[in.feature]
			if !known {
				id = len(ids)
				ids[in.feature] = id
			}
			r.features, r.values = append(r.features, id), append(r.values, in.value)
		}
		rows = append(rows, r)
	}
	weights := fit(rows, len(ids), len(names))
	c := &classifier{commands: names, weights: map[string][]weight{}}
	for f, id := range ids {
		for k, w := range weights[id*len(names) : (id+1)*len(names)] {
			if math.Abs(w) >= leastWeight {
				c.weights[f] = append(c.weights[f], weight{uint8(k), int8(max(-127, min(127, math.Round(w/weightUnit))))})
			}
		}
	}
	return c
}

// fit returns the weights of features for classes that explain rows best. It returns their means
// over the last rounds, which depend less on the order of the rows than the last ones.
func fit(rows []row, features, n int) []float64 {
	weights, squares, sums := make([]float64, features*n), make([]float64, features*n), make([]float64, n)
	means := make([]float64, features*n)
	order := rand.New(rand.NewPCG(1, 2))
	for round := range rounds {
		for _, at := range order.Perm(len(rows)) {
			r := &rows[at]
			clear(sums)
			for i, f := range r.features {
				for k, w := range weights[f*n : (f+1)*n] {
					sums[k] += float64(w * r.values[i])
				}
			}
			softmax(sums)
			for k := range sums {
				sums[k] -= r.wanted[k]
			}
			for i, f := range r.features {
				w, g := weights[f*n:(f+1)*n], squares[f*n:(f+1)*n]
				for k, e := range sums {
					slope := float64(e*r.values[i]) + float64(decay*w[k])
					g[k] += float64(slope * slope)
					step := rate / (math.Sqrt(g[k]) + 1e-3)
					w[k] = drawn(w[k]-float64(step*slope), float64(step*thrift*r.values[i]))
				}
			}
		}
		if round >= rounds-averaged {
			for i, w := range weights {
				means[i] += w / averaged
			}
		}
	}
	return means
}

// drawn returns a weight that is nearer to zero by a cut.
func drawn(w, cut float64) float64 {
	return w - max(-cut, min(cut, w))
}

// digest returns a hash of all that is learnt from: sayings, the dictionary with the names of games
// and pieces, the table of commands, and how it is learnt.
func digest(sayings []saying) (sum [16]byte) {
	h := sha256.New()
	fmt.Fprintln(h, rounds, averaged, rate, decay, thrift, secondly, rarest, leastWeight, wordFeature, meaningFeature, lightFeature, pairFeature, letterFeature, factFeature)
	for _, x := range sayings {
		fmt.Fprintf(h, "%q\n", x)
	}
	fmt.Fprintln(h, dictionaryLines)
	for _, v := range rules.Variants() {
		fmt.Fprintln(h, v.Name, v.Title)
		for _, k := range v.Kinds {
			fmt.Fprintln(h, k.Name, k.Code)
		}
	}
	for _, c := range slices.SortedFunc(slices.Values(table), func(a, b *command.Command) int { return strings.Compare(a.Name, b.Name) }) {
		fmt.Fprintln(h, c.Names(), c.Usage())
	}
	copy(sum[:], h.Sum(nil))
	return sum
}

// largestWeights is the largest size of the file of weights, in bytes.
const largestWeights = 300_000

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
		learntWeights = packed
	}
	_, sum, err := readClassifier(learntWeights)
	if err != nil {
		t.Fatal(err)
	}
	if sum != digest(sayings) {
		t.Error("weights.bin was not learnt from what there is today: go test ./bot/talk -run Weights -regen")
	}
	if len(learntWeights) > largestWeights {
		t.Errorf("weights.bin has %d bytes", len(learntWeights))
	}
}

// rank returns the place of the first wanted command in what a classifier says of a saying in its
// situation.
func (c *classifier) rank(x saying) int {
	for i, l := range c.classify(dictionaryOf(table).readSentence(x.text, nil), situations[x.situation]) {
		if slices.Contains(x.names(), l.command) {
			return i
		}
	}
	return len(c.commands)
}

// ranked counts the sayings whose wanted command is the likeliest, and those where it is among
// three.
func (c *classifier) ranked(all []saying) (first, three int) {
	for _, x := range all {
		switch rank := c.rank(x); {
		case rank == 0:
			first++
			three++
		case rank < 3:
			three++
		}
	}
	return first, three
}

// TestCrossValidation learns from all files but one, for each, and judges what is said in that one:
// the wanted command must be among the three likeliest in most cases, over all.
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
		said := readSayings(t, held)
		first, three := learn(known).ranked(said)
		t.Logf("%s: %d said, %d the likeliest, %d among three", held, len(said), first, three)
		all, allThree = all+len(said), allThree+three
	}
	if allThree*100 < all*85 {
		t.Errorf("%d of %d are among three", allThree, all)
	}
}

// TestHeldBack judges what the classifier has not learnt from: the wanted command must nearly
// always be among the three likeliest.
func TestHeldBack(t *testing.T) {
	held := readSayings(t, "testdata/held/*.txt")
	first, three := mustReadClassifier().ranked(held)
	t.Logf("of %d, %d are the likeliest and %d among three", len(held), first, three)
	if three*1000 < len(held)*965 {
		t.Errorf("only %d of %d", three, len(held))
	}
}

// TestJudgingIsRepeatable judges sentences many times: sums of small numbers must not depend on the
// order of a map.
func TestJudgingIsRepeatable(t *testing.T) {
	for _, text := range []string{"what piece doing me can", "how does my unicorn get out of there, please", "show me who is best here"} {
		want := mustReadClassifier().classify(dictionaryOf(table).readSentence(text, nil), 0)
		for range 200 {
			if got := mustReadClassifier().classify(dictionaryOf(table).readSentence(text, nil), 0); !slices.Equal(got, want) {
				t.Fatalf("%q is %v, then %v", text, want[:3], got[:3])
			}
		}
	}
}

// TestLearningIsRepeatable learns twice from a part of the sayings: the weights must be the same,
// byte for byte.
func TestLearningIsRepeatable(t *testing.T) {
	sayings := readSayings(t, "testdata/said/said1.txt")
	a, err := learn(sayings).write(digest(sayings))
	if err != nil {
		t.Fatal(err)
	}
	b, err := learn(sayings).write(digest(sayings))
	if err != nil || !slices.Equal(a, b) {
		t.Errorf("learning again gives other weights, %v", err)
	}
}

// TestSayings makes sure that what people have said means commands, and that nearly all commands
// have been said.
func TestSayings(t *testing.T) {
	said := map[string]int{}
	for _, x := range readSayings(t, "testdata/said/*.txt") {
		for _, name := range x.names() {
			if c := table.Find(name); name != small && name != "yes" && name != "no" && (c == nil || c.Name != name) {
				t.Errorf("%q: there is no command %s", x.text, name)
			}
		}
		said[x.names()[0]]++
	}
	silent := 0
	for _, c := range table {
		if said[c.Name] < 3 && !c.Plays {
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
	c := &classifier{commands: []string{small, "board"}, weights: map[string][]weight{"word a": {{0, 1}, {1, -2}}, "word b": {{1, -4}}}}
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
	wrong := &classifier{commands: []string{"board"}, weights: c.weights}
	if packed, err = wrong.write(sum); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readClassifier(packed); err == nil {
		t.Error("weights for another number of commands are read")
	}
}
