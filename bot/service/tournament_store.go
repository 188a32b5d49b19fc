package service

import (
	"raumbot/bot"
	"raumbot/bot/tournament"
)

// loadTournament reads a tournament.
func loadTournament(tx bot.Tx, id bot.TournamentID) (*tournament.Tournament, error) {
	record, err := tx.Tournament(id)
	return tournament.Of(record), err
}

// wrapTournaments converts the result of a list of the store.
func wrapTournaments(records []bot.Tournament, err error) ([]*tournament.Tournament, error) {
	all := make([]*tournament.Tournament, len(records))
	for i, record := range records {
		all[i] = tournament.Of(record)
	}
	return all, err
}
