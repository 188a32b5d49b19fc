package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
)

// readZone finds the name of a time zone, of up to three words.
func (s *sentence) readZone() {
	var said []string
	for _, w := range s.words {
		said = append(said, strings.Trim(w.text, edges))
	}
	for i := range said {
		text, _ := cutZone(strings.Join(said[i:], " "))
		name, ok := bot.ParseZone(text)
		if !ok {
			continue
		}
		zone := known("ZONE")
		for n := range strings.Fields(text) {
			s.words[i+n].mean(sense{zone, name})
		}
		s.has.add(zone)
		return
	}
}

// Until reports whether a word stands before the day on which something ends.
func Until(word string) bool { return readWordLists().until[word] }

// longestDay is how many words the name of a day has at most: "10th of December 2026".
const longestDay = 4

// readDay finds a day to come behind a word such as "until", in a statement about today: not in a question, nor behind "from", which begins
// something later, or "was".
func (s *sentence) readDay() {
	if s.asked || s.questions() {
		return
	}
	for i, w := range s.words {
		switch word := bare(w.text); {
		case readWordLists().from[word] || readWordLists().unreal[word]:
			return
		case !readWordLists().until[word]:
			continue
		}
		for n := min(longestDay, len(s.fields)-w.end); n > 0; n-- {
			text := strings.Join(s.fields[w.end:w.end+n], " ")
			if _, ok := bot.ParseDay(text, longAgo); !ok {
				continue
			}
			day := known("DAY")
			for at := i + 1; at < len(s.words) && s.words[at].end <= w.end+n; at++ {
				s.words[at].mean(sense{day, strings.Trim(text, "!?,")})
			}
			s.words[i].mean(sense{known("IDLE"), ""})
			s.count()
			return
		}
	}
}

// longAgo is before all days that are spoken of.
var longAgo = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// numbers are the values of numbers in words. Articles count as 1 before a unit.
var numbers = map[string]int{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
	"ein": 1, "eine": 1, "einen": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "zwölf": 12,
	"a": 1, "an": 1, "per": 1, "pro": 1, "each": 1, "every": 1}

// units are the hours in each unit of time.
var units = map[string]int{"d": 24, "day": 24, "days": 24, "tag": 24, "tage": 24, "tagen": 24, "h": 1, "hour": 1, "hours": 1, "hrs": 1, "stunde": 1, "stunden": 1,
	"week": 168, "weeks": 168, "woche": 168, "wochen": 168}

// compact matches a number directly followed by a unit of time: "3d".
var compact = regexp.MustCompile(`^([0-9]{1,3})(d|h|days?|hours?)$`)

// readNumber reads a number or a time at plain[i], and returns how many fields it takes, 0 if there is neither.
func (s *sentence) readNumber(w *word, plain []string, i int) int {
	said := strings.TrimPrefix(plain[i], "#")
	if part := compact.FindStringSubmatch(said); part != nil {
		n, _ := strconv.Atoi(part[1])
		w.senses = timeSenses(n * units[part[2]])
		return 1 + perMove(plain[i+1:])
	}
	n, err := strconv.Atoi(said)
	digits := err == nil
	if !digits {
		if n = numbers[said]; n == 0 {
			return 0
		}
	}
	if i+1 < len(plain) && units[plain[i+1]] > 0 && n >= 0 && n < 1000 {
		w.senses = timeSenses(n * units[plain[i+1]])
		return 2 + perMove(plain[i+2:])
	}
	if !digits && (n == 1 || len(said) < 3) { // an article
		return 0
	}
	w.senses = []sense{{isNumber, strconv.Itoa(n)}}
	if s.lastIs("ROUND") {
		w.senses = append(w.senses, sense{isRound, "round " + strconv.Itoa(n)})
	}
	if s.lastIs("LEVELWORD") || s.lastIs("DIFFICULTY") {
		w.senses = append(w.senses, sense{isStrength, "level " + strconv.Itoa(n)})
	}
	return 1
}

// perMove returns how many words say that a time before them is for each move: "per move".
func perMove(plain []string) int {
	if len(plain) > 1 && slices.Contains([]string{"per", "pro", "je", "a", "each", "every"}, plain[0]) && slices.Contains([]string{"move", "zug", "turn"}, plain[1]) {
		return 2
	}
	return 0
}

// timeSenses returns a time as a pace: in days if they are whole days, else in hours.
func timeSenses(hours int) []sense {
	if hours%24 == 0 {
		return []sense{{isPace, strconv.Itoa(hours/24) + "d"}}
	}
	return []sense{{isPace, strconv.Itoa(hours) + "h"}}
}
