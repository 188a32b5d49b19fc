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
	lobby, house := bot.RoomID{Platform: "console", ID: "lobby"}, bot.RoomID{Platform: "console", ID: "house"}
	update(t, s, func(tx bot.Tx) {
		for range 5 {
			id := must[bot.TournamentID](t)(tx.NextTournament())
			r := bot.Tournament{ID: id, Phase: bot.Entering, Made: 100, Entrants: entrants(1, bot.PlayerID(id))}
			r.Starts = bot.Moment(1000 - 10*id)
			r.Organisers, r.Home, r.Server = []bot.PlayerID{9}, lobby, house
			r.Scope = map[bot.TournamentID]bot.Scope{2: bot.ThisServer, 3: bot.Everywhere}[id]
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
		want(t, "all", numbers(must[[]bot.Tournament](t)(tx.TournamentsFrom(0, 0))), []bot.TournamentID{1, 2, 3, 4, 5})
		want(t, "some", numbers(must[[]bot.Tournament](t)(tx.TournamentsFrom(2, 2))), []bot.TournamentID{2, 3})
		want(t, "of a player", must[[]bot.TournamentID](t)(tx.TournamentsOf(1, false, 2)), []bot.TournamentID{5, 4})
		want(t, "of another", must[[]bot.TournamentID](t)(tx.TournamentsOf(3, false, 0)), []bot.TournamentID{3})
		want(t, "of an organiser", must[[]bot.TournamentID](t)(tx.TournamentsOf(9, false, 0)), []bot.TournamentID{5, 4, 3, 2, 1})
		want(t, "in the lobby", must[[]bot.TournamentID](t)(tx.TournamentsIn(lobby, false, 0)), []bot.TournamentID{5, 4, 3, 2, 1})
		want(t, "in the house", must[[]bot.TournamentID](t)(tx.TournamentsIn(house, false, 0)), []bot.TournamentID{2})
		want(t, "everywhere", must[[]bot.TournamentID](t)(tx.TournamentsIn(bot.RoomID{}, false, 0)), []bot.TournamentID{3})
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
		want(t, "not over", must[[]bot.TournamentID](t)(tx.TournamentsIn(lobby, false, 0)), []bot.TournamentID{5, 2, 1})
		want(t, "over", must[[]bot.TournamentID](t)(tx.TournamentsIn(lobby, true, 1)), []bot.TournamentID{4})
		want(t, "over of a player", must[[]bot.TournamentID](t)(tx.TournamentsOf(3, true, 0)), []bot.TournamentID{3})
		want(t, "unpaired", numbers(must[[]bot.Tournament](t)(tx.UnpairedTournaments(5))), []bot.TournamentID{2})
		want(t, "due", numbers(must[[]bot.Tournament](t)(tx.DueTournaments(1000, 9))), []bot.TournamentID{1})
	})
}
