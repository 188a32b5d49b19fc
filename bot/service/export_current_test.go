package service

import (
	"maps"
	"slices"
	"time"

	"raumbot/bot"
)

// CurrentUntil returns until when a service keeps the list of the games being played.
func CurrentUntil(s *Service) time.Time {
	s.current.mu.Lock()
	defer s.current.mu.Unlock()
	return s.current.until
}

// CurrentGames keeps a list of the games being played.
type CurrentGames struct{ currentGames }

// Hear takes up that a game has changed; zero stands for any.
func (k *CurrentGames) Hear(id bot.GameID) { k.hear([]bot.GameID{id}) }

// Reads keeps a list as who finds some games, while something happens meanwhile.
func (k *CurrentGames) Reads(meanwhile func(), now time.Time, found ...bot.GameID) {
	heard, page := k.heard(), GameList{}
	meanwhile()
	for _, id := range found {
		page.Games = append(page.Games, Summary{Game: bot.Game{ID: id}})
	}
	k.keep(page, 9, heard, now)
}

// Kept returns the games of the list, and those that have to be looked at besides; not ok if no list is kept.
func (k *CurrentGames) Kept(now time.Time) (found, changed []bot.GameID, ok bool) {
	found, _, others, ok := k.kept(9, now)
	return found, slices.Sorted(maps.Keys(others)), ok
}
