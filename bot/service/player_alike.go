package service

import (
	"context"
	"errors"
	"slices"

	"raumbot/bot"
)

// alikeMemo is the key under which is kept by which rules all records of players have been compared, see [Service.markAlike].
const alikeMemo = "alike"

// alikeRules names the rules of [bot.Lookalike]: another value has all records compared anew.
const alikeRules = "1"

// markAlike goes through all players, once for each version of the rules, and marks the names that look like others' to be shown with
// their handles. Names are compared when somebody speaks; records of earlier versions have not been. Reading is done in views, so that
// nobody waits; what begins anew after a crash costs no more than that.
func (s *Service) markAlike(ctx context.Context) error {
	compared, err := s.Recall(ctx, ownMemos, alikeMemo)
	if err != nil || string(compared) == alikeRules {
		return err
	}
	marked := 0
	for id, more := bot.PlayerID(1), true; more; {
		var found []bot.PlayerID
		err := s.store.View(ctx, func(tx bot.Tx) (err error) {
			c := &call{service: s, tx: tx}
			for range checkAtOnce { // numbers have no gaps
				p, missing := tx.Player(id)
				if errors.Is(missing, bot.ErrNotFound) {
					more = false
					return nil
				}
				unmarked, unclear := c.unmarked(p)
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
			err := s.store.Update(ctx, func(tx bot.Tx) error {
				c := &call{service: s, tx: tx}
				return c.markNames(id)
			})
			if err := undamaged(err); err != nil {
				return err
			}
			marked++
		}
	}
	if marked > 0 {
		s.log.Info("names that look like others' are shown with their handles now", "players", marked)
	}
	return s.Keep(ctx, ownMemos, alikeMemo, []byte(alikeRules))
}

// undamaged returns an error unless it says that a record is damaged: there is nothing to mark in one, and damage is reported elsewhere.
func undamaged(err error) error {
	if damage := (*bot.Damage)(nil); errors.As(err, &damage) {
		return nil
	}
	return err
}

// unmarked returns the indexes of a player's users whose names look like others' and are not marked.
func (c *call) unmarked(p bot.Player) (all []int, err error) {
	if p.Forgotten {
		return nil, nil
	}
	for i, u := range p.Users {
		if u.Shared || u.Handle == "" {
			continue
		}
		namesakes, err := c.namesakes(u.Name)
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
func (c *call) markNames(id bot.PlayerID) error {
	p, err := c.tx.Player(id)
	if err != nil {
		return err
	}
	unmarked, err := c.unmarked(p)
	if err != nil || len(unmarked) == 0 {
		return err
	}
	for _, i := range unmarked {
		p.Users[i].Shared = true
	}
	if err := c.tx.PutPlayer(p); err != nil {
		return err
	}
	for _, i := range unmarked {
		if err := c.showHandle(id, p.Users[i]); err != nil {
			return err
		}
	}
	return nil
}
