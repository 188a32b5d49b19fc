// Package when reads days, times of day, lengths of time and paces, as people write them in English
// or German.
package when

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

//go:embed days.txt
var dayLines string

// dayNames holds the words for days, months and lengths of time, in lower case, each with its
// number.
type dayNames struct {
	weekdays, months, ahead       map[string]int
	clock, hour                   map[string]int
	units                         map[string]int
	numbers                       map[string]float64
	next, idle, single, per, turn map[string]bool
	half                          map[string]bool
	before                        map[Preposition]map[string]bool
}

// readDays reads days.txt.
var readDays = sync.OnceValue(func() dayNames {
	var names dayNames
	numbered := map[string]*map[string]int{"weekday": &names.weekdays, "month": &names.months, "ahead": &names.ahead, "clock": &names.clock, "hour": &names.hour, "unit": &names.units}
	plain := map[string]*map[string]bool{"next": &names.next, "idle": &names.idle, "single": &names.single, "per": &names.per, "turn": &names.turn, "half": &names.half}
	for _, words := range numbered {
		*words = map[string]int{}
	}
	for _, words := range plain {
		*words = map[string]bool{}
	}
	names.numbers, names.before = map[string]float64{}, map[Preposition]map[string]bool{}
	for line := range strings.Lines(dayLines) {
		what, words, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok || what[0] == '#' {
			continue
		}
		kind, number, _ := strings.Cut(what, " ")
		n, _ := strconv.ParseFloat(number, 64)
		for _, w := range strings.Fields(words) {
			switch to := numbered[kind]; {
			case kind == "number":
				names.numbers[w] = n
			case kind == "before":
				names.add(Preposition(number), w)
			case to != nil:
				(*to)[w] = int(n)
			default:
				(*plain[kind])[w] = true
			}
		}
	}
	return names
})

// add adds a word to those of a preposition.
func (n dayNames) add(p Preposition, word string) {
	if n.before[p] == nil {
		n.before[p] = map[string]bool{}
	}
	n.before[p][word] = true
	if p == At {
		n.idle[word] = true
	}
}

// isWord reports whether a word belongs to a date.
func (n dayNames) isWord(word string) bool {
	word = strings.Trim(word, ",!?.")
	_, weekday := n.weekdays[word]
	_, ahead := n.ahead[word]
	_, clock := n.clock[word]
	return weekday || ahead || clock || monthNumber(word) > 0 || n.idle[word] || clockUnits[word]
}

// NumberWord returns the whole number that a word means, such as "three", or 0.
func NumberWord(word string) int {
	n := readDays().numbers[strings.ToLower(word)]
	if n != math.Trunc(n) {
		return 0
	}
	return int(n)
}

// clockUnits are the words behind the number of a time of day.
var clockUnits = map[string]bool{"am": true, "pm": true, "uhr": true}

// monthNumber returns the number of a month, which may be abbreviated with a full stop; 0 for none.
func monthNumber(word string) int { return readDays().months[strings.TrimRight(word, ".")] }

// Preposition is the meaning of a word before a time. The words for each are listed in days.txt.
type Preposition string

// The prepositions.
const (
	After  Preposition = "after"  // a length of time from now: "in 2 hours"
	During Preposition = "during" // how long something lasts: "for 2 days"
	Until  Preposition = "until"  // the day on which something ends
	At     Preposition = "at"     // a moment: "at 18:00", "on friday"
	From   Preposition = "from"   // the beginning of a range: "from 22 to 7"
	To     Preposition = "to"     // the end of a range
)

// Is reports whether a word is one of the preposition's words.
func (p Preposition) Is(word string) bool { return readDays().before[p][strings.ToLower(word)] }

// Cut cuts one of the preposition's words off the beginning of a text. ok is false if the text does
// not begin with such a word, or nothing follows it.
func (p Preposition) Cut(text string) (rest string, ok bool) {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	if rest == "" || !p.Is(first) {
		return text, false
	}
	return rest, true
}

// Pattern returns a regular expression that matches the words of any of the prepositions.
func Pattern(all ...Preposition) string {
	var words []string
	for _, p := range all {
		words = append(words, alternatives(readDays().before[p]))
	}
	return strings.Join(words, "|")
}
