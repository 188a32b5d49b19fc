package command

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"raumbot/rules"
)

//go:embed vocabulary.txt
var vocabularyLines string

// concept is something that a word can mean: an index into the names of the vocabulary.
type concept uint16

// The concepts that are recognised by code, not listed in vocabulary.txt.
const (
	isName concept = iota
	isVariant
	isPiece
	isCell
	isLevel
	isNumber
	isRound    // a number after the word "round"
	isStrength // a number after a word for how strong the computer is
	isPace
	isFromTo // a move from cell to cell
	firstListed
)

// found are their names in sentences.txt.
var found = [firstListed]string{"NAME", "VARIANT", "PIECE", "CELL", "LEVEL", "NUMBER", "ROUNDNO", "STRENGTHNO", "PACE", "FROMTO"}

// sense is one meaning of a word.
type sense struct {
	concept concept
	value   string // the argument that it gives a command, "" for none
}

// The weight classes of concepts: how much a word counts in a sentence.
const (
	heavy = iota
	light // little
	soft  // little unless a rule needs it
)

// vocabulary is the known words and what they mean.
type vocabulary struct {
	concepts map[string]concept
	weights  []int
	words    map[string][]sense // by word, or by several with spaces between them
	stems    map[string][]sense // by the beginning of a word
	longest  map[string]int     // by first word: the number of words of the longest entry
	spelled  map[string]string  // known words by what remains of them without one letter
}

// readVocabulary reads the embedded vocabulary.txt on first use, and adds the names of variants and pieces.
var readVocabulary = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{concepts: map[string]concept{}, words: map[string][]sense{}, stems: map[string][]sense{}, longest: map[string]int{}, spelled: map[string]string{}}
	for id, name := range found {
		v.concepts[name] = concept(id)
		v.weights = append(v.weights, heavy)
	}
	for _, line := range strings.Split(vocabularyLines, "\n") {
		name, words, ok := strings.Cut(line, " =")
		if !ok || line[0] == '#' {
			continue
		}
		weight := heavy
		switch name[0] {
		case '~':
			weight, name = light, name[1:]
		case '+':
			weight, name = soft, name[1:]
		}
		name, value, _ := strings.Cut(name, ":")
		id := v.concept(name, weight)
		for _, w := range strings.Fields(words) {
			if stem, cut := strings.CutSuffix(w, "*"); cut {
				v.stems[stem] = append(v.stems[stem], sense{id, value})
				w = stem
			}
			v.add(strings.ReplaceAll(w, "_", " "), sense{id, value})
		}
	}
	v.addNames()
	v.addSpellings()
	return v
})

// concept returns the concept of a name, and adds it with a weight class if it is new.
func (v *vocabulary) concept(name string, weight int) concept {
	id, known := v.concepts[name]
	if !known {
		id = concept(len(v.weights))
		v.concepts[name] = id
		v.weights = append(v.weights, weight)
	}
	return id
}

// add adds a sense to a word, or to several with spaces between them.
func (v *vocabulary) add(words string, s sense) {
	if !slices.Contains(v.words[words], s) {
		v.words[words] = append(v.words[words], s)
	}
	first, _, _ := strings.Cut(words, " ")
	v.longest[first] = max(v.longest[first], strings.Count(words, " ")+1)
}

// addNames adds the names of variants, of their families and of pieces.
func (v *vocabulary) addNames() {
	for name, usual := range alsoCalled {
		for _, form := range []string{name, strings.ReplaceAll(name, "-", " "), strings.ReplaceAll(name, "-", "")} {
			v.add(form, sense{isVariant, usual})
		}
	}
	for _, variant := range rules.Variants() {
		for _, name := range []string{variant.Name, strings.ToLower(variant.Title)} {
			v.add(name, sense{isVariant, variant.Name})
		}
		family, _, _ := strings.Cut(strings.TrimRight(variant.Name, "0123456789"), "-")
		for _, w := range strings.Fields(strings.ToLower(variant.Title)) {
			if strings.HasSuffix(w, "chess") && w != "chess" { // several variants are called "tunnelchess"
				family = w
			}
		}
		if family != variant.Name && len(variantsMeant(family)) > 0 {
			v.add(family, sense{isVariant, family})
		}
		for _, kind := range variant.Kinds {
			name := strings.ToLower(kind.Name)
			for _, form := range []string{name, name + "s", strings.ToLower(kind.Code)} {
				if _, known := v.words[form]; !known {
					v.add(form, sense{isPiece, name})
				}
			}
		}
	}
}

// shortestSpelled is the length of the shortest word whose misspellings are recognised.
const shortestSpelled = 5

// addSpellings fills spelled. Of two words with the same remains, the alphabetically first wins.
func (v *vocabulary) addSpellings() {
	for word := range v.words {
		if strings.Contains(word, " ") || utf8.RuneCountInString(word) < shortestSpelled {
			continue
		}
		for _, short := range withoutOne(word) {
			if other, taken := v.spelled[short]; !taken || word < other {
				v.spelled[short] = word
			}
		}
	}
}

// withoutOne returns a word with each of its letters but the first left out in turn.
func withoutOne(word string) []string {
	var all []string
	for i, r := range word {
		if i > 0 {
			all = append(all, word[:i]+word[i+utf8.RuneLen(r):])
		}
	}
	return all
}

// senses returns the senses of a word, nil if it is unknown, and whether it is a misspelling of a known word.
func (v *vocabulary) senses(word string) (all []sense, misspelt bool) {
	if all := v.words[word]; all != nil {
		return all, false
	}
	for end := len(word); end >= 4; end-- {
		if all := v.stems[word[:end]]; all != nil {
			return all, false
		}
	}
	if utf8.RuneCountInString(word) < shortestSpelled {
		return nil, false
	}
	for _, short := range append(withoutOne(word), word) {
		if known, near := v.spelled[short]; near && Nearest(word, []string{known}) != "" {
			return v.words[known], true
		}
		if all := v.words[short]; all != nil && utf8.RuneCountInString(short) >= shortestSpelled {
			return all, true
		}
	}
	return nil, false
}
