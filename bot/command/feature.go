package command

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The weights of the kinds of features.
const (
	wordFeature    = 1.5
	conceptFeature = 1.5
	lightFeature   = 0.3
	pairFeature    = 0.7
	letterFeature  = 0.25
)

// shortestLetters is the length of the shortest word that is compared by its letter sequences.
const shortestLetters = 4

// readFeatures returns the features by which a sentence is judged: its words, their concepts, pairs of
// neighbouring words, and sequences of three or four letters, which make a misspelt or inflected word similar to the right
// one. Names, games, pieces, cells and numbers are each replaced by their kind.
func readFeatures(s *sentence) map[string]float64 {
	features := map[string]float64{"": 1} // which every sentence has
	if s.asked {
		features["asked"] = 1
	}
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
