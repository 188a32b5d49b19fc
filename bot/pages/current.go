package pages

import (
	"errors"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/play"
)

// currentFor is how long the first page of public ongoing games is cached. Making the page can
// take many reads, and everybody who opens a public site asks for it.
const currentFor = time.Second

// currentGames caches the IDs of the games on the first page of ongoing games. The games
// themselves are read every time, with whether they may still be shown.
type currentGames struct {
	mu    sync.Mutex
	games []bot.GameID
	more  bot.GameID // as in GameList
	limit int        // limit of the cached page; zero if none is cached
	until time.Time
}

// cached returns the games of the page with a limit. ok is false if that page is not cached.
func (k *currentGames) cached(limit int, now time.Time) (games []bot.GameID, more bot.GameID, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.games, k.more, limit != 0 && k.limit == limit && now.Before(k.until)
}

// store caches a page.
func (k *currentGames) store(page GameList, limit int, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.games, k.more, k.limit, k.until = nil, page.More, limit, now.Add(currentFor)
	for _, g := range page.Games {
		k.games = append(k.games, g.ID)
	}
}

// viewCurrent returns the first page of the ongoing games that anybody may see.
func (s *Pages) viewCurrent(c *action.Call, list ListGames) (page GameList, err error) {
	k, now := &s.current, s.Clock.Now()
	games, more, ok := k.cached(list.Limit, now)
	if !ok {
		if page, err = viewGames(c, list); err == nil {
			k.store(page, list.Limit, now)
		}
		return page, err
	}
	page.More = more
	for _, id := range games {
		g, err := c.Tx.Game(id)
		var damage *bot.Damage
		switch {
		case errors.Is(err, bot.ErrNotFound) || errors.As(err, &damage) && damage.Aside:
		case err != nil:
			return page, err
		case !g.Over() && c.MaySee(g):
			page.Games = append(page.Games, play.Summarise(c, g))
		}
	}
	return page, nil
}
