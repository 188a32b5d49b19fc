package desk

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/tournament"
	"slices"
)

// listedAtOnce is the number of the newest tournaments of each source (a player, a place) that
// a command reads. suggestedAtOnce is the number for a suggestion, which runs at every
// keystroke.
const (
	listedAtOnce    = 200
	suggestedAtOnce = 50
)

// wrap converts a list of tournaments returned by the store. It also returns err.
func wrap(records []bot.Tournament, err error) ([]*tournament.Tournament, error) {
	all := make([]*tournament.Tournament, len(records))
	for i, record := range records {
		all[i] = tournament.Of(record)
	}
	return all, err
}

// tournamentsHere returns the IDs of tournaments that concern the user or can be found where they
// speak, newest first. It returns up to limit of each source; over selects the finished ones.
func tournamentsHere(c *action.Call, over bool, limit int) ([]bot.TournamentID, error) {
	var all []bot.TournamentID
	if c.Me.ID != 0 {
		mine, err := c.Tx.TournamentsOf(c.Me.ID, over, limit)
		if err != nil {
			return nil, err
		}
		all = mine
	}
	for _, place := range append(c.Request.Places(), bot.RoomID{}) {
		here, err := c.Tx.TournamentsIn(place, over, limit)
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

// lists reports whether a list shows a tournament to the user here. A draft is shown to its
// organisers, another one to users who may enter it or have entered.
func lists(c *action.Call, t *tournament.Tournament) bool {
	if !ofInterest(c, t) {
		return false
	}
	return action.MayDirect(c, t) || t.Phase != bot.Drafted && (action.EnterableHere(c, t) || t.Entrant(c.Me.ID) > 0 || tournament.MatchOf(t).CaptainOf(c.Me.ID) >= 0)
}

// ofInterest reports whether a list of tournaments may show a tournament to the user. The seasons
// of leagues are listed as leagues; only those who play in a division find it among the
// tournaments.
func ofInterest(c *action.Call, t *tournament.Tournament) bool {
	return t.Season == nil || t.Season.Division > 0 && t.Entrant(c.Me.ID) > 0
}
