package command

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed examples.txt
var exampleLines string

// example is something that people have said, with the commands that it may mean, the likeliest first.
type example struct {
	commands []string
	features map[string]float64 // from readFeatures, weighed and normalised to length 1
}

// examples is the corpus with which a sentence is compared where rules alone do not tell what it means: a nearest-neighbour
// search by cosine similarity, in which rare features weigh more than common ones (TF-IDF).
type examples struct {
	all     []example
	by      map[string][]weighted // the examples that have a feature
	rarity  map[string]float64    // inverse document frequency, by feature
	unknown float64               // the rarity of a feature that no example has
}

// weighted is an example with the weight that a feature has in it.
type weighted struct {
	example int // index into examples.all
	weight  float64
}

// small stands in examples.txt for small talk and for what is said to other people.
const small = "-"

// readExamples reads lines of the form "command/another = what was said | what was said".
func readExamples(lines string) (*examples, error) {
	e := &examples{by: map[string][]weighted{}, rarity: map[string]float64{}}
	var faults []error
	for n, line := range strings.Split(lines, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		commands, said, ok := strings.Cut(line, " = ")
		if !ok {
			faults = append(faults, fmt.Errorf("line %d has no \" = \"", n+1))
			continue
		}
		for _, text := range strings.Split(said, " | ") {
			s := readSentence(text)
			features := readFeatures(&s)
			for f := range features {
				e.rarity[f]++
			}
			e.all = append(e.all, example{strings.Split(commands, "/"), features})
		}
	}
	e.unknown = math.Log(float64(len(e.all)) + 1)
	for f, n := range e.rarity {
		e.rarity[f] = math.Log(float64(len(e.all)+1) / n)
	}
	for i := range e.all {
		e.weigh(e.all[i].features)
		for f, x := range e.all[i].features {
			e.by[f] = append(e.by[f], weighted{i, x})
		}
	}
	return e, errors.Join(faults...)
}

// mustReadExamples reads the embedded examples.txt on first use.
var mustReadExamples = sync.OnceValue(func() *examples {
	all, err := readExamples(exampleLines)
	if err != nil {
		panic(err) // the file is embedded, so the tests would fail first
	}
	return all
})

// weigh multiplies features by their rarity, and normalises them to Euclidean length 1. Sums of floats depend on their order, which a map does
// not keep: the same question must get the same answer.
func (e *examples) weigh(features map[string]float64) {
	square := 0.0
	for _, f := range slices.Sorted(maps.Keys(features)) {
		x := features[f]
		rarity, known := e.rarity[f]
		if !known {
			rarity = e.unknown
		}
		features[f] = x * rarity
		square += features[f] * features[f]
	}
	for f := range features {
		features[f] /= math.Sqrt(square)
	}
}

// The weights of the kinds of features, before rarity.
const (
	wordFeature    = 1.5
	conceptFeature = 1.5
	lightFeature   = 0.3
	pairFeature    = 0.7
	letterFeature  = 0.25
)

// shortestLetters is the length of the shortest word that is compared by its letter sequences.
const shortestLetters = 4

// readFeatures returns the features by which a sentence is compared with others: its words, their concepts, pairs of
// neighbouring words, and sequences of three or four letters, which make a misspelt or inflected word similar to the right
// one. Names, games, pieces, cells and numbers are each replaced by their kind.
func readFeatures(s *sentence) map[string]float64 {
	features := map[string]float64{}
	before := "^"
	add := func(said string) {
		features["word "+said] += wordFeature
		features["pair "+before+" "+said] += pairFeature
		before = said
	}
	for i := range s.words {
		w := &s.words[i]
		if i > 0 && s.words[i-1].end == w.end {
			continue
		}
		said := strings.ToLower(strings.Trim(strings.ReplaceAll(w.text, "'", ""), edges))
		kind := ""
		for _, x := range w.senses {
			switch weight := readVocabulary().weights[x.concept]; {
			case x.concept == isName && w.unknown && !w.named:
				features["concept 0"] += lightFeature
			case x.concept < firstListed && x.concept != isPiece:
				kind = found[x.concept]
			case weight == light:
				features[fmt.Sprint("concept ", x.concept)] += lightFeature
			default:
				features[fmt.Sprint("concept ", x.concept)] += conceptFeature
			}
		}
		if kind != "" {
			add(kind)
			continue
		}
		add(said)
		if utf8.RuneCountInString(said) < shortestLetters {
			continue
		}
		letters := []rune("^" + said + "$")
		for _, n := range []int{3, 4} {
			for at := 0; at+n <= len(letters); at++ {
				features["letters "+string(letters[at:at+n])] += letterFeature
			}
		}
	}
	features["pair "+before+" $"] += pairFeature
	return features
}

// near is a command that similar examples meant, with the sum of their weights.
type near struct {
	command string
	score   float64
}

// nearestExamples is how many examples contribute to the scores.
const nearestExamples = 12

// secondly is the factor by which each further command of an example counts less than the one before it.
const secondly = 0.6

// likeness is what examples like a sentence meant.
type likeness struct {
	commands []near  // the likeliest first
	closest  float64 // the similarity of the nearest example, from 0 to 1
}

// nearest returns the commands that examples like a sentence meant, the likeliest first, and the similarity of the nearest example, from 0 to 1.
// It compares a sentence once, and returns a copy.
func (e *examples) nearest(s *sentence) (commands []near, closest float64) {
	if s.like == nil {
		s.like = e.compare(s)
	}
	return slices.Clone(s.like.commands), s.like.closest
}

func (e *examples) compare(s *sentence) *likeness {
	features := readFeatures(s)
	e.weigh(features)
	scores := make([]float64, len(e.all))
	for _, f := range slices.Sorted(maps.Keys(features)) {
		x := features[f]
		for _, w := range e.by[f] {
			scores[w.example] += x * w.weight
		}
	}
	best := highest(scores, nearestExamples)
	if len(best) == 0 {
		return &likeness{}
	}
	var commands []near
	for _, i := range best {
		share := scores[i] * scores[i] * scores[i] // cubed, so that many slightly similar examples do not outweigh a close one
		for _, name := range e.all[i].commands {
			at := slices.IndexFunc(commands, func(n near) bool { return n.command == name })
			if at < 0 {
				at = len(commands)
				commands = append(commands, near{command: name})
			}
			commands[at].score += share
			share *= secondly
		}
	}
	slices.SortStableFunc(commands, func(a, b near) int { return cmp.Compare(b.score, a.score) })
	return &likeness{commands, scores[best[0]]}
}

// highest returns the indices of the highest scores above 0, at most so many, the highest first; of equal ones the first come first.
func highest(scores []float64, most int) []int {
	best := make([]int, 0, most+1)
	for i, x := range scores {
		if x <= 0 || len(best) == most && x <= scores[best[most-1]] {
			continue
		}
		at := len(best)
		for at > 0 && scores[best[at-1]] < x {
			at--
		}
		if best = slices.Insert(best, at, i); len(best) > most {
			best = best[:most]
		}
	}
	return best
}
