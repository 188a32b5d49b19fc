package storagetest

import (
	"cmp"
	"slices"

	"raumbot/bot"
	"raumbot/bot/tournament"
)

func (d *modelData) NextTournament() (bot.TournamentID, error) {
	d.lastCup++
	return d.lastCup, nil
}

func wake(t bot.Tournament) bot.Moment { return tournament.Of(t).Wake() }

func byTournamentID(a, b bot.Tournament) int { return cmp.Compare(a.ID, b.ID) }

func (d *modelData) Tournament(id bot.TournamentID) (bot.Tournament, error) {
	return find(d.tournaments, id)
}

func (d *modelData) PutTournament(t bot.Tournament) error {
	d.tournaments[t.ID] = t
	return nil
}

// newest returns the numbers of tournaments that satisfy suits, newest first.
func (d *modelData) newest(limit int, suits func(bot.Tournament) bool) (ids []bot.TournamentID) {
	for _, t := range list(d.tournaments, limit, suits, func(a, b bot.Tournament) int { return byTournamentID(b, a) }) {
		ids = append(ids, t.ID)
	}
	return ids
}

func (d *modelData) TournamentsOf(p bot.PlayerID, over bool, limit int) ([]bot.TournamentID, error) {
	return d.newest(limit, func(t bot.Tournament) bool { return t.Over() == over && slices.Contains(t.People(), p) }), nil
}

func (d *modelData) TournamentsIn(r bot.RoomID, over bool, limit int) ([]bot.TournamentID, error) {
	return d.newest(limit, func(t bot.Tournament) bool { return t.Over() == over && slices.Contains(t.Places(), r) }), nil
}

func (d *modelData) TournamentsFrom(id bot.TournamentID, limit int) ([]bot.Tournament, error) {
	return list(d.tournaments, limit, func(t bot.Tournament) bool { return t.ID >= id }, byTournamentID), nil
}

func (d *modelData) UnpairedTournaments(limit int) ([]bot.Tournament, error) {
	return list(d.tournaments, limit, bot.Tournament.Unpaired, byTournamentID), nil
}

func (d *modelData) DueTournaments(m bot.Moment, limit int) ([]bot.Tournament, error) {
	return list(d.tournaments, limit, func(t bot.Tournament) bool { return wake(t) != 0 && wake(t) <= m },
		func(a, b bot.Tournament) int { return cmp.Or(cmp.Compare(wake(a), wake(b)), byTournamentID(a, b)) }), nil
}

func (d *modelData) NextTournamentDue() (next bot.Moment, err error) {
	for _, t := range d.tournaments {
		if w := wake(t); w != 0 && (next == 0 || w < next) {
			next = w
		}
	}
	return next, nil
}
