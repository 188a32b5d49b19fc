package storage_test

import (
	"errors"
	"testing"

	"raumbot/bot"
	"raumbot/storage"
)

func tournamentContract(t *testing.T, s *storage.Store) {
	numbers := func(all []bot.Tournament) (ids []bot.TournamentID) {
		for _, r := range all {
			ids = append(ids, r.ID)
		}
		return ids
	}
	entrants := func(players ...bot.PlayerID) (all []bot.Entrant) {
		for _, p := range players {
			all = append(all, bot.Entrant{Player: p})
		}
		return all
	}
	update(t, s, func(tx bot.Tx) {
		for range 5 {
			id := must[bot.TournamentID](t)(tx.NextTournament())
			r := bot.Tournament{ID: id, Phase: bot.Entering, Made: 100, Entrants: entrants(1, bot.PlayerID(id))}
			r.Starts = bot.Moment(1000 - 10*id)
			if err := tx.PutTournament(r); err != nil {
				t.Error(err)
			}
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "one", must[bot.Tournament](t)(tx.Tournament(2)).Entrants, entrants(1, 2))
		if _, err := tx.Tournament(9); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("no such tournament: %v", err)
		}
		want(t, "all", numbers(must[[]bot.Tournament](t)(tx.Tournaments(false, 0))), []bot.TournamentID{5, 4, 3, 2, 1})
		want(t, "of a player", numbers(must[[]bot.Tournament](t)(tx.TournamentsOf(1, false, 2))), []bot.TournamentID{5, 4})
		want(t, "of another", numbers(must[[]bot.Tournament](t)(tx.TournamentsOf(3, false, 0))), []bot.TournamentID{3})
		want(t, "unpaired", len(must[[]bot.Tournament](t)(tx.UnpairedTournaments(5))), 0)
		want(t, "next due", must[bot.Moment](t)(tx.NextTournamentDue()), bot.Moment(950))
		want(t, "due", numbers(must[[]bot.Tournament](t)(tx.DueTournaments(970, 9))), []bot.TournamentID{5, 4, 3})
		want(t, "some due", numbers(must[[]bot.Tournament](t)(tx.DueTournaments(970, 1))), []bot.TournamentID{5})
	})
	update(t, s, func(tx bot.Tx) {
		for id, phase := range map[bot.TournamentID]bot.Phase{2: bot.Running, 3: bot.Completed, 4: bot.CalledOff, 5: bot.Running} {
			r := must[bot.Tournament](t)(tx.Tournament(id))
			r.Phase, r.Awaits = phase, true
			if id == 5 {
				r.Paused = 100
			}
			if err := tx.PutTournament(r); err != nil {
				t.Error(err)
			}
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "not over", numbers(must[[]bot.Tournament](t)(tx.Tournaments(false, 0))), []bot.TournamentID{5, 2, 1})
		want(t, "over", numbers(must[[]bot.Tournament](t)(tx.Tournaments(true, 1))), []bot.TournamentID{4})
		want(t, "over of a player", numbers(must[[]bot.Tournament](t)(tx.TournamentsOf(3, true, 0))), []bot.TournamentID{3})
		want(t, "unpaired", numbers(must[[]bot.Tournament](t)(tx.UnpairedTournaments(5))), []bot.TournamentID{2})
		want(t, "due", numbers(must[[]bot.Tournament](t)(tx.DueTournaments(1000, 9))), []bot.TournamentID{1})
	})
}
