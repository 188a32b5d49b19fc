package bot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"raumbot/bot/phrase"
)

// Blocks reports whether p wants nothing to do with another player.
func (p Player) Blocks(other Player) bool {
	return slices.ContainsFunc(p.Settings.Blocked, other.Is)
}

// Is reports whether a number is the player's, or was that of one who has become them.
func (p Player) Is(id PlayerID) bool { return p.ID == id || slices.Contains(p.Former, id) }

// NobodyName is the name of those who are forgotten.
const NobodyName = "someone"

// Player is what is remembered of somebody.
type Player struct {
	ID    PlayerID
	Name  string
	Users []User
	Since time.Time
	// Joined is the player whom this one has become; a record that has it, has no users.
	Joined PlayerID `json:",omitzero"`
	// Former lists the players who have become this one.
	Former []PlayerID `json:",omitempty"`
	// Forgotten means that the player wanted to be forgotten: there is nothing to know of them.
	Forgotten bool `json:",omitzero"`
	// Reminders says when to remind the player that it is their move.
	Reminders Reminders
	// Confirms means that the player wants to see each move before it is final.
	Confirms bool `json:",omitzero"`
	// Look is how the player wants boards to be drawn.
	Look Look `json:",omitzero"`
	// Language is the code of the language that the player prefers, and Locale the one
	// that their platform has last told of them.
	Language string `json:",omitzero"`
	// Zone is the time zone that the player has chosen, as [ParseZone] names it.
	Zone   string `json:",omitzero"`
	Locale string `json:",omitzero"`
	// Settings are what else the player has decided.
	Settings Settings `json:",omitzero"`
	// Declines are whose challenges the player has declined lately.
	Declines []Decline `json:",omitempty"`
	// Imports counts the records that the player has imported.
	Imports int `json:",omitzero"`
	// TimedOut is when the player last lost a rated game on time that counted.
	TimedOut time.Time `json:",omitzero"`
	// Puzzles is how the player has fared with puzzles.
	Puzzles PuzzleRecord `json:",omitzero"`
	// Analyses counts the analyses of games that the player has asked for.
	Analyses DailyCount `json:",omitzero"`
	// Lesson is how many of the lessons the player has done.
	Lesson int `json:",omitzero"`
}

// Said returns the player's name as a phrase, with the handle where somebody else goes by that name.
func (p Player) Said() string {
	for _, u := range p.Users {
		if u.Name == p.Name {
			return u.Said()
		}
	}
	return User{Name: p.Name}.Said()
}

// Word returns what names the player in a command.
func (p Player) Word() string {
	for _, u := range p.Users {
		if u.Name == p.Name {
			return u.Word()
		}
	}
	return p.Name
}

// Absent reports whether nobody speaks for the player any more.
func (p Player) Absent() bool { return p.Forgotten || len(p.Users) == 0 }

// Level returns at which level the player is the computer, 0 for people.
func (p Player) Level() int {
	if u, ok := p.User(Computer); ok {
		return u.Level()
	}
	return 0
}

// User returns the identity of p on a platform.
func (p Player) User(on Platform) (User, bool) {
	for _, u := range p.Users {
		if u.Platform == on {
			return u, true
		}
	}
	return User{}, false
}

// With returns a player who is also another. What either has decided for
// themselves is p's; days of vacation that either has used are used.
func (p Player) With(gone Player) Player {
	p.Users = append(slices.Clone(p.Users), gone.Users...)
	p.Former = append(append(slices.Clone(p.Former), gone.Former...), gone.ID)
	p.Declines = slices.SortedFunc(slices.Values(append(slices.Clone(p.Declines), gone.Declines...)), func(a, b Decline) int { return cmp.Compare(a.At, b.At) })
	p.Imports += gone.Imports
	if p.Puzzles.Solved+p.Puzzles.Failed == 0 {
		p.Puzzles = gone.Puzzles
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

// Describe names a player with the platforms on which they are known.
func (p Player) Describe() string {
	var where []string
	for _, u := range p.Users {
		where = append(where, phrase.Of("%s on %s", u.Known(), u.Platform))
	}
	return strings.Join(where, ", ")
}

// Quiet is the part of the day in which a player wants no reminders: from one
// hour to another, in a zone east of UTC. Both hours are equal where there is none.
type Quiet struct {
	From, To int
	East     time.Duration
}

// End returns when the quiet hours end that a time lies in.
func (q Quiet) End(at time.Time) (time.Time, bool) {
	at = at.In(time.FixedZone("", int(q.East/time.Second)))
	since := (at.Hour() - q.From + 24) % 24
	if since >= (q.To-q.From+24)%24 {
		return at, false
	}
	end := time.Date(at.Year(), at.Month(), at.Day(), q.To, 0, 0, 0, at.Location())
	if !end.After(at) {
		end = end.AddDate(0, 0, 1)
	}
	return end.UTC(), true
}

// Words says when, as part of a sentence.
func (q Quiet) Words() string {
	minutes := int(q.East / time.Minute)
	zone := "UTC"
	if minutes != 0 {
		zone += fmt.Sprintf("%+d", minutes/60)
		if rest := max(minutes%60, -minutes%60); rest > 0 {
			zone += fmt.Sprintf(":%02d", rest)
		}
	}
	return phrase.Of("from %d to %d o'clock (%s)", q.From, q.To, zone)
}

// Reminders says when a player wants to be reminded. The zero value is the
// default: after half and after four fifths of the time for a move.
type Reminders struct {
	Off bool `json:",omitzero"`
	// Before lists how long before the deadline, the longest first.
	Before []time.Duration `json:",omitzero"`
}

// Moments returns when to remind of a move for which there is a time from a
// moment on.
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

// Words says when, as part of a sentence.
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

// Settings are what a player has decided for all of their games.
type Settings struct {
	Vacation Vacation `json:",omitzero"`
	// Blocked lists the players who cannot challenge or nudge this one.
	Blocked []PlayerID `json:",omitempty"`
	// Limit is how many games the player wants at once, zero for any number.
	Limit int `json:",omitzero"`
	// Quiet is when reminders wait.
	Quiet Quiet `json:",omitzero"`
	// Digest means that reminders are sent together, Digested when they last were.
	Digest   bool   `json:",omitzero"`
	Digested Moment `json:",omitzero"`
}

// Vacation is the time in which a player's clocks stand still. It is
// measured by the bot's own clock, as all deadlines are.
type Vacation struct {
	From, Until Moment
	// Counted is from when the days of the vacation are counted, and Paid until when they are: a day that
	// has begun is used up, but by no more than one vacation.
	Counted, Paid Moment `json:",omitzero"`
	// Year is that of the last vacation, and Used how many days all of that
	// year's have taken.
	Year, Used int
}

// Begin returns the vacation that follows v, from a moment of a year to another, and how many days it takes.
func (v Vacation) Begin(now, until Moment, year int) (next Vacation, need int) {
	next = Vacation{From: now, Until: until, Counted: max(now, v.Paid), Paid: v.Paid, Year: year}
	if until > next.Counted {
		need = daysBegun(next.Counted, until)
		next.Paid = next.Counted.Plus(time.Duration(need) * Day)
	}
	next.Used = VacationDays - v.Left(year) + need
	return next, need
}

// End returns the vacation as it is if it ends at a moment. Days that have not begun are not used.
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

// daysBegun returns how many days have begun between two moments.
func daysBegun(from, until Moment) int { return int((from.Until(until) + Day - 1) / Day) }

const (
	// VacationDays is what a player may use in a calendar year.
	VacationDays = 30
	Day          = 24 * time.Hour
)

// Lasts reports whether the vacation goes on at a moment.
func (v Vacation) Lasts(m Moment) bool { return m < v.Until }

// Left returns how many days a player has left in a year.
func (v Vacation) Left(year int) int {
	if v.Year != year {
		return VacationDays
	}
	return VacationDays - v.Used
}

// Decline is that a player has declined a challenge.
type Decline struct {
	From PlayerID // whose challenge it was
	At   Moment
}
