package command

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// The weights that were learnt from the files in testdata/said: see TestWeights.
//
//go:embed weights.bin
var learntWeights []byte

// classifier tells which commands a sentence may mean: a multinomial logistic regression over the sentence's features and the
// speaker's situation.
type classifier struct {
	commands []string       // the classes; [small] is one of them
	rows     map[uint32]int // the row of a feature in weights, by [featureKey]
	weights  []int8         // a row for each feature, in it a weight for each class, in units of weightUnit
}

// small stands for small talk, for what is said to other people, and for a move that a sentence does not name.
const small = "-"

// weightUnit is what a weight of 1 in a file stands for.
const weightUnit = 1.0 / 16

// featureKey returns the key of a feature. Two of them share one too rarely to matter.
func featureKey(feature string) uint32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, feature) // a hash never fails
	return h.Sum32()
}

// weightsHead is what a file of weights begins with, before compression: the digest of what they were learnt from, so that a
// test can tell whether they are of today.
type weightsHead struct {
	Digest                           [16]byte
	Classes, ClassesLength, Features uint32
}

// readClassifier reads the form that write writes.
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
	if want := int(head.ClassesLength) + int(head.Features)*(4+int(head.Classes)); from.Len() != want {
		return nil, head.Digest, fmt.Errorf("the weights have %d bytes, not %d", from.Len(), want)
	}
	names := make([]byte, head.ClassesLength)
	keys := make([]uint32, head.Features)
	c := &classifier{rows: make(map[uint32]int, head.Features), weights: make([]int8, head.Features*head.Classes)}
	if err := errors.Join(binary.Read(from, binary.LittleEndian, names), binary.Read(from, binary.LittleEndian, keys), binary.Read(from, binary.LittleEndian, c.weights)); err != nil {
		return nil, head.Digest, err
	}
	if c.commands = strings.Fields(string(names)); len(c.commands) != int(head.Classes) {
		return nil, head.Digest, fmt.Errorf("the weights are for %d commands, not %d", len(c.commands), head.Classes)
	}
	for row, key := range keys {
		c.rows[key] = row
	}
	return c, head.Digest, nil
}

// write returns the form that readClassifier reads.
func (c *classifier) write(digest [16]byte) ([]byte, error) {
	names := strings.Join(c.commands, " ")
	keys := slices.SortedFunc(maps.Keys(c.rows), func(a, b uint32) int { return cmp.Compare(c.rows[a], c.rows[b]) })
	var out bytes.Buffer
	to, err := zlib.NewWriterLevel(&out, zlib.BestCompression)
	if err != nil {
		return nil, err
	}
	head := weightsHead{digest, uint32(len(c.commands)), uint32(len(names)), uint32(len(keys))}
	for _, part := range []any{head, []byte(names), keys, c.weights} {
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
		panic(err) // the file is embedded, so the tests would fail first
	}
	return c
})

// input is a feature's key with its value.
type input struct {
	key   uint32
	value float64
}

// inputLength is the Euclidean length to which the features of a sentence are scaled, so that long and short sentences count alike.
const inputLength = 4

// inputs returns the features of a sentence in a situation, scaled, always in the same order: sums of floats depend on it, and
// the same question must get the same answer.
func inputs(features map[string]float64, now Situation) []input {
	square := 0.0
	for _, f := range slices.Sorted(maps.Keys(features)) {
		square += features[f] * features[f]
	}
	scale := inputLength / math.Sqrt(square)
	all := make([]input, 0, len(features)+4)
	for f, x := range features {
		all = append(all, input{featureKey(f), x * scale})
	}
	if now&Known != 0 {
		for bit := Situation(1); bit <= Solving; bit <<= 1 {
			if now&bit != 0 {
				all = append(all, input{featureKey(fmt.Sprint("now ", bit)), 1})
			}
		}
	}
	slices.SortFunc(all, func(a, b input) int { return cmp.Compare(a.key, b.key) })
	return all
}

// candidate is a command with the probability that a sentence means it.
type candidate struct {
	command string
	chance  float64
}

// classify returns the commands that a sentence may mean, the likeliest first. It judges a sentence once, and returns a copy.
func (c *classifier) classify(s *sentence) []candidate {
	if s.likely == nil {
		s.likely = c.judge(inputs(readFeatures(s), s.now))
	}
	return slices.Clone(s.likely)
}

func (c *classifier) judge(in []input) []candidate {
	sums := make([]float64, len(c.commands))
	for _, x := range in {
		row, known := c.rows[x.key]
		if !known {
			continue
		}
		for i, w := range c.weights[row*len(sums) : (row+1)*len(sums)] {
			sums[i] += float64(w) * weightUnit * x.value
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
		sums[i] = math.Exp(x - highest)
		total += sums[i]
	}
	for i := range sums {
		sums[i] /= total
	}
}
