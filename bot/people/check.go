package people

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
)

// checkPlayers checks every player: that chains of merged accounts end, and that no user belongs to
// two players.
func checkPlayers(ctx context.Context, s *action.Bot) (faults []string, err error) {
	seen := map[bot.UserID]bot.PlayerID{}
	for id, more := bot.PlayerID(1), true; more && err == nil && ctx.Err() == nil; {
		var found []string
		var next bot.PlayerID
		users := map[bot.UserID]bot.PlayerID{}
		err = s.Store.View(ctx, func(tx bot.Tx) error { // the transaction may run again
			found, next, more, users = nil, id, true, maps.Clone(seen)
			for range action.CheckAtOnce { // numbers have no gaps
				p, err := tx.Player(next)
				if errors.Is(err, bot.ErrNotFound) {
					more = false
					return nil
				}
				if err != nil {
					return err
				}
				for _, fault := range checkPlayer(tx, p, users) {
					found = append(found, fmt.Sprintf("player %d: %s", next, fault))
				}
				next++
			}
			return nil
		})
		faults, id, seen = append(faults, found...), next, users
	}
	return faults, errors.Join(err, ctx.Err())
}

// checkPlayer checks one player. seen has the users of the players before, and gets those of this
// one.
func checkPlayer(tx bot.Tx, p bot.Player, seen map[bot.UserID]bot.PlayerID) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	switch {
	case p.Joined != 0 && len(p.Users) > 0:
		fault("has become %d, and has users", p.Joined)
	case p.Joined == 0 && !p.Forgotten && len(p.Users) == 0:
		fault("has no users")
	}
	faults = append(faults, p.Puzzles.Days.Faults()...)
	steps := 0
	for next := p; next.Joined != 0; steps++ {
		var err error
		if next, err = tx.Player(next.Joined); err != nil {
			fault("has become %d: %v", p.Joined, err)
			break
		}
		if steps > action.MaxJoined {
			fault("has become others without end")
			break
		}
	}
	for _, u := range p.Users {
		if other, twice := seen[u.UserID]; twice {
			fault("%s is also player %d", u.UserID, other)
		}
		seen[u.UserID] = p.ID
	}
	checkGuest(tx, p, fault)
	if slices.ContainsFunc(p.Settings.Blocked, p.Is) {
		fault("blocks themselves")
	}
	if !p.Absent() {
		return faults
	}
	ratings, err := tx.RatingsOf(p.ID)
	notes, err2 := tx.NotesOf(p.ID)
	challenges, err3 := tx.ChallengesOf(p.ID)
	if err := errors.Join(err, err2, err3); err != nil {
		fault("%v", err)
	}
	if len(ratings)+len(notes)+len(challenges) > 0 {
		fault("is no longer there, and has ratings, notes or challenges")
	}
	return faults
}
