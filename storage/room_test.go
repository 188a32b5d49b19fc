package storage_test

import (
	"errors"
	"testing"

	"raumbot/bot"
	"raumbot/storage"
)

func roomContract(t *testing.T, s *storage.Store) {
	den := bot.Room{ID: bot.RoomID{Platform: "console", ID: "den"}, Variant: "raumschach", Pictures: "off"}
	update(t, s, func(tx bot.Tx) {
		if err := tx.PutRoom(den); err != nil {
			t.Error(err)
		}
		want(t, "room", must[bot.Room](t)(tx.Room(den.ID)), den)
		den.Pictures = ""
		if err := tx.PutRoom(den); err != nil {
			t.Error(err)
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "room", must[bot.Room](t)(tx.Room(den.ID)), den)
		if _, err := tx.Room(bot.RoomID{Platform: "matrix", ID: "den"}); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("a room that nobody has decided on: %v", err)
		}
	})
}

// placeContract checks which players are found in rooms and in the places that contain them.
func placeContract(t *testing.T, s *storage.Store) {
	place := func(id string) bot.RoomID { return bot.RoomID{Platform: "console", ID: id} }
	update(t, s, func(tx bot.Tx) {
		for id, g := range []bot.Game{game(1, 7, 300, "bar"), game(2, 7, 2, "bar"), game(3, 5, 2, "pub"), game(4, 9, 9, "bar"), game(5, 8, 6, "yard")} {
			if g.ID < 5 {
				g.Seats[0].Within, g.Seats[1].Within = []bot.RoomID{place("inn"), place("town")}, []bot.RoomID{place("inn")}
			}
			if err := tx.PutGame(g); err != nil {
				t.Error(id, err)
			}
		}
	})
	players := func(room string, after bot.PlayerID, limit int) (all []bot.PlayerID) {
		view(t, s, func(tx bot.Tx) { all = must[[]bot.PlayerID](t)(tx.PlayersIn(place(room), after, limit)) })
		return all
	}
	want(t, "in the bar", players("bar", 0, 9), []bot.PlayerID{2, 7, 300})
	want(t, "in the inn", players("inn", 0, 9), []bot.PlayerID{2, 5, 7, 300})
	want(t, "in town", players("town", 0, 9), []bot.PlayerID{5, 7})
	want(t, "after 5", players("inn", 5, 1), []bot.PlayerID{7})
	want(t, "nowhere", players("in", 0, 9), []bot.PlayerID(nil))
	update(t, s, func(tx bot.Tx) {
		g := must[bot.Game](t)(tx.Game(3))
		g.Seats[0].Player = 9
		if err := tx.PutGame(g); err != nil {
			t.Error(err)
		}
	})
	want(t, "after a change", players("inn", 0, 9), []bot.PlayerID{2, 7, 9, 300})
}

// removalContract checks deletions and the rewriting of logs.
func removalContract(t *testing.T, s *storage.Store) {
	entry := func(what bot.Event, move string) bot.Entry {
		return bot.Entry{At: start, By: 1, What: what, Move: move}
	}
	update(t, s, func(tx bot.Tx) {
		for id := bot.GameID(1); id <= 2; id++ {
			if err := errors.Join(tx.PutGame(game(id, 1, 2, "den")), tx.AppendLog(id, entry(bot.Challenged, "a")), tx.AppendLog(id, entry(bot.Accepted, "b")),
				tx.PutPlan(bot.Plan{Game: id, Player: 2, Lines: [][]string{{"x"}}})); err != nil {
				t.Error(err)
			}
		}
		if err := tx.PutRating(bot.Rating{Player: 1, Variant: "a"}); err != nil {
			t.Error(err)
		}
	})
	update(t, s, func(tx bot.Tx) {
		if err := tx.RewriteLog(1, []bot.Entry{entry(bot.Challenged, "c")}); err == nil {
			t.Error("a log was rewritten with fewer entries")
		}
		if err := errors.Join(tx.RewriteLog(1, []bot.Entry{entry(bot.Challenged, "c"), entry(bot.Accepted, "d")}), tx.DeleteGame(2), tx.DeleteRating(1, "a")); err != nil {
			t.Error(err)
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "log", must[[]bot.Entry](t)(tx.Log(1)), []bot.Entry{entry(bot.Challenged, "c"), entry(bot.Accepted, "d")})
		want(t, "log of a removed game", must[[]bot.Entry](t)(tx.Log(2)), []bot.Entry(nil))
		want(t, "games", ids(must[[]bot.Game](t)(tx.GamesOf(1, false, bot.Page{}))), []bot.GameID{1})
		want(t, "plan", len(must[bot.Plan](t)(tx.Plan(2, 2)).Lines), 0)
		_, game := tx.Game(2)
		_, rating := tx.Rating(1, "a")
		if !errors.Is(game, bot.ErrNotFound) || !errors.Is(rating, bot.ErrNotFound) {
			t.Errorf("removed, and yet there: %v, %v", game, rating)
		}
	})
	update(t, s, func(tx bot.Tx) {
		if err := tx.DeleteGame(2); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("removed twice: %v", err)
		}
		if err := tx.DeleteRating(1, "a"); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("removed twice: %v", err)
		}
	})
}
