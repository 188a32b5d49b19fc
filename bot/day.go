package bot

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed days.txt
var dayLines string

// dayNames has the words for days and months, in small letters, each with its number.
type dayNames struct {
	weekdays, months, ahead map[string]int
	idle                    map[string]bool
}

// readDays reads days.txt.
var readDays = sync.OnceValue(func() dayNames {
	names := dayNames{weekdays: map[string]int{}, months: map[string]int{}, ahead: map[string]int{}, idle: map[string]bool{}}
	for line := range strings.Lines(dayLines) {
		what, words, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok || what[0] == '#' {
			continue
		}
		kind, number, _ := strings.Cut(what, " ")
		n, _ := strconv.Atoi(number)
		for _, w := range strings.Fields(words) {
			switch kind {
			case "weekday":
				names.weekdays[w] = n
			case "month":
				names.months[w] = n
			case "ahead":
				names.ahead[w] = n
			default:
				names.idle[w] = true
			}
		}
	}
	return names
})

// dayForm matches a day of a month: "10", "10.", "10th".
var dayForm = regexp.MustCompile(`^([0-9]{1,2})(?:\.|st|nd|rd|th)?$`)

// dotted matches a date as it is written in German: "24.12.", "24.12.2026".
var dotted = regexp.MustCompile(`^([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})?$`)

// yearForm matches a year.
var yearForm = regexp.MustCompile(`^20[0-9]{2}$`)

// ParseDay reads a day to come in English or German: "2026-12-24", "24.12.", "december 24", "24th of December 2026", "monday", "next Monday", "tomorrow".
// One without a year is the next one after today, of this year or the next. Words such as "on the" may stand around it. The result has today's location, and
// begins the day; ok is false if the words are no day after today.
func ParseDay(words string, today time.Time) (day time.Time, ok bool) {
	y, m, d := today.Date()
	today = time.Date(y, m, d, 0, 0, 0, 0, today.Location())
	var fields []string
	for _, w := range strings.Fields(strings.ToLower(words)) {
		if w = strings.Trim(w, ",!?"); w != "" && !readDays().idle[w] {
			fields = append(fields, w)
		}
	}
	switch len(fields) {
	case 1:
		day, ok = oneWordDay(fields[0], today)
	case 2, 3:
		day, ok = monthDay(fields, today)
	}
	return day, ok && day.After(today)
}

// oneWordDay reads a day of one word.
func oneWordDay(word string, today time.Time) (time.Time, bool) {
	if at, err := time.ParseInLocation(time.DateOnly, word, today.Location()); err == nil {
		return at, true
	}
	if parts := dotted.FindStringSubmatch(word); parts != nil {
		d, _ := strconv.Atoi(parts[1])
		m, _ := strconv.Atoi(parts[2])
		return dated(parts[3], m, d, today)
	}
	word = strings.TrimRight(word, ".")
	if n, ok := readDays().ahead[word]; ok {
		return today.AddDate(0, 0, n), true
	}
	if n, ok := readDays().weekdays[word]; ok {
		return today.AddDate(0, 0, 1+(n+6-int(today.Weekday()))%7), true
	}
	return time.Time{}, false
}

// monthDay reads a day of a month, in either order, with or without a year.
func monthDay(fields []string, today time.Time) (time.Time, bool) {
	year := ""
	if len(fields) == 3 {
		if year = fields[2]; !yearForm.MatchString(year) {
			return time.Time{}, false
		}
	}
	m, day := monthNumber(fields[0]), fields[1]
	if m == 0 {
		m, day = monthNumber(fields[1]), fields[0]
	}
	part := dayForm.FindStringSubmatch(day)
	if part == nil || m == 0 {
		return time.Time{}, false
	}
	d, _ := strconv.Atoi(part[1])
	return dated(year, m, d, today)
}

// monthNumber returns the number of a month, perhaps abbreviated with a full stop, 0 for none.
func monthNumber(word string) int { return readDays().months[strings.TrimRight(word, ".")] }

// dated returns a day of a year, or the next such day if that is empty; ok is false if the year has no such day.
func dated(year string, month, day int, today time.Time) (time.Time, bool) {
	y := today.Year()
	if year != "" {
		y, _ = strconv.Atoi(year)
	}
	at := time.Date(y, time.Month(month), day, 0, 0, 0, 0, today.Location())
	if year == "" && !at.After(today) {
		at = time.Date(y+1, time.Month(month), day, 0, 0, 0, 0, today.Location())
	}
	return at, int(at.Month()) == month && at.Day() == day
}
