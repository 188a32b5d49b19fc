package bot

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// Pace is how much time the players of a game have. The zero value is a game
// without a clock.
type Pace struct {
	PerMove time.Duration `json:",omitzero"`
}

var paceForm = regexp.MustCompile(`^([0-9]{1,3})(d|h)$`)

// The shortest and the longest time for a move.
const (
	minPerMove = time.Hour
	maxPerMove = 30 * 24 * time.Hour
)

// ParsePace reads "3d" (days for each move), "12h" or "none". The error is a
// *[Problem].
func ParsePace(text string) (Pace, error) {
	if text == "none" {
		return Pace{}, nil
	}
	parts := paceForm.FindStringSubmatch(text)
	if parts == nil {
		return Pace{}, problem(Misunderstood, "%s is no pace: write `3d` for three days a move, `12h` for twelve hours, or `none`.", quoteWord(text))
	}
	n, _ := strconv.Atoi(parts[1])
	unit := time.Hour
	if parts[2] == "d" {
		unit *= 24
	}
	pace := Pace{PerMove: time.Duration(n) * unit}
	if pace.PerMove < minPerMove || pace.PerMove > maxPerMove {
		return Pace{}, problem(Misunderstood, "A move may take from `1h` to `30d`, not %s.", quoteWord(text))
	}
	return pace, nil
}

// String returns what [ParsePace] reads.
func (p Pace) String() string {
	const day = 24 * time.Hour
	switch {
	case p.PerMove == 0:
		return "none"
	case p.PerMove%day == 0:
		return fmt.Sprintf("%dd", p.PerMove/day)
	default:
		return fmt.Sprintf("%dh", p.PerMove/time.Hour)
	}
}

// Words returns the pace as part of a sentence.
func (p Pace) Words() string {
	if p.PerMove == 0 {
		return "no clock"
	}
	return spell(p.PerMove) + " per move"
}

// spell writes a duration in words, to the hour from a day on.
func spell(d time.Duration) string {
	count := func(n time.Duration, unit string) string {
		if n == 1 {
			return "1 " + unit
		}
		return fmt.Sprintf("%d %ss", n, unit)
	}
	const day = 24 * time.Hour
	switch {
	case d < time.Hour:
		return count(max(d/time.Minute, 0), "minute")
	case d >= day && d%day < time.Hour:
		return count(d/day, "day")
	case d < day:
		return count(d/time.Hour, "hour")
	default:
		return count(d/day, "day") + " " + count(d%day/time.Hour, "hour")
	}
}
