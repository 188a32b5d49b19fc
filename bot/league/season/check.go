package season

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/league"
)

// check returns a sentence for each fault in the records of leagues.
func check(ctx context.Context, s *action.Bot) (faults []string, err error) {
	err = s.Store.View(ctx, func(tx bot.Tx) error {
		faults = nil // the view may run again
		leagues, err := all(tx)
		listed := 0
		for _, l := range leagues {
			for _, fault := range checkLeague(tx, l) {
				faults = append(faults, fmt.Sprintf("league %d: %s", l.ID, fault))
			}
			if l.Listed != 0 {
				listed++
			}
		}
		keys, wrong := tx.Memos(action.OwnMemos, dueMemo, 0)
		if len(keys) != listed {
			faults = append(faults, fmt.Sprintf("%d leagues are listed as due, and %d should be", len(keys), listed))
		}
		return errors.Join(err, wrong)
	})
	return faults, err
}

// checkLeague compares a league with its tournaments.
func checkLeague(tx bot.Tx, l *League) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if l.Listed != l.wake() {
		fault("it is listed as due at %d, and is at %d", l.Listed, l.wake())
	}
	if l.Listed != 0 {
		if _, err := tx.Memo(action.OwnMemos, dueKey(l.Listed, l.ID)); err != nil {
			fault("it is not listed as due: %v", err)
		}
	}
	if l.Over && (l.Running || l.Registration != 0) {
		fault("it is over, and goes on")
	}
	if !l.Over && !l.Running && l.Registration == 0 {
		fault("it waits for nothing")
	}
	checkDivisions(tx, l, fault)
	if l.Registration != 0 {
		t, err := action.LoadTournament(tx, l.Registration)
		if err != nil || t.Phase != bot.Entering || t.Season == nil || t.Season.League != l.ID || t.Season.Number != l.Number+1 || t.Season.Division != 0 {
			fault("tournament %d takes no entries for its next season: %v", l.Registration, err)
		}
	}
	if !slices.IsSortedFunc(l.Former, func(a, b Former) int { return int(a.Player) - int(b.Player) }) {
		fault("its former players are in no order")
	}
	return faults
}

// checkDivisions compares a league with the divisions of its last season.
func checkDivisions(tx bot.Tx, l *League, fault func(format string, args ...any)) {
	seen := map[bot.PlayerID]bool{}
	for i, id := range l.Divisions {
		t, err := action.LoadTournament(tx, id)
		switch {
		case err != nil:
			fault("division %d: %v", i+1, err)
			continue
		case t.Season == nil || t.Season.League != l.ID || t.Season.Number != l.Number || t.Season.Division != i+1:
			fault("tournament %d is not its division %d of season %d", id, i+1, l.Number)
		case !l.Running && !t.Over():
			fault("season %d is over, and its division %d is not", l.Number, i+1)
		case t.Season.Ends != l.Ends:
			fault("division %d ends at another time than its season", i+1)
		case len(t.Entrants) < league.Least || len(t.Entrants) > league.Most:
			fault("division %d has %d players", i+1, len(t.Entrants))
		}
		for _, e := range t.Entrants {
			if seen[e.Player] && l.Running {
				fault("player %d is in two divisions", e.Player)
			}
			seen[e.Player] = true
		}
	}
}
