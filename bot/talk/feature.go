package talk

import "unicode/utf8"

// The values of the kinds of features.
const (
	wordFeature    = 1.5
	meaningFeature = 1.5
	lightFeature   = 0.3
	pairFeature    = 0.7
	letterFeature  = 0.25
	factFeature    = 1
)

// shortestLetters is the length of the shortest word that is compared by its letter sequences.
const shortestLetters = 4

// readFeatures returns the features by which a sentence is judged: its words, their meanings, pairs
// of neighbouring words, and sequences of letters, which make a misspelt or inflected word similar
// to the right one. A name, game, cell or number is replaced by its kind.
func readFeatures(s *sentence) map[string]float64 {
	features := map[string]float64{"": 1} // every sentence has this one
	if s.asked {
		features["asked"] = 1
	}
	before := "^"
	add := func(said string) {
		features["word "+said] += wordFeature
		features["pair "+before+" "+said] += pairFeature
		before = said
	}
	words := s.words
	if from, person := s.told(); person && from < len(words) { // what the person is told means nothing here
		words = words[:from]
		features["told"] = wordFeature
	}
	for i := range words {
		w := &words[i]
		if i > 0 && s.words[i-1].end == w.end {
			continue
		}
		if kind := w.features(s.dictionary, features); kind != "" {
			add(kind)
			continue
		}
		said := bare(w.text)
		add(said)
		if utf8.RuneCountInString(said) >= shortestLetters {
			addLetters(features, said)
		}
	}
	features["pair "+before+" $"] += pairFeature
	addAsking(features, words)
	return features
}

// addAsking adds a feature for a question word that a person follows within three words, by their
// meanings: "HOW ME" for "how do I move" and "wie mache ich einen Zug".
func addAsking(features map[string]float64, words []word) {
	for i, w := range words {
		question := w.among("HOW", "WHAT", "WHERE", "WHEN", "WHY")
		for _, next := range words[i+1 : min(i+4, len(words))] {
			if person := next.among("ME", "WE", "YOU"); question != "" && person != "" {
				features["asks "+question+" "+person] = meaningFeature
			}
		}
	}
}

// features adds the features of a word's meanings. It returns the word's kind if the word is an
// argument.
func (w *word) features(d *dictionary, features map[string]float64) (kind string) {
	for _, x := range w.senses {
		switch {
		case x.meaning == "DO" || x.meaning == "HELPON" || x.meaning == "PAGE": // these are only arguments
		case x.meaning == isCommand:
			features["names "+x.value] += meaningFeature
		case x.meaning == isName && w.unknown && !w.named:
			features["perhaps a name"] += lightFeature
		case arguments[x.meaning]:
			kind = x.meaning
		case d.light[x.meaning]:
			features["means "+x.meaning] += lightFeature
		default:
			features["means "+x.meaning] += meaningFeature
		}
	}
	return kind
}

// addLetters adds the sequences of three letters in a word.
func addLetters(features map[string]float64, said string) {
	letters := []rune("^" + said + "$")
	for at := range len(letters) - 2 {
		features["letters "+string(letters[at:at+3])] += letterFeature
	}
}
