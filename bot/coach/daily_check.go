package coach

import (
	"context"
	"fmt"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/puzzle"
)

// checkDailies returns a sentence for each fault in the stored puzzles of the day and in the daily
// puzzles of rooms.
func checkDailies(ctx context.Context, s *action.Bot) (faults []string, err error) {
	err = s.Store.View(ctx, func(tx bot.Tx) error {
		faults = nil // the transaction may run again
		set, err := storedDailies(tx)
		if err != nil {
			return err
		}
		for variant, id := range set.IDs {
			if p, ok := puzzle.Find(id); !ok || p.Variant != variant {
				faults = append(faults, fmt.Sprintf("the puzzle of %s of %s is %q", set.Day, variant, id))
			}
		}
		rooms, err := tx.DuePuzzles(time.Unix(1<<40, 0), 0)
		for _, r := range rooms {
			for _, fault := range dailyFaults(*r.Puzzle) {
				faults = append(faults, fmt.Sprintf("room %s of %s: %s", r.ID.ID, r.ID.Platform, fault))
			}
		}
		return err
	})
	return faults, err
}

// dailyFaults returns a description of each fault in a room's daily puzzle.
func dailyFaults(d bot.DailyPuzzle) (faults []string) {
	if _, ok := puzzle.Find(d.ID); d.ID != "" && !ok {
		faults = append(faults, fmt.Sprintf("there is no puzzle %s", d.ID))
	}
	if d.Variant != "" && len(puzzle.Of(d.Variant)) == 0 {
		faults = append(faults, fmt.Sprintf("there are no puzzles of %s", d.Variant))
	}
	if d.ID != "" && d.Day > 0 && !d.Next.After(d.Day.Begins()) {
		faults = append(faults, fmt.Sprintf("the puzzle after that of %s comes at %s", d.Day, d.Next))
	}
	if d.Ended && (d.ID == "" || d.Day == 0) {
		faults = append(faults, "it waits for the solution of no puzzle")
	}
	return faults
}
