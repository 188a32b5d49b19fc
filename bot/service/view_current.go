package service

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"raumbot/bot"
)

// Whoever opens the first page of a public site asks which games are being played that anybody may see. To find them, all games are looked through, the
// newest first, most of which are over. So it is kept which were found. What each of them is, and whether it may be shown still, is read every time; so
// are those that have changed since and may belong to the list now.

// currentFor is how long the games of the list are kept, for the sake of what no game's log tells: a tournament whose games become public.
const currentFor = 10 * time.Second

// mostChanged is how many games may have changed before all are looked through again.
const mostChanged = 100

// currentGames keeps which games the first page of the list has.
type currentGames struct {
	mu      sync.Mutex
	found   []bot.GameID // those of the page and, if there is one, the next
	more    bot.GameID   // as in [GameList]
	limit   int          // zero while nothing is kept
	until   time.Time
	changes uint64 // how many have been heard of
	// changed are the games that have changed since all were looked through, each with the number of its last change; all is the number of the last
	// change that may be of any game.
	changed map[bot.GameID]uint64
	all     uint64
	begun   uint64 // the number of changes before all games were looked through
}

// hear takes up that games have changed; zero stands for any.
func (k *currentGames) hear(games []bot.GameID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, id := range games {
		k.changes++
		if id == 0 || len(k.changed) >= mostChanged {
			k.limit, k.all, k.changed = 0, k.changes, nil
			continue
		}
		if k.changed == nil {
			k.changed = map[bot.GameID]uint64{}
		}
		k.changed[id] = k.changes
	}
}

// heard returns the number of changes that have been heard of. Who reads the store after that reads them.
func (k *currentGames) heard() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.changes
}

// kept returns the games of a page of so many, and those that have changed meanwhile, each with the number of its change; not ok if it is not known
// which games the page has.
func (k *currentGames) kept(limit int, now time.Time) (found []bot.GameID, more bot.GameID, changed map[bot.GameID]uint64, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if limit == 0 || k.limit != limit || !now.Before(k.until) {
		return nil, 0, nil, false
	}
	return k.found, k.more, maps.Clone(k.changed), true
}

// keep keeps the games of a page that has been read, and of how many changes was known before.
func (k *currentGames) keep(page GameList, limit int, heard uint64, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if heard < k.all || heard < k.begun {
		return // of what was read later more is known
	}
	k.found = nil
	for _, g := range page.Games {
		k.found = append(k.found, g.ID)
	}
	k.more, k.limit, k.until, k.begun = page.More, limit, now.Add(currentFor), heard
	maps.DeleteFunc(k.changed, func(_ bot.GameID, number uint64) bool { return number <= heard })
}

// pass takes note that games which have changed do not belong to the page, as they were read by who knew of so many changes.
func (k *currentGames) pass(games map[bot.GameID]uint64, heard uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, number := range games {
		if number <= heard && k.changed[id] == number {
			delete(k.changed, id)
		}
	}
}

// viewCurrent returns the first page of the games being played that strangers may see. heard is how many changes were known before the transaction began.
func (c *call) viewCurrent(list ListGames, heard uint64) (page GameList, err error) {
	k, now := &c.service.current, c.service.clock.Now()
	found, more, changed, ok := k.kept(list.Limit, now)
	if ok {
		if page, ok, err = c.stillCurrent(found, list.Limit, more, changed); err != nil {
			return page, err
		}
	}
	if ok {
		k.pass(changed, heard)
		return page, nil
	}
	longer := list
	longer.Limit++
	if page, err = c.viewGames(longer); err != nil {
		return page, err
	}
	if len(page.Games) > list.Limit {
		page.More = page.Games[list.Limit-1].ID
	}
	k.keep(page, list.Limit, heard, now)
	page.Games = page.Games[:min(len(page.Games), list.Limit)]
	return page, nil
}

// stillCurrent returns the page of so many of the games that were found, unless one of them is not shown any more, or one that has changed belongs to it.
func (c *call) stillCurrent(found []bot.GameID, limit int, more bot.GameID, changed map[bot.GameID]uint64) (page GameList, ok bool, err error) {
	shown := func(id bot.GameID) (bot.Game, bool, error) {
		var damage *bot.Damage
		g, err := c.tx.Game(id)
		if errors.Is(err, bot.ErrNotFound) || errors.As(err, &damage) && damage.Aside {
			return g, false, nil
		}
		return g, err == nil && !g.Over() && c.maySee(g), err
	}
	for id := range changed {
		if more != 0 && id < more || slices.Contains(found, id) {
			continue
		}
		if _, belongs, err := shown(id); err != nil || belongs {
			return page, false, err
		}
	}
	page.More = more
	for i, id := range found {
		g, belongs, err := shown(id)
		if err != nil || !belongs {
			return page, false, err
		}
		if i < limit {
			page.Games = append(page.Games, c.summary(g))
		}
	}
	return page, true, nil
}
