package desk

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
	"raumbot/bot/when"
)

// setting is one of the terms of a tournament that its organisers can change
// before it begins.
type setting struct {
	name string
	// takes describes its values in a clause.
	takes phrase.Text
	// formats are the formats that have the setting, nil for all.
	formats []bot.System
	// read sets it from words, and reports whether they were understood. It is nil for the organisers,
	// which are not one of the terms and can be changed at any time.
	read func(c *action.Call, t *tournament.Tournament, words string) (ok bool, err error)
}

// reportSettings are the settings that only the report file shows. They can be changed at any time,
// because no entrant depends on them.
var reportSettings = []string{"city", "federation", "dates"}

// appliesTo reports whether a tournament has the setting.
func (s setting) appliesTo(t *tournament.Tournament) bool {
	return s.formats == nil || slices.Contains(s.formats, t.System)
}

// changesLate reports whether the setting can be changed after a tournament has begun.
func (s setting) changesLate() bool {
	return s.name == "organiser" || s.name == "name" || slices.Contains(reportSettings, s.name)
}

// settings returns all settings, in the order of the manual. The dates in their descriptions are
// some days after today.
func settings(today time.Time) []setting {
	soon := when.ExampleDay(today, 7)
	always := func(set func(*tournament.Tournament, string) bool) func(*action.Call, *tournament.Tournament, string) (bool, error) {
		return func(_ *action.Call, t *tournament.Tournament, words string) (bool, error) { return set(t, words), nil }
	}
	number := func(low, high int, field func(*tournament.Tournament) *int) func(*action.Call, *tournament.Tournament, string) (bool, error) {
		return always(func(t *tournament.Tournament, words string) bool { return readNumber(words, low, high, field(t)) })
	}
	yes := func(field func(*tournament.Tournament) *bool) func(*action.Call, *tournament.Tournament, string) (bool, error) {
		return always(func(t *tournament.Tournament, words string) bool { return readYes(words, field(t)) })
	}
	span := func(field func(*tournament.Tournament) *time.Duration) func(*action.Call, *tournament.Tournament, string) (bool, error) {
		return always(func(t *tournament.Tournament, words string) bool { return readSpan(words, field(t)) })
	}
	contests := []bot.System{bot.RoundRobin, bot.Swiss, bot.Knockout, bot.Ladder}
	return []setting{
		{"name", phrase.Of("a name of up to 60 characters"), nil, always(func(t *tournament.Tournament, words string) bool { return readTitle(words, &t.Name) })},
		{"variants", phrase.Of("names of games, which take turns from round to round"), nil, readVariants},
		{"pace", phrase.Of("a pace, such as 3d or 5d+12h"), nil, readTournamentPace},
		{"rated", phrase.Of("yes or no"), contests, yes(func(t *tournament.Tournament) *bool { return &t.Rated })},
		{"vacation", phrase.Of("yes or no: whether a vacation stops the clock"), nil, yes(func(t *tournament.Tournament) *bool { return &t.Vacation })},
		{"weekends", phrase.Of("yes or no: whether Saturdays and Sundays are off"), nil, yes(func(t *tournament.Tournament) *bool { return &t.Weekends })},
		{"scope", phrase.Of("room, server or everywhere"), nil, readScope},
		{"start", phrase.Of("a date such as %s or friday 18:00, a time such as 5d or 12h from now, or none", soon), nil, readStart},
		{"full", phrase.Of("a number of entrants with which it begins, or none"), nil, always(func(t *tournament.Tournament, words string) bool {
			return readBound(words, 2, t.Most, &t.Full)
		})},
		{"least", phrase.Of("the least number of players"), nil, always(func(t *tournament.Tournament, words string) bool { return readNumber(words, 2, t.Most, &t.Least) })},
		{"most", phrase.Of("the greatest number of players, up to %d, and not below `least`, `full` or those who have entered", bot.MaxEntrants), nil, readMost},
		{"ratingfrom", phrase.Of("the lowest rating, or none"), nil, always(func(t *tournament.Tournament, words string) bool { return readBound(words, 1, 4000, &t.RatingFrom) })},
		{"ratingto", phrase.Of("the highest rating, or none"), nil, always(func(t *tournament.Tournament, words string) bool { return readBound(words, 1, 4000, &t.RatingTo) })},
		{"checkin", phrase.Of("how long before the start one must check in, such as 2d, or none"), contests, span(func(t *tournament.Tournament) *time.Duration { return &t.CheckIns })},
		{"timeouts", phrase.Of("after how many losses on time in a row one is out"), contests, number(1, 9, func(t *tournament.Tournament) *int { return &t.Timeouts })},
		{"rounds", phrase.Of("a number of rounds up to %d, or none for as many as fit", bot.MaxRounds), []bot.System{bot.Swiss}, always(func(t *tournament.Tournament, words string) bool {
			return readBound(words, 1, bot.MaxRounds, &t.RoundCount)
		})},
		{"late", phrase.Of("after how many rounds late entry ends, or none"), []bot.System{bot.Swiss}, always(func(t *tournament.Tournament, words string) bool { return readBound(words, 1, bot.MaxRounds, &t.Late) })},
		{"double", phrase.Of("yes or no: whether all meet twice"), []bot.System{bot.RoundRobin}, yes(func(t *tournament.Tournament) *bool { return &t.Double })},
		{"groups", phrase.Of("a number of groups"), []bot.System{bot.RoundRobin}, number(1, 32, func(t *tournament.Tournament) *int { return &t.GroupCount })},
		{"games", phrase.Of("how many games each has at once at most"), []bot.System{bot.RoundRobin, bot.Knockout, bot.Ladder}, number(1, 20, func(t *tournament.Tournament) *int { return &t.AtOnce })},
		{"bestof", phrase.Of("1 or 2: the games of a match"), []bot.System{bot.Knockout}, number(1, 2, func(t *tournament.Tournament) *int { return &t.BestOf })},
		{"third", phrase.Of("yes or no: whether there is a match for the third place"), []bot.System{bot.Knockout}, yes(func(t *tournament.Tournament) *bool { return &t.Third })},
		{"bye", phrase.Of("computer or none: whether who is left over in a round is offered a game against the computer, for fun"), []bot.System{bot.RoundRobin, bot.Swiss, bot.Knockout}, always(func(t *tournament.Tournament, words string) bool {
			t.ByeComputer = strings.EqualFold(words, action.ComputerName)
			return t.ByeComputer || strings.EqualFold(words, "none")
		})},
		{"every", phrase.Of("the least time between two rounds' beginnings, such as 14d, or none"), []bot.System{bot.RoundRobin, bot.Swiss, bot.Knockout}, span(func(t *tournament.Tournament) *time.Duration { return &t.Every })},
		{"within", phrase.Of("how long a game lasts at most, such as 60d, or none: each side has half of that"), nil,
			span(func(t *tournament.Tournament) *time.Duration { return &t.Within })},
		{"tiebreaks", phrase.Of("what parts equal points: some of %s", strings.Join(tieBreakNames(), ", ")), []bot.System{bot.RoundRobin, bot.Swiss}, always(func(t *tournament.Tournament, words string) bool {
			all, ok := readTieBreaks(words)
			if ok {
				t.TieBreaks = all
			}
			return ok
		})},
		{"end", phrase.Of("when a ladder closes, as for start, or none"), []bot.System{bot.Ladder}, func(c *action.Call, t *tournament.Tournament, words string) (bool, error) {
			return true, readDate(c, words, &t.Ends)
		}},
		{"city", phrase.Of("a city, for the report file, or none"), []bot.System{bot.RoundRobin, bot.Swiss}, always(func(t *tournament.Tournament, words string) bool {
			return readNone(words, &t.City) || readTitle(words, &t.City)
		})},
		{"federation", phrase.Of("the three letters of a federation, for the report file, or none"), []bot.System{bot.RoundRobin, bot.Swiss}, always(func(t *tournament.Tournament, words string) bool {
			return readNone(words, &t.Federation) || readFederation(words, &t.Federation)
		})},
		{"dates", phrase.Of("the dates of the rounds, for the report file, such as %s %s, or none for those on which they began", soon, when.ExampleDay(today, 21)), []bot.System{bot.RoundRobin, bot.Swiss},
			always(func(t *tournament.Tournament, words string) bool { return readDates(words, &t.Dates) })},
		{"organiser", phrase.Of("the name of somebody to be asked to organise it too, or of an organiser or somebody asked to be taken off"), nil, nil},
	}
}

// tieBreakNames returns the names of all tie-breaks.
func tieBreakNames() (all []string) {
	for _, by := range pairing.TieBreaks() {
		all = append(all, string(by))
	}
	return all
}

// readNumber reads a number from low to high.
func readNumber(words string, low, high int, to *int) bool {
	n, err := strconv.Atoi(words)
	if err != nil || n < low || n > high {
		return false
	}
	*to = n
	return true
}

// mostBoards is the greatest number of opponents for whom a simul can have room.
const mostBoards = 30

// readMost reads the greatest number of players.
func readMost(_ *action.Call, t *tournament.Tournament, words string) (bool, error) {
	high := bot.MaxEntrants
	if t.System == bot.Simul {
		high = mostBoards + 1 // with the host
	}
	n, ok := 0, false
	if ok = readNumber(words, max(t.Least, t.Full, len(t.Entrants)), bot.MaxEntrants, &n); ok && n > high {
		return false, bot.Problemf(bot.Misunderstood, "A simul has up to %d boards, and so %d players in all.", mostBoards, high)
	}
	if ok {
		t.Most = n
	}
	return ok, nil
}

// readBound reads a number, or "none" for zero.
func readBound(words string, low, high int, to *int) bool {
	if strings.EqualFold(words, "none") {
		*to = 0
		return true
	}
	return readNumber(words, low, high, to)
}

// readYes reads "yes" or "no".
func readYes(words string, to *bool) bool {
	switch strings.ToLower(words) {
	case "yes", "on":
		*to = true
	case "no", "off":
		*to = false
	default:
		return false
	}
	return true
}

// readSpan reads a duration such as "14d" or "12 hours", or "none" for zero.
func readSpan(words string, to *time.Duration) bool {
	if strings.EqualFold(words, "none") {
		*to = 0
		return true
	}
	length, ok := when.ParseSpan(words)
	if ok {
		*to = length
	}
	return ok
}

// readTitle reads a title.
func readTitle(words string, to *string) bool {
	words = bot.CleanText(words)
	if n := len([]rune(words)); n == 0 || n > bot.MaxTitle {
		return false
	}
	*to = words
	return true
}

// readNone reads "none", which clears a text.
func readNone(words string, to *string) bool {
	if !strings.EqualFold(words, "none") {
		return false
	}
	*to = ""
	return true
}

// readFederation reads the code of a federation, such as GER.
func readFederation(words string, to *string) bool {
	words = strings.ToUpper(words)
	if len(words) != 3 || strings.Trim(words, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return false
	}
	*to = words
	return true
}

// readDates reads ascending dates, one for each round, or "none".
func readDates(words string, to *[]string) bool {
	if strings.EqualFold(words, "none") {
		*to = nil
		return true
	}
	all := strings.Fields(strings.ReplaceAll(words, ",", " "))
	for _, word := range all {
		if _, err := time.Parse(time.DateOnly, word); err != nil {
			return false
		}
	}
	if len(all) == 0 || len(all) > bot.MaxRounds || !slices.IsSorted(all) {
		return false
	}
	*to = all
	return true
}

func readVariants(c *action.Call, t *tournament.Tournament, words string) (bool, error) {
	var names []string
	for _, word := range strings.Fields(strings.ReplaceAll(words, ",", " ")) {
		v, err := command.FindVariant(word, c.Request.Games...)
		if err != nil {
			return false, err
		}
		if err := errors.Join(c.CheckKnown(v), action.MarkUsed(c, v.ID())); err != nil {
			return false, err
		}
		names = append(names, v.ID())
	}
	switch {
	case len(names) == 0 || len(names) > len(c.Variants()):
		return false, nil
	case t.System == bot.Ladder && len(names) > 1:
		return false, bot.Problemf(bot.Misunderstood, "A ladder has no rounds, and so one game: `set %d variants %s`.", t.ID, names[0])
	case t.System == bot.Simul && len(names) > 1:
		return false, bot.Problemf(bot.Misunderstood, "A simul is played in one game: `set %d variants %s`.", t.ID, names[0])
	}
	t.Variants = names
	return true, nil
}

// readTournamentPace reads a pace. It must have a clock, because without one a round might never
// end.
func readTournamentPace(_ *action.Call, t *tournament.Tournament, words string) (bool, error) {
	p, err := when.ParsePace(words)
	if err != nil {
		return false, err
	}
	if !p.Ticks() {
		return false, bot.Problemf(bot.Misunderstood, "A tournament needs a clock, or it might never end. Name a pace, such as `3d`.")
	}
	t.Pace, t.Vacation = p, play.DefaultOptions(p).Vacation
	return true, nil
}

func readScope(_ *action.Call, t *tournament.Tournament, words string) (bool, error) {
	s := bot.Scope(strings.ToLower(words))
	if !slices.Contains([]bot.Scope{bot.ThisRoom, bot.ThisServer, bot.Everywhere}, s) {
		return false, nil
	}
	if s == bot.ThisServer && t.Server == (bot.RoomID{}) {
		return false, bot.Problemf(bot.NotNow, "The room of this tournament is part of no server that the bot knows. Choose `room` or `everywhere`.")
	}
	t.Scope = s
	return true, nil
}

func readStart(c *action.Call, t *tournament.Tournament, words string) (bool, error) {
	t.CheckIn = false
	return true, readDate(c, words, &t.Starts)
}

// maxAhead is how far in the future a tournament can start.
const maxAhead = 366 * bot.Day

// readDate reads a date in the asker's time zone, a time from now, or "none" for zero.
func readDate(c *action.Call, words string, to *bot.Moment) error {
	if strings.EqualFold(words, "none") {
		*to = 0
		return nil
	}
	length, _ := when.After.Cut(words)
	ahead, ok := when.ParseSpan(length)
	if !ok {
		zone, err := c.Zone()
		if err != nil {
			return err
		}
		at, _, err := when.ReadTime(words, zone, c.Uptime.Beat)
		if err != nil {
			return err
		}
		ahead = at.Sub(c.Uptime.Calendar(c.Uptime.Moment()))
	}
	if ahead > maxAhead {
		return bot.Problemf(bot.Misunderstood, "%s is too far ahead: it may be a year from now at most.", bot.QuoteWord(words))
	}
	*to = c.Uptime.Moment().Plus(ahead + time.Second - time.Nanosecond) // Moments are whole seconds
	return nil
}

// dateWords returns a sentence about a date that has been set: which moment it is, and in which
// time zone it was read. It is empty if the words are no date.
func dateWords(c *action.Call, words string) (phrase.Text, error) {
	zone, err := c.Zone()
	if err != nil {
		return "", err
	}
	at, named, err := when.ReadTime(words, zone, c.Uptime.Beat)
	if err != nil {
		return "", nil // a time from now, or none
	}
	at = at.In(bot.Zone(named))
	text := phrase.Of("That is %s at %s (%s).", at.Format(time.DateOnly), at.Format("15:04"), cmp.Or(named, "UTC"))
	if named == "" {
		text += " " + bot.AskZone()
	}
	return text, nil
}
