package command

import (
	"slices"
	"strings"
)

// says reports whether a word of a sentence means the concept of a name.
func (s *sentence) says(name string) bool { return s.has.has(known(name)) }

// known returns a concept by its name.
func known(name string) concept { return readVocabulary().concepts[name] }

// tellsMore reports whether a word says more than a yes or no does, although it says little: it asks, or is about moving or showing.
func (w *word) tellsMore() bool {
	return !w.is(known("IDLE")) && slices.ContainsFunc([]string{"WHAT", "WHO", "GO", "SHOW"}, func(name string) bool { return w.is(known(name)) })
}

// Pronoun reports whether a word stands for somebody whose name it does not say: "him", "opponent".
func Pronoun(word string) bool {
	senses, misspelt := readVocabulary().senses(strings.ToLower(word))
	return !misspelt && slices.ContainsFunc(senses, func(x sense) bool { return x.concept == known("OPPONENT") })
}

// mean gives a word one meaning, beyond doubt.
func (w *word) mean(x sense) {
	w.senses, w.unknown, w.named, w.misspelt = []sense{x}, false, false, false
}

// means reports whether a word has a concept of a set.
func (w *word) means(any set) bool {
	return slices.ContainsFunc(w.senses, func(x sense) bool { return any.has(x.concept) })
}

// is reports whether a word has a concept.
func (w *word) is(c concept) bool {
	return slices.ContainsFunc(w.senses, func(x sense) bool { return x.concept == c })
}

// value returns the argument that a word provides for a concept, "" for none.
func (w *word) value(c concept) string {
	for _, x := range w.senses {
		if x.concept == c {
			return x.value
		}
	}
	return ""
}

// find returns the index of the first unused word with a concept, -1 for none. A name in a name's position is preferred.
func (s *sentence) find(c concept, used []concept) int {
	at := -1
	for i, w := range s.words {
		if used[i] == 0 && w.is(c) {
			if c != isName || w.named {
				return i
			}
			if at < 0 {
				at = i
			}
		}
	}
	return at
}

// moves returns how many moves a sentence names.
func (s *sentence) moves() int {
	n := 0
	for _, w := range s.words {
		if w.is(isFromTo) {
			n++
		}
	}
	return n
}

// unknown reports whether a sentence has an unknown word that is not in a name's position.
func (s *sentence) unknown() bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return w.unknown && !w.named || len(w.senses) == 0 })
}

// misspelt reports whether a word of a sentence is a misspelling of a known one.
func (s *sentence) misspelt() bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return w.misspelt })
}

// named reports whether a word that may be a name is in a name's position.
func (s *sentence) named() bool {
	return slices.ContainsFunc(s.words, func(w word) bool {
		return w.named && w.is(isName)
	})
}

// weights are the weights of words that satisfy a need, by the weight class of the concept.
var weights = [...]float64{heavy: 1, light: 0.1, soft: 1}

// The weights of words that satisfy no need.
const (
	strangeWeight = 0.7 // of an unknown word
	softWeight    = 0.2
)

// weight returns the weight of a word that satisfies no need.
func (w *word) weight() float64 {
	if w.unknown || len(w.senses) == 0 {
		return strangeWeight
	}
	weight := weights[heavy]
	for _, x := range w.senses {
		switch readVocabulary().weights[x.concept] {
		case light:
			return weights[light]
		case soft:
			weight = softWeight
		}
	}
	return weight
}
