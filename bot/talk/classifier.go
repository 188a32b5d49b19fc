package talk

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// learntWeights are the weights learnt from the files in testdata/said: see doc.go.
//
//go:embed weights.bin
var learntWeights []byte

// classifier judges which commands a sentence may mean, by a multinomial logistic regression over
// the sentence's features and the speaker's situation.
type classifier struct {
	commands []string            // the classes; [small] is one of them
	weights  map[string][]weight // the weights that are not zero, by the name of the feature
}

// weight is the weight of a feature for one class, in units of weightUnit.
type weight struct {
	class uint8
	value int8
}

// small is the class of small talk, of texts for other people, and of moves that a sentence does
// not name.
const small = "-"

// weightUnit is the size of a weight of 1 in the file.
const weightUnit = 1.0 / 8

// weightsHead is the head of a file of weights, before compression. The digest is that of
// everything that the weights were learnt from, so that a test can detect outdated weights. After
// the head come the commands, the names of the features, and the number of weights of each feature.
// Then come the classes of all weights, each as the distance from the previous one, and their
// values.
type weightsHead struct {
	Digest                          [16]byte
	Commands, Names, Counts, Values uint32 // lengths in bytes
}

// readClassifier reads a classifier in the form that write returns.
func readClassifier(packed []byte) (*classifier, [16]byte, error) {
	var head weightsHead
	in, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, head.Digest, err
	}
	plain, err := io.ReadAll(in)
	if err != nil {
		return nil, head.Digest, err
	}
	from := bytes.NewReader(plain)
	if err := binary.Read(from, binary.LittleEndian, &head); err != nil {
		return nil, head.Digest, err
	}
	if want := int64(head.Commands) + int64(head.Names) + int64(head.Counts) + 2*int64(head.Values); int64(from.Len()) != want {
		return nil, head.Digest, fmt.Errorf("the weights have %d bytes, not %d", from.Len(), want)
	}
	rest := plain[len(plain)-from.Len():]
	cut := func(n uint32) (part []byte) {
		part, rest = rest[:n], rest[n:]
		return part
	}
	c := &classifier{commands: strings.Split(string(cut(head.Commands)), "\n"), weights: map[string][]weight{}}
	names, counts, classes, values := strings.Split(string(cut(head.Names)), "\n"), cut(head.Counts), cut(head.Values), cut(head.Values)
	if len(names) != len(counts) {
		return nil, head.Digest, fmt.Errorf("%d features have weights, %d have names", len(counts), len(names))
	}
	for i, name := range names {
		n := int(counts[i])
		if n > len(classes) {
			return nil, head.Digest, errors.New("weights are missing")
		}
		row, class := make([]weight, n), uint8(0)
		for k := range row {
			class += classes[k]
			if int(class) >= len(c.commands) {
				return nil, head.Digest, fmt.Errorf("there is no command %d", class)
			}
			row[k] = weight{class, int8(values[k])}
		}
		c.weights[name], classes, values = row, classes[n:], values[n:]
	}
	return c, head.Digest, nil
}

// write returns a classifier in the form that readClassifier reads.
func (c *classifier) write(digest [16]byte) ([]byte, error) {
	names := slices.Sorted(maps.Keys(c.weights))
	var counts, classes, values []byte
	for _, name := range names {
		counts = append(counts, uint8(len(c.weights[name])))
		before := uint8(0)
		for _, w := range c.weights[name] {
			classes, values = append(classes, w.class-before), append(values, uint8(w.value))
			before = w.class
		}
	}
	commands, named := strings.Join(c.commands, "\n"), strings.Join(names, "\n")
	var out bytes.Buffer
	to, err := zlib.NewWriterLevel(&out, zlib.BestCompression)
	if err != nil {
		return nil, err
	}
	head := weightsHead{digest, uint32(len(commands)), uint32(len(named)), uint32(len(counts)), uint32(len(values))}
	for _, part := range []any{head, []byte(commands), []byte(named), counts, classes, values} {
		if err := binary.Write(to, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	err = to.Close()
	return out.Bytes(), err
}

// mustReadClassifier reads the embedded weights on first use.
var mustReadClassifier = sync.OnceValue(func() *classifier {
	c, _, err := readClassifier(learntWeights)
	if err != nil {
		panic(err) // cannot happen: the file is embedded, and tests read it
	}
	return c
})

// input is a feature with its value.
type input struct {
	feature string
	value   float64
}

// inputLength is the Euclidean length to which the features of a sentence are scaled. Long and
// short sentences then have equal influence.
const inputLength = 4

// inputs returns the scaled features of a sentence in a situation, in the order of their names. The
// order matters because sums of floats depend on it, and the same question must get the same
// answer.
func inputs(features map[string]float64, now Facts) []input {
	names := slices.Sorted(maps.Keys(features))
	square := 0.0
	for _, f := range names {
		square += float64(features[f] * features[f])
	}
	scale := inputLength / math.Sqrt(square)
	all := make([]input, 0, len(features)+4)
	for _, f := range names {
		all = append(all, input{f, features[f] * scale})
	}
	if now&Known != 0 {
		for _, fact := range now.names() {
			all = append(all, input{"now " + fact, factFeature})
		}
	}
	return all
}

// candidate is a command with the probability that a sentence means it.
type candidate struct {
	command string
	chance  float64
}

// classify returns the commands that a sentence may mean in a situation, the likeliest first.
func (c *classifier) classify(s *sentence, now Facts) []candidate {
	sums := make([]float64, len(c.commands))
	for _, x := range inputs(readFeatures(s), now) {
		for _, w := range c.weights[x.feature] {
			sums[w.class] += float64(float64(w.value) * weightUnit * x.value)
		}
	}
	softmax(sums)
	all := make([]candidate, len(sums))
	for i, p := range sums {
		all[i] = candidate{c.commands[i], p}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.chance, a.chance) })
	return all
}

// softmax turns sums into probabilities.
func softmax(sums []float64) {
	highest, total := slices.Max(sums), 0.0
	for i, x := range sums {
		sums[i] = exp(x - highest)
		total += sums[i]
	}
	for i := range sums {
		sums[i] /= total
	}
}

// exp returns e to the power of x, which must be at most 0. Unlike math.Exp it rounds alike on all
// processors, so that learning gives the same weights everywhere.
func exp(x float64) float64 {
	const halvings = 12
	if x < -700 {
		return 0
	}
	y := x / (1 << halvings)
	sum := 1 + float64(y*(1+float64(y/2*(1+float64(y/3*(1+y/4))))))
	for range halvings {
		sum = float64(sum * sum)
	}
	return sum
}
