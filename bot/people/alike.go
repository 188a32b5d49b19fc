package people

import (
	"context"
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
)

// alikeMemo is the key of the memo that says by which rules all players' names have been compared:
// see [MarkAlike].
const alikeMemo = "alike"

// alikeRules identifies the rules of [bot.Lookalike]. When it changes, all players' names are
// compared again.
const alikeRules = "1"

// MarkAlike goes through all players, once for each version of the rules, and marks names that look
// like others', so that they are shown with their handles. Names are otherwise compared only when a
// player speaks, so records of earlier versions need this. It reads in views, which block nobody.
// After a crash it starts again from the first player.
func MarkAlike(ctx context.Context, s *action.Bot) error {
	var compared []byte
	err := s.Store.View(ctx, func(tx bot.Tx) (err error) {
		compared, err = tx.Memo(action.OwnMemos, alikeMemo)
		return err
	})
	if err != nil && !errors.Is(err, bot.ErrNotFound) || string(compared) == alikeRules {
		return err
	}
	marked := 0
	for id, more := bot.PlayerID(1), true; more; {
		var found []bot.PlayerID
		err := s.Store.View(ctx, func(tx bot.Tx) (err error) {
			c := &action.Call{Bot: s, Tx: tx}
			for range action.CheckAtOnce { // numbers have no gaps
				p, missing := tx.Player(id)
				if errors.Is(missing, bot.ErrNotFound) {
					more = false
					return nil
				}
				unmarked, unclear := unmarked(c, p)
				if err := undamaged(errors.Join(missing, unclear)); err != nil {
					return err
				}
				if len(unmarked) > 0 {
					found = append(found, id)
				}
				id++
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, id := range found {
			err := s.Store.Update(ctx, func(tx bot.Tx) error {
				c := &action.Call{Bot: s, Tx: tx}
				return markNames(c, id)
			})
			if err := undamaged(err); err != nil {
				return err
			}
			marked++
		}
	}
	if marked > 0 {
		s.Log.Info("names that look like others' are shown with their handles now", "players", marked)
	}
	return s.Store.Update(ctx, func(tx bot.Tx) error {
		return tx.PutMemo(action.OwnMemos, alikeMemo, []byte(alikeRules))
	})
}

// undamaged returns err, or nil if err says that a record is damaged. A damaged record has nothing
// to mark, and the damage is reported elsewhere.
func undamaged(err error) error {
	if damage := (*bot.Damage)(nil); errors.As(err, &damage) {
		return nil
	}
	return err
}

// unmarked returns the indexes of a player's users whose names look like others' and are not
// marked.
func unmarked(c *action.Call, p bot.Player) (all []int, err error) {
	if p.Forgotten {
		return nil, nil
	}
	for i, u := range p.Users {
		if u.Shared || u.Handle == "" {
			continue
		}
		namesakes, err := action.Namesakes(c, u.Name)
		if err != nil {
			return nil, err
		}
		if bot.PosesAs(u.Name) || slices.ContainsFunc(namesakes, func(other bot.Player) bool { return other.ID != p.ID }) {
			all = append(all, i)
		}
	}
	return all, nil
}

// markNames marks the names of a player that look like others', wherever they are stored.
func markNames(c *action.Call, id bot.PlayerID) error {
	p, err := c.Tx.Player(id)
	if err != nil {
		return err
	}
	unmarked, err := unmarked(c, p)
	if err != nil || len(unmarked) == 0 {
		return err
	}
	for _, i := range unmarked {
		p.Users[i].Shared = true
	}
	if err := c.Tx.PutPlayer(p); err != nil {
		return err
	}
	for _, i := range unmarked {
		if err := action.ShowHandle(c, id, p.Users[i]); err != nil {
			return err
		}
	}
	return nil
}
