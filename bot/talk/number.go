package talk

import (
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/when"
)

// readDay finds a future day after a word such as "until".
func (s *sentence) readDay() {
	for i, w := range s.words {
		if !when.Until.Is(bare(w.text)) {
			continue
		}
		for n := min(longestDay, len(s.fields)-w.end); n > 0; n-- {
			text := strings.Trim(strings.Join(s.fields[w.end:w.end+n], " "), "!?,.")
			if _, err := when.ReadDay(text, longAgo); err != nil {
				continue
			}
			for at := i + 1; at < len(s.words) && s.words[at].end <= w.end+n; at++ {
				s.words[at].mean(sense{isDay, text})
			}
			return
		}
	}
}

// longAgo is earlier than any day that people name.
var longAgo = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// longestSpan is the maximum number of words in a length of time: "2 days and 6 hours per move".
const longestSpan = 7

// readNumber reads a number or a time at plain[i]. It returns the number of fields that it takes,
// or 0 if there is neither.
func (s *sentence) readNumber(w *word, plain []string, i int) int {
	said := strings.TrimPrefix(plain[i], "#")
	next := plain[i+1 : min(i+longestSpan, len(plain))]
	if length, rest, ok := when.CutSpan(strings.Join(append([]string{said}, next...), " ")); ok {
		w.senses = []sense{{isPace, bot.Pace{PerMove: length}.String()}}
		return 1 + len(next) - len(strings.Fields(rest))
	}
	n, err := strconv.Atoi(said)
	if err != nil {
		if n = when.NumberWord(said); n < 2 { // no number, or perhaps an article
			return 0
		}
	}
	w.senses = []sense{{isNumber, strconv.Itoa(n)}}
	if s.lastIs("ROUND") {
		w.senses = append(w.senses, sense{isRound, strconv.Itoa(n)})
	}
	if s.lastIs("LEVELWORD") || s.lastIs("DIFFICULTY") {
		w.senses = append(w.senses, sense{isStrength, "level " + strconv.Itoa(n)})
	}
	return 1
}
