package coach

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/daily"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// Everybody gets the same puzzles of the day: the choice depends on the day and the variant only,
// see [puzzle.Daily]. But a puzzle is skipped if its solution would help somebody in a game that is
// ongoing when the day begins. The choice is then stored, so that it does not change with these
// games.

// dailySet holds the IDs of the puzzles of a day by the names of the variants. A variant may have
// none.
type dailySet struct {
	Day daily.Day
	IDs map[string]string
}

// dailyMemo is the key under which the latest [dailySet] is stored.
const dailyMemo = "puzzles of the day"

// today returns the current day. It reads the clock itself, so it also works in calls in which
// Uptime is not set.
func today(c *action.Call) (daily.Day, error) {
	uptime, err := c.Tx.Uptime()
	return daily.Of(uptime.Tick(c.Bot.Clock.Now()).Beat), err
}

// dailies returns the puzzles of the current day. If they have not been stored yet, it chooses
// them.
func dailies(c *action.Call) (dailySet, error) {
	type key struct{}
	return action.Cached(c, key{}, func() (dailySet, error) {
		day, err := today(c)
		if err != nil {
			return dailySet{}, err
		}
		if stored, err := storedDailies(c.Tx); err != nil || stored.Day == day {
			return stored, err
		}
		return chooseDailies(c, day)
	})
}

// storedDailies returns the stored puzzles. Their day may be over.
func storedDailies(tx bot.Tx) (set dailySet, err error) {
	value, err := tx.Memo(action.OwnMemos, dailyMemo)
	if errors.Is(err, bot.ErrNotFound) {
		return set, nil
	}
	return set, errors.Join(err, json.Unmarshal(value, &set))
}

// storeDailies stores the puzzles of the current day if they have not been stored yet.
func storeDailies(c *action.Call) error {
	set, err := dailies(c)
	if err != nil {
		return err
	}
	if stored, err := storedDailies(c.Tx); err != nil || stored.Day == set.Day {
		return err
	}
	value, err := json.Marshal(set)
	return errors.Join(err, c.Tx.PutMemo(action.OwnMemos, dailyMemo, value))
}

// chooseDailies chooses the puzzles of a day.
func chooseDailies(c *action.Call, day daily.Day) (dailySet, error) {
	set := dailySet{day, map[string]string{}}
	for _, variant := range puzzle.Games() {
		for _, p := range puzzle.Daily(variant, int(day)) {
			err := solvableAmong(c, p, peoplesGames)
			if err == nil {
				set.IDs[variant] = p.ID
				break
			}
			if !isContested(err) {
				return set, err
			}
		}
	}
	return set, nil
}

// puzzleOfDay returns the variant's puzzle of the current day. If variant is empty, it is the
// variant of the day: see [puzzle.GameOf]. ok is false if there is no puzzle.
func puzzleOfDay(c *action.Call, variant string) (p *puzzle.Puzzle, ok bool, err error) {
	set, err := dailies(c)
	if err != nil {
		return nil, false, err
	}
	if variant == "" {
		variant = puzzle.GameOf(int(set.Day))
	}
	p, ok = puzzle.Find(set.IDs[variant])
	return p, ok, nil
}

// isDaily reports whether a puzzle is a puzzle of the current day.
func isDaily(c *action.Call, p *puzzle.Puzzle) (bool, error) {
	set, err := dailies(c)
	return set.IDs[p.Variant] == p.ID, err
}

// dailyStandings returns the positions of today's puzzles and of their solutions, for boards of a
// shape.
func dailyStandings(c *action.Call, shape uint64) (all []bot.Standing, err error) {
	set, err := dailies(c)
	if err != nil {
		return nil, err
	}
	for _, variant := range slices.Sorted(maps.Keys(set.IDs)) {
		v, err := rules.Find(variant)
		if p, ok := puzzle.Find(set.IDs[variant]); err == nil && ok && v.Shape() == shape {
			s, err := solutionOf(p)
			if err != nil {
				return nil, err
			}
			for _, b := range s.boards {
				all = append(all, bot.Standing{Game: puzzleOfTheDay, Board: b})
			}
		}
	}
	return all, nil
}
