package when

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
)

// dayForm matches a day of a month: "10", "10.", "10th".
var dayForm = regexp.MustCompile(`^([0-9]{1,2})(?:\.|st|nd|rd|th)?$`)

// dotted matches a date as it is written in German: "24.12.", "24.12.2026".
var dotted = regexp.MustCompile(`^([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})?$`)

// yearForm matches a year.
var yearForm = regexp.MustCompile(`^20[0-9]{2}$`)

// errNoDay is the error of words that do not form a date.
var errNoDay = errors.New("not a date")

// errNoSuchDay is the error of a date that the calendar does not have.
var errNoSuchDay = errors.New("no such day")

// ReadDay reads a future day in English or German: "2026-12-24", "24.12.", "december 24", "24th of
// December 2026", "monday", "tomorrow". "next monday" is the one of the next week. A day without a
// year is the next such day after today. Words such as "on the" may stand around it. The result is
// the beginning of the day, in the location of today. The error is a *[bot.Problem] that says what
// is wrong with the date.
func ReadDay(words string, today time.Time) (day time.Time, err error) {
	today = midnight(today)
	day, err = readDay(words, today)
	if err == nil && !day.After(today) {
		return day, dayIsOver(words, day, today)
	}
	return day, dayProblem(words, today, err)
}

// ReadTime reads a future day like [ReadDay], today, or a moment of such a day: "friday 18:00",
// "24.12. um 18 Uhr", "6 pm tomorrow". The result is in a zone named by [ParseZone]. The words may
// name another zone at their end. named is then its name, else zone.
func ReadTime(words, zone string, now time.Time) (at time.Time, named string, err error) {
	words, zone = cutZoneAtEnd(words, zone)
	now = now.In(bot.Zone(zone))
	minute, left, timed := CutClock(words)
	if minute < 0 {
		return at, zone, bot.Problemf(bot.Misunderstood, "%s is no time of day. Write one as `18:00`.", bot.QuoteWord(words))
	}
	day, err := readDay(left, midnight(now))
	if said, _ := dayWords(left); timed && len(said) == 0 { // the next time that clocks show it
		day, err = midnight(now), nil
		if at = bot.WallClock(zone, day.Year(), day.Month(), day.Day(), minute); !at.After(now) {
			day = day.AddDate(0, 0, 1)
		}
	}
	if err != nil {
		return at, zone, dayProblem(words, now, err)
	}
	at = bot.WallClock(zone, day.Year(), day.Month(), day.Day(), minute)
	if !at.After(now) && timed && day.Equal(midnight(now)) {
		return at, zone, bot.Problemf(bot.Misunderstood, "%s has passed: it is %s now.", bot.QuoteWord(words), now.Format("15:04"))
	}
	if !at.After(now) {
		return at, zone, dayIsOver(words, day, now)
	}
	return at, zone, nil
}

// cutZoneAtEnd cuts the name of a time zone off the end of some words, and returns the zone that
// holds: the named one, or else the given one.
func cutZoneAtEnd(words, zone string) (left, held string) {
	fields := strings.Fields(strings.ToLower(words))
	for n := min(bot.LongestZone(), len(fields)-1); n > 0; n-- {
		if other, ok := bot.ParseZone(strings.Join(fields[len(fields)-n:], " ")); ok && !readDays().isWord(fields[len(fields)-n]) {
			return strings.Join(fields[:len(fields)-n], " "), other
		}
	}
	return words, zone
}

// NamesTime reports whether words are in the form of a day, a time of day or both, even if there is
// no such day or time.
func NamesTime(words string) bool {
	words, _ = cutZoneAtEnd(words, "")
	minute, left, timed := CutClock(words)
	if minute < 0 {
		return true
	}
	_, err := readDay(left, time.Time{})
	said, _ := dayWords(left)
	return !errors.Is(err, errNoDay) || timed && len(said) == 0
}

// FindTime returns the words in a text that name a day, a time of day or both. In "can you wake me
// tomorrow at 9?" it finds "tomorrow at 9". It returns "" unless the text names exactly one time.
func FindTime(text string) (found string) {
	fields := strings.Fields(text)
	for from := 0; from < len(fields); from++ {
		w := fields[from]
		if strings.Trim(w, "0123456789:.") != "" && !readDays().isWord(strings.ToLower(w)) {
			continue
		}
		for to := min(len(fields), from+longestTime); to > from; to-- {
			words := strings.Trim(strings.Join(fields[from:to], " "), ",.!?")
			switch {
			case !NamesTime(words):
				continue
			case found != "":
				return ""
			}
			found, from = words, to-1
			break
		}
	}
	return found
}

// longestTime is the maximum number of words in the time that FindTime finds: "on the 24th of
// December 2026 at 6 pm".
const longestTime = 9

// midnight returns the beginning of a day.
func midnight(at time.Time) time.Time {
	y, m, d := at.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, at.Location())
}

// dayIsOver returns the problem of a day that is not in the future.
func dayIsOver(words string, day, today time.Time) error {
	if day.Equal(midnight(today)) {
		return bot.Problemf(bot.Misunderstood, "%s has already begun. Name a later day, such as `%s`.", bot.QuoteWord(words), ExampleDay(today, 7))
	}
	return bot.Problemf(bot.Misunderstood, "%s is over. Name a later day, such as `%s`.", bot.QuoteWord(words), ExampleDay(today, 7))
}

// dayProblem returns the problem of words that are no day.
func dayProblem(words string, today time.Time, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errNoSuchDay):
		return bot.Problemf(bot.Misunderstood, "There is no such day as %s. A date is written as `%s`.", bot.QuoteWord(words), ExampleDay(today, 7))
	}
	return bot.Problemf(bot.Misunderstood, "%s is not a date. Write one as `%s`, `%s` or `friday`.", bot.QuoteWord(words), ExampleDay(today, 7), strings.ToLower(today.AddDate(0, 0, 7).Format("2 January")))
}

// ExampleDay returns the date of a day some days ahead, as an example of a date that is valid
// today.
func ExampleDay(today time.Time, ahead int) string {
	return today.AddDate(0, 0, ahead).Format(time.DateOnly)
}

// timeOfDay matches a time of day: "18:00", "6 pm", "18 Uhr", "18.30 Uhr".
var timeOfDay = func() *regexp.Regexp {
	unit := `(` + alternatives(clockUnits) + `)`
	return regexp.MustCompile(`(?i)(?:^|[ t])(?:([0-9]{1,2}):([0-9]{2})(?: ?` + unit + `)?|([0-9]{1,2})(?:[.:]([0-9]{2}))? ?` + unit + `)(?:$|[ ,!?])`)
}()

// CutClock removes a time of day from a text: "18:00", "6 pm", "18 Uhr", "noon" or "at 9". minute
// is the time in minutes since midnight, and left is the rest of the text. timed is false if the
// text has no time of day. If it has an impossible one, such as "25:00", timed is true and minute
// is negative.
func CutClock(words string) (minute int, left string, timed bool) {
	fields := strings.Fields(words)
	if minute, left, timed = cutHour(fields); timed {
		return minute, left, true
	}
	words = strings.Join(fields, " ")
	at := timeOfDay.FindStringSubmatchIndex(words)
	if at == nil {
		for i, w := range fields {
			if hour, ok := readDays().clock[strings.ToLower(strings.Trim(w, ",!?."))]; ok {
				return 60 * hour, strings.Join(slices.Delete(fields, i, i+1), " "), true
			}
		}
		return 0, words, false
	}
	part := func(n int) string {
		if at[2*n] < 0 {
			return ""
		}
		return words[at[2*n]:at[2*n+1]]
	}
	hour, _ := strconv.Atoi(part(1) + part(4))
	minutes, _ := strconv.Atoi(part(2) + part(5))
	return minuteOfDay(hour, minutes, part(3)+part(6)), words[:at[0]] + " " + words[at[1]:], true
}

// cutHour is like CutClock, for an hour without minutes that follows a word such as "at": "at 9",
// "um neun Uhr".
func cutHour(fields []string) (minute int, left string, timed bool) {
	for i := range max(0, len(fields)-1) {
		clock, ok := readDays().hour[strings.ToLower(fields[i])]
		hour, number := smallNumber(fields[i+1])
		if !ok || !number {
			continue
		}
		behind, unit := fields[i+2:], ""
		if said, _ := dayWords(strings.Join(behind, " ")); len(said) > 0 && monthNumber(said[0]) > 0 {
			continue // "at 9 December"
		}
		if len(behind) > 0 {
			unit = strings.ToLower(strings.Trim(behind[0], ",!?"))
		}
		if !clockUnits[unit] || clock == hoursADay && unit == "am" {
			unit = ""
		} else {
			behind = behind[1:]
		}
		return minuteOfDay(hour, 0, unit), strings.Join(slices.Concat(fields[:i], behind), " "), true
	}
	return 0, "", false
}

// hoursADay is the number of hours of a day.
const hoursADay = 24

// smallNumber reads a number with one or two digits, or a word for such a number.
func smallNumber(word string) (n int, ok bool) {
	word = strings.Trim(word, ",!?")
	if n = NumberWord(word); n == 0 && len(word) <= 2 {
		v, err := strconv.ParseUint(word, 10, 8)
		return int(v), err == nil
	}
	return n, n > 0
}

// minuteOfDay returns a time of day in minutes since midnight, or -1 if there is no such time. unit
// is the word after the hour, such as "pm", or empty.
func minuteOfDay(hour, minute int, unit string) int {
	half := strings.ToLower(unit)
	if half == "am" || half == "pm" {
		if hour < 1 || hour > hoursADay/2 {
			return -1
		}
		hour %= hoursADay / 2
		if half == "pm" {
			hour += hoursADay / 2
		}
	}
	if hour >= hoursADay || minute > 59 {
		return -1
	}
	return 60*hour + minute
}

// readDay reads a day. The error is errNoDay or errNoSuchDay.
func readDay(words string, today time.Time) (time.Time, error) {
	fields, next := dayWords(words)
	if n, ok := readDays().ahead[strings.Join(fields, "_")]; ok && !next {
		return today.AddDate(0, 0, n), nil
	}
	switch len(fields) {
	case 1:
		return oneWordDay(fields[0], next, today)
	case 2, 3:
		return monthDay(fields, today)
	}
	return time.Time{}, errNoDay
}

// dayWords returns the words of a day that mean something, and whether a word such as "next" stands
// among them.
func dayWords(words string) (fields []string, next bool) {
	for _, w := range strings.Fields(strings.ToLower(words)) {
		w = strings.Trim(w, ",!?")
		switch {
		case readDays().next[w]:
			next = true
		case w != "" && !readDays().idle[w]:
			fields = append(fields, w)
		}
	}
	return fields, next
}

// isoDate matches a date as it is written in computing: "2026-12-24".
var isoDate = regexp.MustCompile(`^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$`)

// oneWordDay reads a day that is written as one word. next means that a weekday is one of the next
// week.
func oneWordDay(word string, next bool, today time.Time) (time.Time, error) {
	if parts := isoDate.FindStringSubmatch(word); parts != nil {
		m, _ := strconv.Atoi(parts[2])
		d, _ := strconv.Atoi(parts[3])
		return dated(parts[1], m, d, today)
	}
	if parts := dotted.FindStringSubmatch(word); parts != nil {
		d, _ := strconv.Atoi(parts[1])
		m, _ := strconv.Atoi(parts[2])
		return dated(parts[3], m, d, today)
	}
	word = strings.TrimRight(word, ".")
	if n, ok := readDays().ahead[word]; ok {
		return today.AddDate(0, 0, n), nil
	}
	n, ok := readDays().weekdays[word]
	switch {
	case !ok:
		return time.Time{}, errNoDay
	case next:
		sinceMonday := (int(today.Weekday()) + 6) % 7
		return today.AddDate(0, 0, 7-sinceMonday+(n+6)%7), nil
	}
	return today.AddDate(0, 0, 1+(n+6-int(today.Weekday()))%7), nil
}

// monthDay reads a day of a month, in either order, with or without a year.
func monthDay(fields []string, today time.Time) (time.Time, error) {
	year := ""
	if len(fields) == 3 {
		if year = fields[2]; !yearForm.MatchString(year) {
			return time.Time{}, errNoDay
		}
	}
	m, day := monthNumber(fields[0]), fields[1]
	if m == 0 {
		m, day = monthNumber(fields[1]), fields[0]
	}
	part := dayForm.FindStringSubmatch(day)
	if part == nil || m == 0 {
		return time.Time{}, errNoDay
	}
	d, _ := strconv.Atoi(part[1])
	return dated(year, m, d, today)
}

// dated returns a day of a year, or the next such day if year is empty.
func dated(year string, month, day int, today time.Time) (time.Time, error) {
	from, to := today.Year(), today.Year()+yearsToLeapDay
	if year != "" {
		from, _ = strconv.Atoi(year)
		to = from
	}
	for y := from; y <= to; y++ {
		at := time.Date(y, time.Month(month), day, 0, 0, 0, 0, today.Location())
		if int(at.Month()) == month && at.Day() == day && (year != "" || at.After(today)) {
			return at, nil
		}
	}
	return time.Time{}, errNoSuchDay
}

// yearsToLeapDay is the maximum number of years between two 29ths of February.
const yearsToLeapDay = 8
