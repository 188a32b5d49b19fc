package talk

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"raumbot/bot/command"
	"raumbot/rules"
)

//go:embed dictionary.txt
var dictionaryLines string

// The meanings of words that code recognizes, in addition to those that dictionary.txt lists.
const (
	isName     = "NAME"
	isVariant  = "VARIANT"
	isPiece    = "PIECE"
	isCell     = "CELL"
	isLevel    = "LEVEL"
	isNumber   = "NUMBER"
	isRound    = "ROUNDNO"    // a number after the word "round"
	isStrength = "STRENGTHNO" // a number after a word for the computer's strength
	isPace     = "PACE"
	isMove     = "FROMTO"
	isZone     = "ZONE"
	isDay      = "DAY"
	isCommand  = "COMMAND" // the name of a command, in any language
)

// arguments are the meanings that are arguments by themselves. A word that has one counts as its
// kind.
var arguments = map[string]bool{isName: true, isVariant: true, isCell: true, isLevel: true, isNumber: true, isRound: true, isStrength: true, isPace: true, isMove: true}

// sense is one meaning of a word.
type sense struct {
	meaning string
	value   string // the argument for a command, "" for none
}

// dictionary holds the known words and their meanings.
type dictionary struct {
	light   map[string]bool    // meanings that carry little information
	words   map[string][]sense // by word, or by several with spaces between them
	stems   map[string][]sense // by the beginning of a word
	longest map[string]int     // by first word: the number of words of the longest entry
	spelled map[string]string  // known words by their remainders without one letter
}

// dictionaries has a dictionary for each list of names of commands, as making one takes a while.
var dictionaries sync.Map

// dictionaryOf returns the embedded dictionary.txt with the names of games and pieces, and of the
// commands of a table.
func dictionaryOf(table command.Table) *dictionary {
	var all strings.Builder
	for _, c := range table {
		fmt.Fprintln(&all, c.Name, c.Names())
	}
	once, _ := dictionaries.LoadOrStore(all.String(), sync.OnceValue(func() *dictionary { return readDictionary(table) }))
	return once.(func() *dictionary)()
}

// readDictionary makes the dictionary for the commands of a table.
func readDictionary(table command.Table) *dictionary {
	d := &dictionary{light: map[string]bool{}, words: map[string][]sense{}, stems: map[string][]sense{}, longest: map[string]int{}, spelled: map[string]string{}}
	for line := range strings.SplitSeq(dictionaryLines, "\n") {
		name, words, ok := strings.Cut(line, " =")
		if !ok || line[0] == '#' {
			continue
		}
		bare := strings.TrimPrefix(name, "~")
		meaning, value, _ := strings.Cut(bare, ":")
		d.light[meaning] = d.light[meaning] || bare != name
		for w := range strings.FieldsSeq(words) {
			s := sense{meaning, value}
			if stem, cut := strings.CutSuffix(w, "*"); cut {
				d.stems[stem] = append(d.stems[stem], s)
				w = stem
			}
			d.add(strings.ReplaceAll(w, "_", " "), s)
		}
	}
	d.addNames()
	for _, c := range table {
		for _, name := range c.Names() {
			d.add(name, sense{isCommand, c.Name})
		}
	}
	d.addSpellings()
	return d
}

// add adds a sense to a word, or to several words with spaces between them.
func (d *dictionary) add(words string, s sense) {
	if !slices.Contains(d.words[words], s) {
		d.words[words] = append(d.words[words], s)
	}
	first, _, _ := strings.Cut(words, " ")
	d.longest[first] = max(d.longest[first], strings.Count(words, " ")+1)
}

// addNames adds the names of games, of their families and of pieces.
func (d *dictionary) addNames() {
	for name, usual := range command.AlsoCalled() {
		for _, form := range []string{name, strings.ReplaceAll(name, "-", " "), strings.ReplaceAll(name, "-", "")} {
			d.add(form, sense{isVariant, usual})
		}
	}
	for _, v := range rules.Variants() {
		d.add(v.Name, sense{isVariant, v.Name})
		d.add(strings.ToLower(v.Title), sense{isVariant, v.Name})
		if family := family(v); family != v.Name && len(command.Games(family)) > 0 {
			d.add(family, sense{isVariant, family})
		}
		for _, kind := range v.Kinds {
			name := strings.ToLower(kind.Name)
			for _, form := range []string{name, name + "s", strings.ToLower(kind.Code)} {
				if _, known := d.words[form]; !known {
					d.add(form, sense{isPiece, name})
				}
			}
		}
	}
}

// family returns the word that the names of several games begin with or share.
func family(v *rules.Variant) string {
	family, _, _ := strings.Cut(strings.TrimRight(v.Name, "0123456789"), "-")
	for w := range strings.FieldsSeq(strings.ToLower(v.Title)) {
		if strings.HasSuffix(w, "chess") && w != "chess" { // several games are called "tunnelchess"
			family = w
		}
	}
	return family
}

// shortestSpelled is the length of the shortest word whose misspellings are recognised.
const shortestSpelled = 5

// addSpellings fills spelled. If two words have the same remainder, the alphabetically first one is
// used.
func (d *dictionary) addSpellings() {
	for word := range d.words {
		if strings.Contains(word, " ") || utf8.RuneCountInString(word) < shortestSpelled {
			continue
		}
		for _, short := range withoutOne(word) {
			if known := d.spelled[short]; known == "" || word < known {
				d.spelled[short] = word
			}
		}
	}
}

// withoutOne returns the forms of a word without one of its letters, for each letter but the first.
func withoutOne(word string) []string {
	var all []string
	for i, r := range word {
		if i > 0 {
			all = append(all, word[:i]+word[i+utf8.RuneLen(r):])
		}
	}
	return all
}

// senses returns the senses of a word, or nil if it is unknown. misspelt reports whether it is a
// misspelling of a known word.
func (d *dictionary) senses(word string) (all []sense, misspelt bool) {
	if all := d.words[word]; all != nil {
		return all, false
	}
	for end := len(word); end >= 4; end-- {
		if all := d.stems[word[:end]]; all != nil {
			return all, false
		}
	}
	if utf8.RuneCountInString(word) < shortestSpelled {
		return nil, false
	}
	for _, short := range append(withoutOne(word), word) {
		if known, near := d.spelled[short]; near && command.Nearest(word, []string{known}) != "" {
			return d.words[known], true
		}
		if all := d.words[short]; all != nil && utf8.RuneCountInString(short) >= shortestSpelled {
			return all, true
		}
	}
	return nil, false
}

// Knows reports whether a word has a meaning. It is then not the name of a game.
func (u *Understanding) Knows(word string) bool {
	senses, misspelt := u.words.senses(bare(word))
	return senses != nil && !misspelt
}
