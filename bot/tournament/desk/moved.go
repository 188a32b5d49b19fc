package desk

import (
	"errors"

	"raumbot/bot"
)

// moveTournaments has the tournaments of a room go on in the room where its contents are shown now.
// Without such a room they stay. The two rooms of a match stay apart.
func moveTournaments(tx bot.Tx, from, to bot.RoomID) error {
	if to == (bot.RoomID{}) {
		return nil
	}
	var failed error
	for _, over := range []bool{false, true} {
		ids, err := tx.TournamentsIn(from, over, 0)
		failed = errors.Join(failed, err)
		for _, id := range ids {
			t, err := tx.Tournament(id)
			failed = errors.Join(failed, err)
			if err != nil || to == t.Home || to == t.Away {
				continue
			}
			places := []*bot.RoomID{&t.Home, &t.Away, &t.Server}
			for _, list := range [][]bot.Entrant{t.Entrants, t.Waiting} {
				for i := range list {
					places = append(places, &list[i].Room)
				}
			}
			if t.Season != nil {
				for i := range t.Season.Rooms {
					places = append(places, &t.Season.Rooms[i])
				}
			}
			for i := range t.Tables {
				places = append(places, &t.Tables[i].To.Room)
			}
			for _, place := range places {
				if *place == from {
					*place = to
				}
			}
			failed = errors.Join(failed, tx.PutTournament(t))
		}
	}
	return failed
}
