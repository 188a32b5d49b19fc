package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/tournament"
)

// tournamentsAtOnce is how many of the newest tournaments of each source (a player, a place) a command reads,
// tournamentsOffered how many a suggestion does, which runs at every keystroke.
const (
	tournamentsAtOnce  = 200
	tournamentsOffered = 50
)

// tournamentsHere returns the IDs of tournaments that may concern the user or can be found where they speak, finished
// or not, newest first: up to limit of each source.
func (c *call) tournamentsHere(over bool, limit int) ([]bot.TournamentID, error) {
	var all []bot.TournamentID
	if c.me.ID != 0 {
		mine, err := c.tx.TournamentsOf(c.me.ID, over, limit)
		if err != nil {
			return nil, err
		}
		all = mine
	}
	for _, place := range append(c.request.Places(), bot.RoomID{}) {
		here, err := c.tx.TournamentsIn(place, over, limit)
		if err != nil {
			return nil, err
		}
		all = append(all, here...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.Reverse(all)
	return all, nil
}

// eachTournamentOf calls do for every tournament that concerns a player.
func (c *call) eachTournamentOf(p bot.PlayerID, over bool, do func(*tournament.Tournament) error) error {
	ids, err := c.tx.TournamentsOf(p, over, 0)
	if err != nil {
		return err
	}
	for _, id := range ids {
		t, err := loadTournament(c.tx, id)
		if err == nil {
			err = do(t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lists reports whether a list shows a tournament to the user here: a draft to those who direct it, others to those
// who may enter it or have entered.
func (c *call) lists(t *tournament.Tournament) bool {
	return c.directs(t) || t.Phase != bot.Drafted && (c.within(t) || t.Entrant(c.me.ID) > 0)
}
