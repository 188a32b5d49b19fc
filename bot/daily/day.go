// Package daily counts days in UTC, and streaks of days in a row. It is the arithmetic of the
// puzzle of the day.
package daily

import (
	"slices"
	"time"
)

// Day is a day of the calendar in UTC, counted from 1 January 1970. The zero value means none.
type Day int

const secondsPerDay = 24 * 60 * 60

// Of returns the day in UTC that contains a time.
func Of(at time.Time) Day {
	year, month, day := at.UTC().Date()
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

// Begins returns the time at which the day begins, which is also the end of the day before.
func (d Day) Begins() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String formats the day like "2026-11-27".
func (d Day) String() string { return d.Begins().Format(time.DateOnly) }

// Monday returns the Monday of the day's week.
func (d Day) Monday() Day {
	return d - Day((d.Begins().Weekday()+6)%7)
}

// Days is a range of days, including both From and Through.
type Days struct{ From, Through Day }

// Has reports whether the range contains a day.
func (r Days) Has(d Day) bool { return r.From <= d && d <= r.Through }

// maxKept is the maximum number of ranges that [Add] returns.
const maxKept = 50

// Add returns the ranges with another one, which is the latest unless the clock was set back. If it
// overlaps the last range or follows it directly, the two become one. Only the last [maxKept]
// ranges are kept. Add does not change all.
func Add(all []Days, more Days) []Days {
	if n := len(all) - 1; n >= 0 && all[n].From <= more.From && more.From <= all[n].Through+1 {
		all = slices.Clone(all)
		all[n].Through = max(all[n].Through, more.Through)
		return all
	}
	all = append(slices.Clone(all), more)
	return all[max(0, len(all)-maxKept):]
}
