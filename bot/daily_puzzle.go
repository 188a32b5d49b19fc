package bot

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"raumbot/bot/daily"
	"raumbot/bot/phrase"
)

// DailyPuzzle is the puzzle that a room gets every day.
type DailyPuzzle struct {
	// Minute is the time of day, in minutes, at which the puzzle comes, in a zone: Zone, as
	// [ParseZone] names it, or the room's zone if Zone is empty.
	Minute int
	Zone   string `json:",omitzero"`
	// Within lists the places that contain the room, the innermost first. The room may inherit its
	// zone from them.
	Within []RoomID `json:",omitempty"`
	// Variant is the game of all puzzles; empty for any game.
	Variant string `json:",omitzero"`
	// Next is when the next puzzle comes.
	Next time.Time
	// ID identifies the last puzzle that the room got, and Day is the day of that puzzle. ID is
	// empty if there was none. Posted is the message with the puzzle. Day is zero in records of
	// earlier versions.
	ID     string    `json:",omitzero"`
	Day    daily.Day `json:",omitzero"`
	Posted MessageID `json:",omitzero"`
	// Ended means that the room gets no more puzzles. It still gets the solution of the last one,
	// at Next.
	Ended bool `json:",omitzero"`
}

// After returns the first time later than at when the room gets the puzzle of a day whose puzzle it
// has not had. There is one such time on each day in UTC, even when the clocks of the zone change.
// Missed days are skipped.
func (d DailyPuzzle) After(at time.Time, zone string) time.Time {
	for day := max(daily.Of(at), d.Day+1); ; day++ {
		if next := d.on(day, zone); next.After(at) {
			return next
		}
	}
}

// on returns the time when the room gets the puzzle of a day in UTC, which is when clocks in the
// zone show the room's time of day. If no such time falls on the day, because the clocks are set
// back, it is the beginning of the day.
func (d DailyPuzzle) on(day daily.Day, zone string) time.Time {
	for local := day - 1; local <= day+1; local++ {
		year, month, n := local.Begins().Date()
		if at := WallClock(zone, year, month, n, d.Minute); daily.Of(at) == day {
			return at
		}
	}
	return day.Begins()
}

// Plan sets Next after the time of day or the zone was changed.
func (d *DailyPuzzle) Plan(at time.Time, zone string) { d.Next = d.After(at, zone) }

// End ends the room's puzzles. It reports whether the room still waits for the solution of the last
// one, because the day of that puzzle is not over.
func (d *DailyPuzzle) End(now time.Time) (waits bool) {
	if d.ID == "" || d.Day < daily.Of(now) {
		return false
	}
	d.Ended, d.Next = true, (d.Day + 1).Begins()
	return true
}

// Words describes when puzzles come to a room in a zone, and of which game they are.
func (d DailyPuzzle) Words(room string) phrase.Text {
	words := phrase.Of("at %s (%s)", fmt.Sprintf("%d:%02d", d.Minute/60, d.Minute%60), cmp.Or(d.Zone, room, "UTC"))
	if d.Variant != "" {
		return phrase.Of("%s, of %s", words, Title(d.Variant))
	}
	return words
}

// DailyResult is a player's result with the puzzle of a day. If the player opens the puzzles of
// several variants on that day, only the first one that they answer counts.
type DailyResult struct {
	Day daily.Day
	// ID identifies the puzzle.
	ID string
	// Place is where the player opened the puzzle: the widest place around the room, such as the
	// server. It is zero if they opened it in private.
	Place RoomID `json:",omitzero"`
	// Opened is when the player first opened the puzzle.
	Opened Moment `json:",omitzero"`
	// Wrong lists the different wrong answers.
	Wrong []string `json:",omitempty"`
	// GivenUp means that the player has given up and can no longer answer.
	GivenUp bool `json:",omitzero"`
	// Solved means that the player has solved the puzzle. Took is the time between opening and
	// solving it.
	Solved bool          `json:",omitzero"`
	Took   time.Duration `json:",omitzero"`
}

// DailyTries is the number of different wrong answers after which a puzzle of the day can no longer
// be solved.
const DailyTries = 6

// Answered reports whether the player has answered the puzzle, or has given it up.
func (r DailyResult) Answered() bool { return len(r.Wrong) > 0 || r.GivenUp || r.Solved }

// Over reports whether the result can no longer change.
func (r DailyResult) Over() bool { return r.Solved || r.GivenUp || len(r.Wrong) >= DailyTries }

// Tries returns the number of answers.
func (r DailyResult) Tries() int {
	if r.Solved {
		return len(r.Wrong) + 1
	}
	return len(r.Wrong)
}

// AddWrong returns the result after a wrong answer. Repeating a wrong answer changes nothing.
func (r DailyResult) AddWrong(answer string) DailyResult {
	if !slices.Contains(r.Wrong, answer) && !r.Over() {
		r.Wrong = append(slices.Clone(r.Wrong), answer)
	}
	return r
}

// with returns the result of a player after two accounts are merged. The wrong answers of both
// accounts count.
func (r DailyResult) with(gone DailyResult) DailyResult {
	if !r.Answered() || gone.Solved && !r.Solved {
		r, gone = gone, r
	}
	for _, answer := range gone.Wrong {
		if !slices.Contains(r.Wrong, answer) && len(r.Wrong) < DailyTries {
			r.Wrong = append(slices.Clone(r.Wrong), answer)
		}
	}
	r.GivenUp = r.GivenUp || gone.GivenUp
	return r
}

// DailyRecord is a player's record with puzzles of the day.
type DailyRecord struct {
	Streak daily.Streak `json:",omitzero"`
	// Results are the results of the last days on which the player opened a puzzle, the latest
	// last. At most 14 are kept.
	Results []DailyResult `json:",omitempty"`
}

// dailyResults is the maximum number of results that are kept, which is enough for two weeks.
const dailyResults = 14

// On returns the result of a day. If there is none, only the field Day is set.
func (r DailyRecord) On(day daily.Day) DailyResult {
	for _, result := range r.Results {
		if result.Day == day {
			return result
		}
	}
	return DailyResult{Day: day}
}

// Put returns the record with a result added, in place of any other result of the same day.
func (r DailyRecord) Put(result DailyResult) DailyRecord {
	all := slices.DeleteFunc(slices.Clone(r.Results), func(o DailyResult) bool { return o.Day == result.Day })
	all = append(all, result)
	slices.SortFunc(all, func(a, b DailyResult) int { return cmp.Compare(a.Day, b.Day) })
	r.Results = all[max(0, len(all)-dailyResults):]
	return r
}

// With returns the record of a player after two accounts are merged. The streaks of both must have
// been settled: see [Player.AdvanceStreak].
func (r DailyRecord) With(gone DailyRecord) DailyRecord {
	for _, result := range gone.Results {
		if mine := r.On(result.Day); mine.ID != "" {
			result = mine.with(result)
		}
		r = r.Put(result)
	}
	r.Streak = r.Streak.With(gone.Streak)
	for _, result := range r.Results {
		if result.Solved { // it may be that today was solved only with the shorter streak
			r.Streak = r.Streak.Solve(result.Day, func(daily.Day) bool { return false })
		}
	}
	return r
}

// Faults returns a sentence for each inconsistency in the record.
func (r DailyRecord) Faults() (faults []string) {
	fault := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	fault(len(r.Results) > dailyResults, "has %d results with puzzles of the day", len(r.Results))
	for i, result := range r.Results {
		fault(result.ID == "" || result.Day <= 0, "has a puzzle of the day without a name or a day")
		fault(i > 0 && result.Day <= r.Results[i-1].Day, "has the puzzle of %s after that of %s", result.Day, r.Results[max(0, i-1)].Day)
		fault(len(result.Wrong) > DailyTries, "has answered the puzzle of %s %d times", result.Day, len(result.Wrong))
	}
	fault(!r.Streak.Valid(), "has the impossible streak %+v", r.Streak)
	return faults
}

// forgives returns a function that reports whether a day without a solved puzzle is forgiven. Days
// are forgiven if the bot was away, and up to the end of the player's last vacation. The days
// before that vacation do not matter, because they were counted when it began: see
// [Player.AdvanceStreak].
func (p Player) forgives(u Uptime) func(daily.Day) bool {
	rested := daily.Day(0)
	if v := p.Settings.Vacation; v.Until > 0 {
		rested = daily.Of(u.Calendar(min(v.Until, u.Moment())))
	}
	return func(d daily.Day) bool { return d <= rested || u.Away(d) }
}

// SolveDaily returns the player after they have solved a puzzle of today.
func (p Player) SolveDaily(u Uptime) Player {
	p.Puzzles.Days.Streak = p.Puzzles.Days.Streak.Solve(daily.Of(u.Beat), p.forgives(u))
	return p
}

// AdvanceStreak returns the player whose streak takes account of the days before today. It
// must be called before the player's vacation changes, and before two accounts are merged.
func (p Player) AdvanceStreak(u Uptime) Player {
	p.Puzzles.Days.Streak = p.Puzzles.Days.Streak.Advance(daily.Of(u.Beat), p.forgives(u))
	return p
}
