package coach

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/puzzle"
	"raumbot/bot/when"
)

// readDaily reads the time of day, the zone and the variant of a room's puzzles: "18:00", "18:00
// Berlin", "at 6 pm raumschach", "18:00 new york raumschach".
func readDaily(text string) (d bot.DailyPuzzle, err error) {
	minute, left, timed := when.CutClock(text)
	if !timed || minute < 0 {
		return d, errDaily()
	}
	d.Minute = minute
	rest := strings.Fields(left)
	if len(rest) > 0 && when.At.Is(rest[0]) {
		rest = rest[1:]
	}
	if d.Zone, rest = cutDailyZone(rest); len(rest) == 0 {
		return d, nil
	}
	v, err := command.FindVariant(strings.Join(rest, " "))
	switch {
	case err != nil && d.Zone == "":
		return d, errZoneOrGame(rest, err)
	case err != nil:
		return d, err
	case len(puzzle.Of(v.Name)) == 0:
		return d, bot.Problemf(bot.Unknown, "There are no puzzles of %s. `puzzle raumschach` has some.", v.Title)
	}
	d.Variant = v.Name
	return d, nil
}

// errDaily returns the error for a setting without a valid time of day.
func errDaily() error {
	return bot.Problemf(bot.Misunderstood, "Give a time of day from 0:00 to 23:59: `room puzzle 18:00`. You can add a time zone and a game: `room puzzle 18:00 Berlin raumschach`. `room puzzle off` ends the puzzles.")
}

// cutDailyZone cuts the longest name of a time zone off the beginning or the end of some words.
func cutDailyZone(words []string) (zone string, rest []string) {
	for n := len(words); n > 0; n-- {
		if zone, ok := bot.ParseZone(strings.Join(words[:n], " ")); ok {
			return zone, words[n:]
		}
		if zone, ok := bot.ParseZone(strings.Join(words[len(words)-n:], " ")); ok {
			return zone, words[:len(words)-n]
		}
	}
	return "", words
}

// errZoneOrGame returns an error for words that are neither a time zone nor a variant. It names
// the zone if the words end with a variant or look like a zone. Otherwise it is err, the error
// for an unknown variant.
func errZoneOrGame(words []string, err error) error {
	if strings.ContainsAny(words[0], "+/") || words[0][0] == '-' {
		return bot.NoZone(words[0])
	}
	for n := 1; n < len(words); n++ {
		if _, err := command.FindVariant(strings.Join(words[n:], " ")); err == nil {
			return bot.NoZone(strings.Join(words[:n], " "))
		}
	}
	if p := (*bot.Problem)(nil); errors.As(err, &p) && p.Kind == bot.Unknown {
		return bot.Problemf(bot.Unknown, "%s It isn't a time zone either. Name one like `Europe/Berlin`, a large city, or `UTC+2`.", p.Text)
	}
	return err
}

// RedecideDaily changes a room's daily puzzle as the command says. If the room gets no more
// puzzles, it returns the solution of the last one, or schedules it for the end of that puzzle's
// day.
func RedecideDaily(c *action.Call, r *bot.Room, before bot.Room) ([]bot.Message, error) {
	if c.Args.Word("puzzle") != "" {
		if err := setDaily(c, r, before.Puzzle); err != nil {
			return nil, err
		}
	}
	if before.Puzzle == nil || r.Puzzle != nil {
		return nil, nil
	}
	if d := *before.Puzzle; d.End(c.Uptime.Beat) {
		r.Puzzle = &d
		return nil, nil
	}
	return dailySolution(c, before)
}

// setDaily changes when a room gets its puzzles, as the command says. The current puzzle of
// before stays open.
func setDaily(c *action.Call, r *bot.Room, before *bot.DailyPuzzle) error {
	value := c.Args.Word("puzzle")
	if strings.EqualFold(strings.TrimSpace(value), "off") {
		r.Puzzle = nil
		return nil
	}
	d, err := readDaily(value)
	if err != nil {
		return err
	}
	d.Within = c.Request.Within
	if before != nil {
		d.ID, d.Day, d.Posted = before.ID, before.Day, before.Posted
	}
	r.Puzzle = &d
	zone, err := dailyZone(c, *r)
	d.Plan(c.Uptime.Beat, zone)
	return err
}

// dailyZone returns the time zone in which a room gets its puzzles.
func dailyZone(c *action.Call, r bot.Room) (string, error) {
	if zone := cmp.Or(r.Puzzle.Zone, r.Zone); zone != "" {
		return zone, nil
	}
	around, err := bot.RoomSettings(c.Tx, r.Puzzle.Within)
	return around.Zone, err
}

// RetimeDaily computes again when the next puzzles come, for rooms whose time zone is that of a
// place: the place itself and the rooms in it. Puzzles that are already due do not change.
func RetimeDaily(c *action.Call, place bot.RoomID) error {
	all, err := c.Tx.DuePuzzles(c.Uptime.Beat.AddDate(1, 0, 0), 0)
	if err != nil {
		return err
	}
	for _, r := range all {
		if r.ID != place && !slices.Contains(r.Puzzle.Within, place) || !r.Puzzle.Next.After(c.Uptime.Beat) || r.Puzzle.Ended {
			continue
		}
		zone, err := dailyZone(c, r)
		if err != nil {
			return err
		}
		d := *r.Puzzle
		if d.Plan(c.Uptime.Beat, zone); d.Next.Equal(r.Puzzle.Next) {
			continue
		}
		r.Puzzle = &d
		if err := c.Tx.PutRoom(r); err != nil {
			return err
		}
	}
	return nil
}
