package bot

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"raumbot/bot/phrase"
)

// Blocks reports whether p has blocked another player.
func (p Player) Blocks(other Player) bool {
	return slices.ContainsFunc(p.Settings.Blocked, other.Is)
}

// Is reports whether an ID is the player's own or that of a player merged into them.
func (p Player) Is(id PlayerID) bool { return p.ID == id || slices.Contains(p.Former, id) }

// NobodyName is displayed instead of the names of forgotten players.
const NobodyName = "someone"

// Player is the record of a person.
type Player struct {
	ID    PlayerID
	Name  string
	Users []User
	Since time.Time
	// Joined is the player into whom this one was merged; such a record has no users.
	Joined PlayerID `json:",omitzero"`
	// Former lists the players who were merged into this one.
	Former []PlayerID `json:",omitempty"`
	// Forgotten means that the player asked to be forgotten; the record holds nothing about them.
	Forgotten bool `json:",omitzero"`
	// Reminders says when to remind the player to move.
	Reminders Reminders
	// Confirms means that the player wants to confirm each move.
	Confirms bool `json:",omitzero"`
	// Look is the player's preference for how boards are drawn.
	Look Look `json:",omitzero"`
	// Language is the code of the player's preferred language.
	Language string `json:",omitzero"`
	// Zone is the time zone that the player has chosen, as [ParseZone] names it.
	Zone string `json:",omitzero"`
	// Locale is the latest language that the player's platform has reported.
	Locale string `json:",omitzero"`
	// Settings are what else the player has decided.
	Settings Settings `json:",omitzero"`
	// Declines are the challenges that the player declined recently.
	Declines []Decline `json:",omitempty"`
	// Imports counts the games imported by the player.
	Imports int `json:",omitzero"`
	// TimedOut is when the player last lost a game on time that was rated.
	TimedOut time.Time `json:",omitzero"`
	// Puzzles is the player's puzzle record.
	Puzzles PuzzleRecord `json:",omitzero"`
	// Analyses counts the analyses of games that the player has asked for.
	Analyses DailyCount `json:",omitzero"`
	// Reports counts what the player has reported to organisers.
	Reports DailyCount `json:",omitzero"`
	// Lesson is how many of the lessons the player has done.
	Lesson int `json:",omitzero"`
}

// Said returns the player's name as a phrase, with the handle if another player has the same name.
func (p Player) Said() string {
	for _, u := range p.Users {
		if u.Name == p.Name {
			return u.Said()
		}
	}
	return User{Name: p.Name}.Said()
}

// Word returns the word for the player in a command.
func (p Player) Word() string {
	for _, u := range p.Users {
		if u.Name == p.Name {
			return u.Word()
		}
	}
	return p.Name
}

// Absent reports whether no account belongs to the player any more.
func (p Player) Absent() bool { return p.Forgotten || len(p.Users) == 0 }

// Level returns the level of a computer player, 0 for people.
func (p Player) Level() int {
	if u, ok := p.User(Computer); ok {
		return u.Level()
	}
	return 0
}

// User returns the player's account on a platform.
func (p Player) User(on Platform) (User, bool) {
	for _, u := range p.Users {
		if u.Platform == on {
			return u, true
		}
	}
	return User{}, false
}

// With returns p with the record of gone, whose accounts become p's. The preferences are
// p's; used days of vacation are added up.
func (p Player) With(gone Player) Player {
	p.Users = append(slices.Clone(p.Users), gone.Users...)
	p.Former = append(append(slices.Clone(p.Former), gone.Former...), gone.ID)
	p.Declines = slices.SortedFunc(slices.Values(append(slices.Clone(p.Declines), gone.Declines...)), func(a, b Decline) int { return cmp.Compare(a.At, b.At) })
	p.Imports += gone.Imports
	p.Puzzles = p.Puzzles.With(gone.Puzzles)
	if p.Analyses.Day == gone.Analyses.Day {
		p.Analyses.Count += gone.Analyses.Count
	} else if gone.Analyses.Day > p.Analyses.Day {
		p.Analyses = gone.Analyses
	}
	p.Locale = cmp.Or(p.Locale, gone.Locale)
	if gone.Since.Before(p.Since) {
		p.Since = gone.Since
	}
	if gone.TimedOut.After(p.TimedOut) {
		p.TimedOut = gone.TimedOut
	}
	switch mine, theirs := &p.Settings.Vacation, gone.Settings.Vacation; {
	case theirs.Year > mine.Year:
		*mine = theirs
	case theirs.Year == mine.Year:
		mine.Used = min(mine.Used+theirs.Used, VacationDays)
	}
	for _, b := range gone.Settings.Blocked {
		if !slices.Contains(p.Settings.Blocked, b) {
			p.Settings.Blocked = append(slices.Clone(p.Settings.Blocked), b)
		}
	}
	p.Settings.Blocked = slices.DeleteFunc(slices.Clone(p.Settings.Blocked), p.Is)
	return p
}

// Describe lists the player's accounts with their platforms.
func (p Player) Describe() string {
	var where []string
	for _, u := range p.Users {
		where = append(where, phrase.Of("%s on %s", u.Known(), u.Platform))
	}
	return strings.Join(where, ", ")
}

// Quiet is the time of day in which a player gets no reminders: from one hour to another, by the clocks of a zone. Both hours
// are equal if there is none.
type Quiet struct {
	From, To int
	// East is how far the zone is east of UTC, if it has no name: so it was stored once.
	East time.Duration
	// Zone is the zone's name, as [ParseZone] gives it. Own means that the zone is the player's, also when they choose another.
	Zone string `json:",omitzero"`
	Own  bool   `json:",omitzero"`
}

// In names the zone of the quiet hours of a player whose own zone is known, or empty.
func (q Quiet) In(own string) string {
	switch {
	case q.Own:
		return cmp.Or(own, "UTC")
	case q.Zone != "":
		return q.Zone
	}
	return offsetName(int(q.East / time.Second))
}

// End returns the end of the quiet hours that include a time, of a player with a zone of their own; ok is false if none do.
func (q Quiet) End(at time.Time, own string) (end time.Time, ok bool) {
	zone := q.In(own)
	local := at.In(Zone(zone))
	since := (local.Hour() - q.From + 24) % 24
	if since >= (q.To-q.From+24)%24 {
		return at, false
	}
	year, month, day := local.Date()
	for end = WallClock(zone, year, month, day, 60*q.To); !end.After(at); day++ {
		end = WallClock(zone, year, month, day+1, 60*q.To)
	}
	return end, true
}

// Words describes the hours as part of a sentence, of a player with a zone of their own.
func (q Quiet) Words(own string) string {
	return phrase.Of("from %d to %d o'clock (%s)", q.From, q.To, q.In(own))
}

// Reminders says when a player gets reminders. The zero value is the
// default: after half and after four fifths of the time for a move.
type Reminders struct {
	Off bool `json:",omitzero"`
	// Before lists the times before the deadline, the longest first.
	Before []time.Duration `json:",omitzero"`
}

// Moments returns when to send reminders of a move, given the time for it
// and the moment from which that counts.
func (r Reminders) Moments(k Countdown, from Moment, whole time.Duration) []Moment {
	var all []Moment
	switch {
	case r.Off:
	case r.Before == nil:
		all = []Moment{k.After(from, whole/2), k.After(from, whole*4/5)}
	default:
		for _, before := range r.Before {
			if before < whole {
				all = append(all, k.After(from, whole-before))
			}
		}
	}
	return all
}

// Words describes the reminders as part of a sentence.
func (r Reminders) Words() string {
	switch {
	case r.Off:
		return phrase.Of("never")
	case r.Before == nil:
		return phrase.Of("after half and after four fifths of the time for a move")
	}
	var words []string
	for _, before := range r.Before {
		words = append(words, Spell(before))
	}
	return phrase.Of("%s before the deadline", strings.Join(words, ", "))
}

// Settings are a player's preferences for all of their games.
type Settings struct {
	Vacation Vacation `json:",omitzero"`
	// Blocked lists the players who cannot challenge or nudge this one.
	Blocked []PlayerID `json:",omitempty"`
	// Limit is the greatest number of ongoing games that the player wants, zero for no limit.
	Limit int `json:",omitzero"`
	// Quiet is when reminders are held back.
	Quiet Quiet `json:",omitzero"`
	// Digest means that reminders are sent in one message; Digested is when the last was.
	Digest   bool   `json:",omitzero"`
	Digested Moment `json:",omitzero"`
}

// Vacation is the time during which a player's clocks stop, on the bot's own
// clock, as all deadlines are.
type Vacation struct {
	From, Until Moment
	// Counted is the moment from which days of the vacation are counted, and Paid the end of the last day already
	// counted: a day that has begun is used up, but not by two vacations.
	Counted, Paid Moment `json:",omitzero"`
	// Year is the year of the latest vacation, and Used the number of days used
	// in that year.
	Year, Used int
}

// Begin returns a vacation from now until a moment, following v, and how many days of the year's allowance it needs.
func (v Vacation) Begin(now, until Moment, year int) (next Vacation, need int) {
	next = Vacation{From: now, Until: until, Counted: max(now, v.Paid), Paid: v.Paid, Year: year}
	if until > next.Counted {
		need = daysBegun(next.Counted, until)
		next.Paid = next.Counted.Plus(time.Duration(need) * Day)
	}
	next.Used = VacationDays - v.Left(year) + need
	return next, need
}

// End returns the vacation ended now. Days that have not begun are not used.
func (v Vacation) End(now Moment) Vacation {
	counted, used := max(v.Counted, v.From), 0
	if v.Until > counted {
		used = daysBegun(counted, v.Until)
	}
	keep := 0
	if now >= counted {
		keep = max(daysBegun(counted, now), 1)
		v.Paid = counted.Plus(time.Duration(keep) * Day)
	} else {
		v.Paid = counted
	}
	v.Until, v.Counted, v.Used = now, counted, v.Used-used+keep
	return v
}

// daysBegun returns the time between two moments in days, rounded up.
func daysBegun(from, until Moment) int { return int((from.Until(until) + Day - 1) / Day) }

const (
	// VacationDays is the number of days of vacation in a calendar year.
	VacationDays = 30
	// Day is the day that paces and deadlines are counted in: 24 hours, whatever the clocks do.
	Day = 24 * time.Hour
)

// Lasts reports whether the vacation is still on at a moment.
func (v Vacation) Lasts(m Moment) bool { return m < v.Until }

// Left returns how many days of vacation a player has left in a year.
func (v Vacation) Left(year int) int {
	if v.Year != year {
		return VacationDays
	}
	return VacationDays - v.Used
}

// Decline records that a player declined a challenge.
type Decline struct {
	From PlayerID // the challenger
	At   Moment
}
