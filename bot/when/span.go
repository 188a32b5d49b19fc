package when

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// span is a length of time at the beginning of a text.
type span struct {
	length time.Duration
	text   string // as it is written
	fine   bool   // a part of it is given in minutes or seconds
	whole  bool   // it is a whole number of hours
	twice  bool   // there are two times, because a part's unit is not shorter than the one before
}

// hourUnit is the unit of an hour in days.txt, in seconds.
const hourUnit = 60 * 60

// maxSpanHours limits the numbers of a span, so that a length always fits a time.Duration.
const maxSpanHours = 1_000_000

// spanForms are the regular expressions of the parts of a span, made of the words in days.txt.
type spanForms struct{ part, halfPart, andHalf, perMove *regexp.Regexp }

var readSpanForms = sync.OnceValue(func() spanForms {
	words := readDays()
	ones := maps.Clone(words.single)
	for w, n := range words.numbers {
		if n == 1 {
			ones[w] = true
		}
	}
	unit, one, half := `(`+alternatives(words.units)+`)`, `(?:(?:`+alternatives(ones)+`)[ ]+)?`, `(?:`+alternatives(words.half)+`)`
	andHalf := `(?:and|und)[ ]+` + one + half
	number := alternatives(words.numbers) + `|` + alternatives(words.single)
	return spanForms{
		part:     regexp.MustCompile(`^(?i)(?:([0-9]{1,9}(?:[.,][0-9]{1,3})?)(½)?[ ]?|(½)[ ]?|(` + number + `)[ ]+)(` + andHalf + `[ ]+)?` + unit),
		halfPart: regexp.MustCompile(`^(?i)` + one + half + `[ ]+` + one + unit),
		andHalf:  regexp.MustCompile(`^(?i)[ ]+` + andHalf),
		perMove:  regexp.MustCompile(`^(?i)[ ]+(?:` + alternatives(words.per) + `)[ ]+(?:` + alternatives(words.turn) + `)`),
	}
})

// alternatives returns a regular expression for one of some words, of which the longest that fits
// is taken.
func alternatives[V any](words map[string]V) string {
	var all []string
	for w := range words {
		all = append(all, regexp.QuoteMeta(w))
	}
	slices.SortFunc(all, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return strings.Join(all, "|")
}

// cutSpan cuts a length of time off the beginning of a text: "3d", "three days", "1d12h", "1.5
// weeks", "2 days and 6 hours", "an hour and a half". ok is false if the text does not begin with
// one.
func cutSpan(text string) (s span, rest string, ok bool) {
	seconds, left, last, joined := 0.0, text, math.MaxInt, true
	for {
		part, n, unit := cutPart(left, joined)
		if part == "" {
			break
		}
		seconds, s.fine, s.twice, ok = seconds+n*float64(unit), s.fine || unit < hourUnit, s.twice || unit >= last, true
		last = unit
		left = left[len(part):]
		s.text = text[:len(text)-len(left)]
		left = strings.TrimLeft(left, " ")
		joiner := joiningSpans.FindString(left)
		left, joined = left[len(joiner):], joiner != ""
	}
	seconds = min(seconds, maxSpanHours*hourUnit)
	s.length = time.Duration(math.Round(seconds)) * time.Second
	s.whole = s.length%time.Hour == 0
	return s, text[len(s.text):], ok
}

// cutPart cuts one part of a span off the beginning of a text. It returns the part, empty if there
// is none, and how often it has a unit of how many seconds. Only if single is set may it have a
// word such as "a" in place of a number: "3 days a week" is no length of time.
func cutPart(text string, single bool) (part string, n float64, unit int) {
	words := readDays()
	if found := readSpanForms().halfPart.FindStringSubmatch(text); found != nil && len(found[1]) > 1 && !letterFollows(text[len(found[0]):]) {
		return found[0], 0.5, words.units[strings.ToLower(found[1])]
	}
	found := readSpanForms().part.FindStringSubmatch(text)
	if found == nil || letterFollows(text[len(found[0]):]) {
		return "", 0, 0
	}
	part, unit = found[0], words.units[strings.ToLower(found[6])]
	n, err := strconv.ParseFloat(strings.ReplaceAll(found[1], ",", "."), 64)
	if word := strings.ToLower(found[4]); err != nil && word != "" {
		if n = words.numbers[word]; n == 0 {
			n = 1 // such as "a week"
		}
		if words.single[word] && (!single || len(found[6]) == 1) {
			return "", 0, 0
		}
	}
	behind := readSpanForms().andHalf.FindString(text[len(part):])
	next := strings.TrimLeft(text[len(part):], " ")
	if readSpanForms().halfPart.MatchString(next[len(joiningSpans.FindString(next)):]) || letterFollows(text[len(part)+len(behind):]) {
		behind = "" // "a day and half an hour"
	}
	part += behind
	if found[2]+found[3]+found[5]+behind != "" {
		n += 0.5
	}
	return part, n, unit
}

// joiningSpans matches the word between the parts of a span.
var joiningSpans = regexp.MustCompile(`^(?i)(?:and|und) +`)

// letterFollows reports whether a text begins with a letter.
func letterFollows(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

// CutSpan cuts a length of time off the beginning of a text, with the words "per move" behind it:
// "3 days", "1d12h per move". ok is false if the text does not begin with a whole number of hours.
func CutSpan(text string) (length time.Duration, rest string, ok bool) {
	s, rest, ok := cutSpan(text)
	return s.length, cutPerMove(rest), ok && s.whole && !s.fine && !s.twice
}

// ParseDelay parses a length of time to the minute: "90 minutes", "1.5 hours", "2 days and 6
// hours". ok is false if it is shorter than a minute.
func ParseDelay(text string) (length time.Duration, ok bool) {
	s, rest, ok := cutSpan(strings.TrimSpace(text))
	return s.length.Truncate(time.Minute), ok && !s.twice && s.length >= time.Minute && strings.TrimSpace(rest) == ""
}

// ParseSpan parses a length of time, as [CutSpan] cuts it off. ok is false if it is zero.
func ParseSpan(text string) (length time.Duration, ok bool) {
	length, rest, ok := CutSpan(strings.TrimSpace(text))
	return length, ok && length > 0 && strings.TrimSpace(rest) == ""
}

// cutPerMove cuts words such as "per move" off a text.
func cutPerMove(text string) string {
	words := readSpanForms().perMove.FindString(text)
	if letterFollows(text[len(words):]) {
		return text
	}
	return text[len(words):]
}
