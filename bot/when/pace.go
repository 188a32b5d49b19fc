package when

import (
	"regexp"
	"strings"
	"time"

	"raumbot/bot"
)

// These are the limits of a pace. A time for a move, a bank and an increment are between minPerMove
// and maxPerMove; a cap is at most maxCap.
const (
	minPerMove = time.Hour
	maxPerMove = 30 * bot.Day
	maxCap     = 90 * bot.Day
)

// writtenPace is a pace as it is written, before it is checked. spans holds the time for a move, or
// the bank, the increment and the cap.
type writtenPace struct {
	none  bool   // "none"
	clock string // a time control that is not for correspondence games, such as "15+10"
	spans []span
}

// clockForm matches time controls that are bare numbers: "15+10".
var clockForm = regexp.MustCompile(`^[0-9]+[+|/][0-9]+`)

// cutPace cuts a pace off the beginning of a text. rest is the text after it. ok is false if the
// text does not begin with a pace.
func cutPace(text string) (p writtenPace, rest string, ok bool) {
	if word, _, _ := strings.Cut(text, " "); strings.EqualFold(word, "none") {
		return writtenPace{none: true}, text[len(word):], true
	}
	if p.clock = clockForm.FindString(text); p.clock != "" && !letterFollows(text[len(p.clock):]) {
		return p, text[len(p.clock):], true
	}
	p.clock = ""
	rest = text
	for i, mark := range []string{"", "+", "/"} {
		behind, marked := strings.CutPrefix(strings.TrimLeft(rest, " "), mark)
		s, behind, found := cutSpan(strings.TrimLeft(behind, " "))
		if !marked || !found {
			break
		}
		if p.spans = append(p.spans, s); s.fine && p.clock == "" {
			p.clock = s.text
		}
		rest, ok = behind, true
		if i == 0 { // "3 days per move"; in "3 days + 12 hours per move" the words are behind the increment
			rest = cutPerMove(rest)
		}
	}
	return p, cutPerMove(rest), ok
}

// CutPace cuts a pace off the beginning of a text, together with words that belong to it: "3 days
// per move". It does not check the pace: [ParsePace] does. ok is false if the text does not begin
// with a pace.
func CutPace(text string) (pace, rest string, ok bool) {
	_, rest, ok = cutPace(text)
	return strings.TrimSpace(text[:len(text)-len(rest)]), strings.TrimSpace(rest), ok && (rest == "" || rest[0] == ' ')
}

// ParsePace parses a time for each move ("3d", "12 hours", "1d12h", "three days per move"), a bank
// with an increment and optionally a cap ("5d+12h/10d"), or "none". The error is a *[bot.Problem].
func ParsePace(text string) (bot.Pace, error) {
	p, rest, ok := cutPace(text)
	switch {
	case !ok || strings.TrimSpace(rest) != "":
		return bot.Pace{}, bot.Problemf(bot.Misunderstood, "%s is no pace: write `3d` for three days a move, `12h` for twelve hours, `5d+12h/10d` for a bank, "+
			"an increment and a cap, or `none`.", bot.QuoteWord(text))
	case p.none:
		return bot.Pace{}, nil
	case p.clock != "":
		return bot.Pace{}, bot.Problemf(bot.Misunderstood, "Games here take days: a move may take from `1h` to `30d`, not %s. Write `3d`, `12h`, `5d+12h/10d` for a bank and an increment, or `none`.", bot.QuoteWord(p.clock))
	}
	for i, s := range p.spans {
		if s.twice {
			return bot.Pace{}, bot.Problemf(bot.Misunderstood, "%s are two times: name one for each move, such as `3d` or `1d12h`, or a bank and an increment, such as `5d+12h`.", bot.QuoteWord(s.text))
		}
		if !s.whole {
			return bot.Pace{}, bot.Problemf(bot.Misunderstood, "A time is a whole number of hours, not %s.", bot.QuoteWord(s.text))
		}
		if i < 2 && (s.length < minPerMove || s.length > maxPerMove) {
			return bot.Pace{}, bot.Problemf(bot.Misunderstood, "A move may take from `1h` to `30d`, not %s.", bot.QuoteWord(s.text))
		}
	}
	var pace bot.Pace
	switch len(p.spans) {
	case 1:
		pace.PerMove = p.spans[0].length
	case 3:
		pace.Cap = p.spans[2].length
		fallthrough
	case 2:
		pace.Bank, pace.Increment = p.spans[0].length, p.spans[1].length
	}
	if len(p.spans) == 3 && (pace.Cap < pace.Bank || pace.Cap > maxCap) {
		return bot.Pace{}, bot.Problemf(bot.Misunderstood, "The cap of a bank is at least what is in it at the start and at most `90d`, not %s.", bot.QuoteWord(p.spans[2].text))
	}
	return pace, nil
}
