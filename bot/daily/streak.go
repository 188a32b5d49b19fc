package daily

// Streak counts the days in a row on which a player has solved a puzzle of the day. Days are
// forgiven if the bot was away or the player was on vacation. Such days neither count nor end the
// streak.
type Streak struct {
	// Length is the number of solved days in the streak, and Longest the highest Length so far.
	Length, Longest int `json:",omitzero"`
	// Freezes is the number of days that the player can still miss without losing the streak. Seven
	// solved days earn one. Earned counts the solved days since the last one was earned.
	Freezes, Earned int `json:",omitzero"`
	// Through is the last day that has been counted, whether it was solved, forgiven or missed.
	Through Day `json:",omitzero"`
}

const (
	// daysPerFreeze is the number of solved days that earn a freeze. maxFreezes is the maximum
	// number of freezes that a player can hold.
	daysPerFreeze = 7
	maxFreezes    = 2
)

// Advance returns the streak after all days before until. The player must not have solved a puzzle
// on any of these days since the streak was last advanced. forgiven reports whether a day is
// forgiven. Advancing it to a day, and then to a later one, is the same as advancing it to the
// later one.
func (s Streak) Advance(until Day, forgiven func(Day) bool) Streak {
	for d := s.Through + 1; d < until && s.Length > 0; d++ {
		switch {
		case forgiven(d):
		case s.Freezes > 0:
			s.Freezes--
		default:
			s.Length, s.Earned = 0, 0
		}
	}
	s.Through = max(s.Through, until-1)
	return s
}

// Solve returns the streak after the player has solved a puzzle of a day. If that day has already
// been counted, the streak does not change.
func (s Streak) Solve(day Day, forgiven func(Day) bool) Streak {
	if day <= s.Through {
		return s
	}
	s = s.Advance(day, forgiven)
	s.Through = day
	s.Length++
	s.Longest = max(s.Longest, s.Length)
	if s.Earned++; s.Earned == daysPerFreeze {
		s.Earned, s.Freezes = 0, min(s.Freezes+1, maxFreezes)
	}
	return s
}

// Valid reports whether the fields of the streak are consistent.
func (s Streak) Valid() bool {
	return 0 <= s.Length && s.Length <= s.Longest && 0 <= s.Freezes && s.Freezes <= maxFreezes &&
		0 <= s.Earned && s.Earned < daysPerFreeze && (s.Length == 0 || s.Through > 0)
}

// With returns the streak of a player after two accounts are merged, which is the longer of the
// two. They are not added up, so that a second account is no advantage.
func (s Streak) With(gone Streak) Streak {
	longest := max(s.Longest, gone.Longest)
	if gone.Length > s.Length {
		s = gone
	}
	s.Longest = longest
	return s
}
