package bot

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // the database of zones, for machines that have none
	"unicode"

	"raumbot/bot/letter"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

//go:embed zones.txt
var zoneLines string

// zoneNames maps what people call zones, in lower case, to the names of zones: "europe/berlin",
// "berlin", "new york".
var zoneNames = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(zoneLines) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if place, zone, ok := strings.Cut(line, " = "); ok {
			all[zoneKey(place)] = zone
			continue
		}
		name := zoneKey(line)
		all[name] = line
		place := name[strings.LastIndexByte(name, '/')+1:]
		if known := all[place]; known == "" || len(line) < len(known) {
			all[place] = line
		}
	}
	return all
})

// LongestZone returns the maximum number of words in the name of a time zone.
var LongestZone = sync.OnceValue(func() (most int) {
	for name := range zoneNames() {
		most = max(most, len(strings.Fields(name)))
	}
	return most
})

// zoneKey returns the form in which the name of a zone or place is looked up: in lower case,
// without accents and full stops.
func zoneKey(text string) string {
	text = zoneSigns.Replace(strings.ToLower(text))
	if plain, whole := letter.Fit(text, func(r rune) bool { return r < unicode.MaxASCII }); whole {
		text = plain
	}
	return strings.Join(strings.Fields(text), " ")
}

// zoneSigns replaces signs in names of zones by those of the table.
var zoneSigns = strings.NewReplacer("_", " ", ",", " ", ".", " ", "'", "", "’", "", "−", "-", "–", "-", "—", "-", "‐", "-", "‑", "-")

var zoneOffset = regexp.MustCompile(`^(?:utc|gmt)? ?([+-]) ?([0-9]{1,2})(?::?([0-9]{2}))?$`)

// ParseZone reads a time zone: by its name in the IANA database, "Europe/Berlin"; by a place in
// such a name, "Berlin" or "new york"; or by its offset from universal time, "UTC+2" or "-3:30".
// [Zone] knows the name that it returns.
func ParseZone(text string) (name string, ok bool) {
	text = zoneKey(text)
	switch text {
	case "utc", "gmt", "z":
		return "UTC", true
	}
	if parts := zoneOffset.FindStringSubmatch(text); parts != nil {
		hours, _ := strconv.Atoi(parts[2])
		minutes, _ := strconv.Atoi(parts[3])
		if hours > 14 || minutes > 59 || hours == 14 && minutes > 0 {
			return "", false
		}
		return utcName(parts[1], hours, minutes), true
	}
	name, ok = zoneNames()[text]
	if !ok {
		name, ok = zoneNames()[strings.ReplaceAll(text, "-", " ")]
	}
	return name, ok
}

// utcName returns the name of a zone with an offset.
func utcName(sign string, hours, minutes int) string {
	switch {
	case hours == 0 && minutes == 0:
		return "UTC"
	case minutes == 0:
		return fmt.Sprintf("UTC%s%d", sign, hours)
	}
	return fmt.Sprintf("UTC%s%d:%02d", sign, hours, minutes)
}

// Zone returns the location of a zone named by [ParseZone]. It is UTC for "" and for names that are
// not known any more.
func Zone(name string) *time.Location {
	if parts := zoneOffset.FindStringSubmatch(strings.ToLower(name)); parts != nil {
		hours, _ := strconv.Atoi(parts[2])
		minutes, _ := strconv.Atoi(parts[3])
		seconds := hours*3600 + minutes*60
		if parts[1] == "-" {
			seconds = -seconds
		}
		return time.FixedZone(name, seconds)
	}
	if zoneNames()[zoneKey(name)] != name {
		return time.UTC
	}
	if zone, ok := loadedZones.Load(name); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	loadedZones.Store(name, zone)
	return zone
}

// loadedZones holds the zones that have been read from the database, by their names in zones.txt.
var loadedZones sync.Map

// NoZone is the problem of words that name no time zone.
func NoZone(words string) *Problem {
	return Problemf(Misunderstood, "I know no time zone %s. Name one as `Europe/Berlin`, a large town of it, or how far it is ahead of universal time, `UTC+2` (up to 14 hours).", QuoteWord(words))
}

// AskZone explains how to set a time zone, for players whose zone is needed and not known.
func AskZone() phrase.Text {
	return phrase.Of("I don't know your time zone: `prefer time Europe/Berlin` is how to name it.")
}

// WallClock returns when the clocks of a zone show a minute of a day, in UTC. If they show it
// twice, it is the first time. A minute that they skip is converted with the offset before the
// change: half past two, skipped by an hour, is half past three.
func WallClock(zone string, year int, month time.Month, day, minute int) time.Time {
	clocks := Zone(zone)
	shown := time.Date(year, month, day, 0, minute, 0, 0, time.UTC)
	var first time.Time
	for i, near := range []time.Duration{-Day, Day} { // before and after a change
		_, east := shown.Add(near).In(clocks).Zone()
		at := shown.Add(-time.Duration(east) * time.Second)
		if _, then := at.In(clocks).Zone(); then == east {
			return at
		}
		if i == 0 {
			first = at
		}
	}
	return first
}

// When returns a function that writes moments in a zone and a language: the day, the time, the zone
// and, for future moments, in how long. It is for platforms that do not write moments themselves.
func When(zone, language string, now time.Time) func(time.Time) string {
	return func(t time.Time) string { return locale.Render(language, moment(t.In(Zone(zone)), now)) }
}

var (
	weekdays = []phrase.Text{phrase.Of("Sunday"), phrase.Of("Monday"), phrase.Of("Tuesday"), phrase.Of("Wednesday"), phrase.Of("Thursday"), phrase.Of("Friday"), phrase.Of("Saturday")}
	months   = []phrase.Text{phrase.Of("January"), phrase.Of("February"), phrase.Of("March"), phrase.Of("April"), phrase.Of("May"), phrase.Of("June"),
		phrase.Of("July"), phrase.Of("August"), phrase.Of("September"), phrase.Of("October"), phrase.Of("November"), phrase.Of("December")}
)

// moment writes a time: "Tuesday 12 January, 18:00 CET (in 2 days)".
func moment(t, now time.Time) phrase.Text {
	clock := t.Format("15:04") + " " + zoneSign(t)
	text := phrase.Of("%s %d %s, %s", weekdays[t.Weekday()], t.Day(), months[t.Month()-1], clock)
	if t.Year() != now.In(t.Location()).Year() {
		text = phrase.Of("%s %d %s %d, %s", weekdays[t.Weekday()], t.Day(), months[t.Month()-1], t.Year(), clock)
	}
	if ahead := t.Sub(now); ahead > 0 {
		return phrase.Of("%s (%s)", text, inHowLong(ahead))
	}
	return text
}

// zoneSign returns the short name of a time's zone: "CET", or "UTC-3" if the zone has none.
func zoneSign(t time.Time) string {
	name, east := t.Zone()
	if name != "" && name[0] != '+' && name[0] != '-' {
		return name
	}
	return offsetName(east)
}

// offsetName names a zone by its offset from universal time in seconds.
func offsetName(east int) string {
	sign := "+"
	if east < 0 {
		sign, east = "-", -east
	}
	return utcName(sign, east/3600, east%3600/60)
}

// inHowLong says roughly how far ahead something is.
func inHowLong(d time.Duration) phrase.Text {
	hours := int((d + time.Hour/2) / time.Hour)
	switch {
	case d < time.Minute:
		return phrase.Of("in less than a minute")
	case d < time.Hour:
		return phrase.Count(int(d/time.Minute), "in %d minute", "in %d minutes")
	case hours < 48:
		return phrase.Count(hours, "in %d hour", "in %d hours")
	}
	return phrase.Count(hours/24, "in %d day", "in %d days")
}
