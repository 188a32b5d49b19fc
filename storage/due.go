package storage

import "raumbot/bot"

// Due implements [bot.GameTx].
func (t tx) Due(m bot.Moment, limit int) (ids []bot.GameID, err error) {
	for k := range t.kv.Scan(dueIndex, nil) {
		if len(ids) == limit || bot.Moment(lastNumber(k[:8])) > m {
			break
		}
		if id := bot.GameID(lastNumber(k)); !t.isAsideGame(id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// NextDue implements [bot.GameTx].
func (t tx) NextDue() (bot.Moment, error) {
	for k := range t.kv.Scan(dueIndex, nil) {
		if !t.isAsideGame(bot.GameID(lastNumber(k))) {
			return bot.Moment(lastNumber(k[:8])), nil
		}
	}
	return 0, nil
}

// DueTournaments implements [bot.TournamentTx].
func (t tx) DueTournaments(m bot.Moment, limit int) ([]bot.Tournament, error) {
	var keys [][]byte
	for k := range t.kv.Scan(dueTournament, nil) {
		if len(keys) == limit || bot.Moment(lastNumber(k[:8])) > m {
			break
		}
		if k = key(lastNumber(k)); !t.isAside(damaged(tournaments.table, k, nil)) {
			keys = append(keys, k)
		}
	}
	return tournaments.at(t, keys)
}

// NextTournamentDue implements [bot.TournamentTx].
func (t tx) NextTournamentDue() (bot.Moment, error) {
	for k := range t.kv.Scan(dueTournament, nil) {
		if !t.isAside(damaged(tournaments.table, key(lastNumber(k)), nil)) {
			return bot.Moment(lastNumber(k[:8])), nil
		}
	}
	return 0, nil
}
