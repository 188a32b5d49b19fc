package storage

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/tournament"
)

func tournamentRefs(t bot.Tournament) []ref {
	refs := []ref{{overTournament, key(t.Over(), ^uint64(t.ID))}}
	for i, e := range t.Entrants {
		if !repeated(t.Entrants[:i], e.Player) {
			refs = append(refs, ref{playerTournament, key(e.Player, t.Over(), ^uint64(t.ID))})
		}
	}
	if t.Unpaired() {
		refs = append(refs, ref{unpairedTournament, key(uint64(t.ID))})
	}
	if wake := tournament.Of(t).Wake(); wake != 0 {
		refs = append(refs, ref{dueTournament, key(wake, uint64(t.ID))})
	}
	return refs
}

func repeated(before []bot.Entrant, p bot.PlayerID) bool {
	for _, e := range before {
		if e.Player == p {
			return true
		}
	}
	return false
}

// NextTournament implements [bot.TournamentTx].
func (t tx) NextTournament() (bot.TournamentID, error) {
	id, err := t.next("last tournament")
	return bot.TournamentID(id), err
}

// Tournament implements [bot.TournamentTx].
func (t tx) Tournament(id bot.TournamentID) (bot.Tournament, error) {
	return load[bot.Tournament](t, tournamentTable, key(uint64(id)))
}

// PutTournament implements [bot.TournamentTx].
func (t tx) PutTournament(tournament bot.Tournament) error {
	old, err := t.Tournament(tournament.ID)
	var refs []ref
	switch {
	case err == nil:
		refs = tournamentRefs(old)
	case !errors.Is(err, bot.ErrNotFound):
		return err
	}
	if err := t.reindex(refs, tournamentRefs(tournament)); err != nil {
		return err
	}
	return t.save(tournamentTable, key(uint64(tournament.ID)), tournament)
}

// Tournaments implements [bot.TournamentTx].
func (t tx) Tournaments(over bool, limit int) ([]bot.Tournament, error) {
	return t.tournaments(t.under(overTournament, key(over), nil, limit), true)
}

// TournamentsOf implements [bot.TournamentTx].
func (t tx) TournamentsOf(p bot.PlayerID, over bool, limit int) ([]bot.Tournament, error) {
	return t.tournaments(t.under(playerTournament, key(p, over), nil, limit), true)
}

// UnpairedTournaments implements [bot.TournamentTx].
func (t tx) UnpairedTournaments(limit int) ([]bot.Tournament, error) {
	return t.tournaments(t.under(unpairedTournament, nil, nil, limit), false)
}

// DueTournaments implements [bot.TournamentTx].
func (t tx) DueTournaments(m bot.Moment, limit int) ([]bot.Tournament, error) {
	var keys [][]byte
	for k := range t.kv.scan(dueTournament, nil) {
		if len(keys) == limit || bot.Moment(lastNumber(k[:8])) > m {
			break
		}
		keys = append(keys, k)
	}
	return t.tournaments(keys, false)
}

// NextTournamentDue implements [bot.TournamentTx].
func (t tx) NextTournamentDue() (bot.Moment, error) {
	for k := range t.kv.scan(dueTournament, nil) {
		return bot.Moment(lastNumber(k[:8])), nil
	}
	return 0, nil
}

// tournaments reads those whose numbers end some keys, turned round or not.
func (t tx) tournaments(keys [][]byte, turned bool) ([]bot.Tournament, error) {
	var all []bot.Tournament
	for _, k := range keys {
		id := lastNumber(k)
		if turned {
			id = ^id
		}
		record, err := t.Tournament(bot.TournamentID(id))
		if err != nil {
			return nil, err
		}
		all = append(all, record)
	}
	return all, nil
}
