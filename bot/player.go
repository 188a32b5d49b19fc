package bot

import (
	"cmp"
	"slices"
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
	// Joined is the player into whom this one was merged. Such a record has no users.
	Joined PlayerID `json:",omitzero"`
	// Former lists the players who were merged into this one.
	Former []PlayerID `json:",omitempty"`
	// Forgotten means that the player asked to be forgotten. The record then holds nothing about them.
	Forgotten bool `json:",omitzero"`
	// Reminders says when to remind the player to move.
	Reminders Reminders
	// Confirms is whether the player wants to confirm each move. It is nil if they have not chosen.
	// Then moves are final at once in chats, and must be confirmed on pages.
	Confirms *bool `json:",omitempty"`
	// Look is the player's preference for how boards are drawn.
	Look Look `json:",omitzero"`
	// Language is the code of the player's preferred language.
	Language string `json:",omitzero"`
	// Zone is the time zone that the player has chosen, as [ParseZone] names it.
	Zone string `json:",omitzero"`
	// Locale is the latest language that the player's platform has reported.
	Locale string `json:",omitzero"`
	// Settings are the player's other preferences.
	Settings Settings `json:",omitzero"`
	// Declines are the challenges to the player that were declined or withdrawn recently.
	Declines []Decline `json:",omitempty"`
	// Imports counts the games imported by the player.
	Imports int `json:",omitzero"`
	// TimedOut is when the player last lost a rated game on time.
	TimedOut time.Time `json:",omitzero"`
	// Puzzles is the player's puzzle record.
	Puzzles PuzzleRecord `json:",omitzero"`
	// Analyses counts the analyses of games that the player has asked for.
	Analyses DailyCount `json:",omitzero"`
	// Reports counts the player's reports to organisers.
	Reports DailyCount `json:",omitzero"`
	// Lesson is the number of lessons that the player has completed.
	Lesson int `json:",omitzero"`
	// Learned holds one bit for each lesson on a variant, set if the player has solved its task.
	Learned map[string][]byte `json:",omitempty"`
}

// Previews reports whether the player wants to confirm each move. byDefault is the answer for
// players who have not chosen.
func (p Player) Previews(byDefault bool) bool {
	if p.Confirms == nil {
		return byDefault
	}
	return *p.Confirms
}

// Learn records that the player has solved the n-th lesson on a variant, counting from 0.
func (p *Player) Learn(variant string, n int) { p.Learned = withBit(p.Learned, variant, n) }

// HasLearned reports whether the player has solved the n-th lesson on a variant, counting from 0.
func (p Player) HasLearned(variant string, n int) bool { return isSet(p.Learned[variant], n) }

// Said returns the player's name as a phrase, with the handle if another player has the same name.
func (p Player) Said() phrase.Text {
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

// Uses reports whether an account is one of the player's.
func (p Player) Uses(account UserID) bool {
	return slices.ContainsFunc(p.Users, func(u User) bool { return u.UserID == account })
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

// Guest reports whether the player is a guest.
func (p Player) Guest() bool {
	_, ok := p.User(Guest)
	return ok
}

// withoutGuests returns the users who are not guests.
func withoutGuests(all []User) []User {
	return slices.DeleteFunc(slices.Clone(all), func(u User) bool { return u.Platform == Guest })
}

// With returns p merged with the record of gone, whose accounts become p's. The preferences are
// those of p, but a player who was hidden stays hidden. Used days of vacation are added up. A
// guest's account ends. Its puzzles count as known, but not as results, because one person can be
// many guests, and know the solutions.
func (p Player) With(gone Player) Player {
	p.Users = append(slices.Clone(p.Users), withoutGuests(gone.Users)...)
	p.Former = append(append(slices.Clone(p.Former), gone.Former...), gone.ID)
	p.Declines = slices.SortedFunc(slices.Values(append(slices.Clone(p.Declines), gone.Declines...)), func(a, b Decline) int { return cmp.Compare(a.At, b.At) })
	p.Imports += gone.Imports
	p.Lesson = max(p.Lesson, gone.Lesson)
	p.Learned = united(p.Learned, gone.Learned)
	if gone.Guest() {
		p.Puzzles = p.Puzzles.WithKnown(gone.Puzzles)
	} else {
		p.Puzzles = p.Puzzles.With(gone.Puzzles)
	}
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
	p.Settings.Hidden = p.Settings.Hidden || gone.Settings.Hidden
	for _, b := range gone.Settings.Blocked {
		if !slices.Contains(p.Settings.Blocked, b) {
			p.Settings.Blocked = append(slices.Clone(p.Settings.Blocked), b)
		}
	}
	p.Settings.Blocked = slices.DeleteFunc(slices.Clone(p.Settings.Blocked), p.Is)
	return p
}

// Describe lists the player's accounts with their platforms.
func (p Player) Describe() phrase.Text {
	var where []phrase.Text
	for _, u := range p.Users {
		where = append(where, phrase.Of("%s on %s", u.Known(), u.Platform))
	}
	return phrase.Join(where, ", ")
}

// Quiet is the time of day in which a player gets no reminders: from one hour to another, by the
// clocks of a zone. Both hours are equal if there is none.
type Quiet struct {
	From, To int
	// East is how far the zone is east of UTC, if it has no name. Earlier versions stored zones this
	// way.
	East time.Duration
	// Zone is the zone's name, as [ParseZone] returns it. Own means that the zone is always that of
	// the player, even after they choose another.
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

// End returns the end of the quiet hours that include a time. own is the player's own zone. ok is
// false if no quiet hours include the time.
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

// Words describes the hours as part of a sentence. own is the player's own zone.
func (q Quiet) Words(own string) phrase.Text {
	return phrase.Of("from %d to %d o'clock (%s)", q.From, q.To, q.In(own))
}

// Reminders says when a player gets reminders. The zero value is the default: after half and after
// four fifths of the time for a move.
type Reminders struct {
	Off bool `json:",omitzero"`
	// Before lists the times before the deadline, the longest first.
	Before []time.Duration `json:",omitzero"`
}

// Moments returns when to send reminders of a move. whole is the time for the move, and from the
// moment from which it counts.
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
func (r Reminders) Words() phrase.Text {
	switch {
	case r.Off:
		return phrase.Of("never")
	case r.Before == nil:
		return phrase.Of("after half and after four fifths of the time for a move")
	}
	var words []phrase.Text
	for _, before := range r.Before {
		words = append(words, DurationWords(before))
	}
	return phrase.Of("%s before the deadline", phrase.Join(words, ", "))
}

// Settings are a player's preferences for all of their games.
type Settings struct {
	Vacation Vacation `json:",omitzero"`
	// Blocked lists the players who cannot challenge or nudge this one.
	Blocked []PlayerID `json:",omitempty"`
	// Limit is the maximum number of ongoing games that the player wants, zero for no limit.
	Limit int `json:",omitzero"`
	// Quiet is when no reminders are sent.
	Quiet Quiet `json:",omitzero"`
	// Hidden means that the site does not show others that the player is on it.
	Hidden bool `json:",omitzero"`
	// Digest means that all reminders are sent in one message, the last of them at Digested.
	Digest   bool   `json:",omitzero"`
	Digested Moment `json:",omitzero"`
}

// Vacation is the time during which a player's clocks stop. Like all deadlines it is on the bot's
// own clock.
type Vacation struct {
	From, Until Moment
	// Counted is the moment from which days of the vacation are counted, and Paid the end of the last
	// day already counted. A day that has begun is used up, but never by two vacations.
	Counted, Paid Moment `json:",omitzero"`
	// Year is the year of the latest vacation, and Used the number of days used in that year.
	Year, Used int
}

// Begin returns a vacation from now until a moment, following v, and the number of days of the
// year's allowance that it needs.
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
	// Day is the day in which paces and deadlines are counted: 24 hours, even when the clocks change.
	Day = 24 * time.Hour
)

// Lasts reports whether the vacation is in progress at a moment.
func (v Vacation) Lasts(m Moment) bool { return m < v.Until }

// Left returns how many days of vacation a player has left in a year.
func (v Vacation) Left(year int) int {
	if v.Year != year {
		return VacationDays
	}
	return VacationDays - v.Used
}

// Decline records that a player declined a challenge, or that its challenger withdrew it.
type Decline struct {
	From      PlayerID // the challenger
	At        Moment
	Withdrawn bool `json:",omitzero"`
	Guest     bool `json:",omitzero"` // the challenger was a guest; all guests count as one player
}

// NotAccepting returns the error for challenging a player who is not accepting challenges.
func NotAccepting(p Player) *Problem {
	return Problemf(NotNow, "%s is not accepting challenges. `seek` finds others who want to play.", p.Said())
}
