package storage

import (
	"raumbot/bot"
	"raumbot/bot/tournament"
	"raumbot/storage/kv"
)

func tournamentRefs(_ []byte, t bot.Tournament) []ref {
	var refs []ref
	for _, p := range t.People() {
		refs = append(refs, ref{playerTournament, key(p, t.Over(), ^uint64(t.ID))})
	}
	for _, place := range t.Places() {
		refs = append(refs, ref{placeTournament, key(string(place.Platform), place.ID, t.Over(), ^uint64(t.ID))})
	}
	if t.Unpaired() {
		refs = append(refs, ref{unpairedTournament, key(t.ID)})
	}
	if wake := tournament.Of(t).Wake(); wake != 0 {
		refs = append(refs, ref{dueTournament, key(wake, t.ID)})
	}
	return refs
}

// NextTournament implements [bot.TournamentTx].
func (t tx) NextTournament() (bot.TournamentID, error) {
	id, err := t.next("last tournament")
	return bot.TournamentID(id), err
}

// Tournament implements [bot.TournamentTx].
func (t tx) Tournament(id bot.TournamentID) (bot.Tournament, error) {
	return tournaments.load(t, key(id))
}

// PutTournament implements [bot.TournamentTx].
func (t tx) PutTournament(r bot.Tournament) error { return tournaments.put(t, r) }

// TournamentsOf implements [bot.TournamentTx].
func (t tx) TournamentsOf(p bot.PlayerID, over bool, limit int) ([]bot.TournamentID, error) {
	return t.newestTournaments(playerTournament, key(p, over), limit), nil
}

// TournamentsIn implements [bot.TournamentTx].
func (t tx) TournamentsIn(r bot.RoomID, over bool, limit int) ([]bot.TournamentID, error) {
	return t.newestTournaments(placeTournament, key(string(r.Platform), r.ID, over), limit), nil
}

// newestTournaments returns the numbers listed under a prefix of an index, in descending order.
func (t tx) newestTournaments(in kv.Table, prefix []byte, limit int) (ids []bot.TournamentID) {
	for _, k := range t.under(in, prefix, nil, limit) {
		ids = append(ids, bot.TournamentID(^lastNumber(k)))
	}
	return ids
}

// TournamentsFrom implements [bot.TournamentTx].
func (t tx) TournamentsFrom(first bot.TournamentID, limit int) ([]bot.Tournament, error) {
	return tournaments.list(t, nil, key(first), limit)
}

// UnpairedTournaments implements [bot.TournamentTx].
func (t tx) UnpairedTournaments(limit int) ([]bot.Tournament, error) {
	return tournaments.at(t, numbered(t.under(unpairedTournament, nil, nil, limit)))
}
