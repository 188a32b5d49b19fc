package storage_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage"
)

func gameContract(t *testing.T, s *storage.Store) {
	room := bot.RoomID{Platform: "console", ID: "lobby"}
	update(t, s, func(tx bot.Tx) {
		for n := range 3 {
			id := must[bot.GameID](t)(tx.NextGame())
			want(t, "number", id, bot.GameID(n+1))
			// the first is a game against oneself
			if err := tx.PutGame(game(id, 1, bot.PlayerID(n+1), "lobby")); err != nil {
				t.Error(err)
			}
		}
	})
	list := func(p bot.PlayerID, over bool) (all []bot.GameID) {
		view(t, s, func(tx bot.Tx) { all = ids(must[[]bot.Game](t)(tx.GamesOf(p, over, bot.Page{}))) })
		return all
	}
	want(t, "games of 1", list(1, false), []bot.GameID{3, 2, 1})
	want(t, "games of 2", list(2, false), []bot.GameID{2})
	update(t, s, func(tx bot.Tx) {
		g := must[bot.Game](t)(tx.Game(2))
		g.Result = &bot.Result{Reason: bot.ByRuling}
		if err := tx.PutGame(g); err != nil {
			t.Error(err)
		}
		want(t, "within the transaction", ids(must[[]bot.Game](t)(tx.GamesOf(2, false, bot.Page{}))), []bot.GameID(nil))
	})
	want(t, "games going on", list(1, false), []bot.GameID{3, 1})
	want(t, "games that are over", list(1, true), []bot.GameID{2})
	view(t, s, func(tx bot.Tx) { want(t, "adjudicated", must[bot.Game](t)(tx.Game(2)).Result.Adjudicated(), true) })
	update(t, s, func(tx bot.Tx) {
		g := must[bot.Game](t)(tx.Game(3))
		g.Seats[1].Room.ID = "den"
		if err := tx.PutGame(g); err != nil {
			t.Error(err)
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "in the lobby", ids(must[[]bot.Game](t)(tx.GamesIn(room, false, bot.Page{}))), []bot.GameID{3, 1})
		room.ID = "den"
		want(t, "in the den", ids(must[[]bot.Game](t)(tx.GamesIn(room, false, bot.Page{}))), []bot.GameID{3})
		want(t, "all that go on", ids(must[[]bot.Game](t)(tx.ListedGames(false, bot.Page{}))), []bot.GameID{3, 1})
		want(t, "before 3", ids(must[[]bot.Game](t)(tx.ListedGames(false, bot.Page{Before: 3, Limit: 1}))), []bot.GameID{1})
		want(t, "all that are over", ids(must[[]bot.Game](t)(tx.ListedGames(true, bot.Page{}))), []bot.GameID{2})
		want(t, "from 2", ids(must[[]bot.Game](t)(tx.GamesFrom(2, 1))), []bot.GameID{2})
	})
	update(t, s, func(tx bot.Tx) {
		g := must[bot.Game](t)(tx.Game(1))
		g.Seats[1].User.Platform = bot.Guest
		if err := tx.PutGame(g); err != nil {
			t.Error(err)
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "without the guest's", ids(must[[]bot.Game](t)(tx.ListedGames(false, bot.Page{}))), []bot.GameID{3})
		want(t, "the guest's", ids(must[[]bot.Game](t)(tx.GamesOf(1, false, bot.Page{}))), []bot.GameID{3, 1})
	})
}

func pageContract(t *testing.T, s *storage.Store) {
	update(t, s, func(tx bot.Tx) {
		for id := bot.GameID(1); id <= 300; id++ {
			if err := tx.PutGame(game(id, 1, 2, "lobby")); err != nil {
				t.Error(err)
			}
		}
	})
	view(t, s, func(tx bot.Tx) {
		page := bot.Page{Limit: 2}
		want(t, "first page", ids(must[[]bot.Game](t)(tx.GamesOf(1, false, page))), []bot.GameID{300, 299})
		page.Before = 257
		want(t, "before 257", ids(must[[]bot.Game](t)(tx.GamesOf(1, false, page))), []bot.GameID{256, 255})
		page.Before = 1
		want(t, "before 1", ids(must[[]bot.Game](t)(tx.GamesOf(1, false, page))), []bot.GameID(nil))
	})
}

func challengeContract(t *testing.T, s *storage.Store) {
	update(t, s, func(tx bot.Tx) {
		for id, to := range map[bot.GameID]bot.PlayerID{1: 2, 2: 3} {
			ch := bot.Challenge{ID: id, From: bot.Seat{Player: 1}, To: bot.Seat{Player: to}, Expires: 100}
			if err := tx.PutChallenge(ch); err != nil {
				t.Error(err)
			}
		}
		if err := tx.DeleteChallenge(3); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("deleting what is not there: %v", err)
		}
	})
	view(t, s, func(tx bot.Tx) {
		all := must[[]bot.Challenge](t)(tx.ChallengesOf(1))
		want(t, "from 1", len(all), 2)
		want(t, "order", all[0].ID < all[1].ID, true)
		want(t, "to 3", must[[]bot.Challenge](t)(tx.ChallengesOf(3))[0].ID, bot.GameID(2))
	})
	update(t, s, func(tx bot.Tx) {
		if err := tx.DeleteChallenge(1); err != nil {
			t.Error(err)
		}
		want(t, "to 2", len(must[[]bot.Challenge](t)(tx.ChallengesOf(2))), 0)
		want(t, "open", len(must[[]bot.Challenge](t)(tx.OpenChallenges(9))), 0)
		for id := bot.GameID(5); id < 8; id++ {
			if err := tx.PutChallenge(bot.Challenge{ID: id, From: bot.Seat{Player: 1}}); err != nil {
				t.Error(err)
			}
		}
		open := must[[]bot.Challenge](t)(tx.OpenChallenges(2))
		want(t, "open", []bot.GameID{open[0].ID, open[1].ID}, []bot.GameID{5, 6})
		want(t, "due", must[[]bot.GameID](t)(tx.Due(1000, 10)), []bot.GameID{2})
	})
}

func dueContract(t *testing.T, s *storage.Store) {
	put := func(id bot.GameID, deadline bot.Moment) {
		update(t, s, func(tx bot.Tx) {
			g := game(id, 1, 2, "lobby")
			g.Deadline = deadline
			if err := tx.PutGame(g); err != nil {
				t.Error(err)
			}
		})
	}
	put(1, 300)
	put(2, 256)
	put(3, 255)
	put(4, 0)
	due := func(m bot.Moment, limit int) (all []bot.GameID) {
		view(t, s, func(tx bot.Tx) { all = must[[]bot.GameID](t)(tx.Due(m, limit)) })
		return all
	}
	want(t, "before any", due(254, 10), []bot.GameID(nil))
	want(t, "two", due(256, 10), []bot.GameID{3, 2})
	want(t, "the first", due(1000, 1), []bot.GameID{3})
	put(3, 400)
	want(t, "later", due(1000, 10), []bot.GameID{2, 1, 3})
	view(t, s, func(tx bot.Tx) { want(t, "next", must[bot.Moment](t)(tx.NextDue()), bot.Moment(256)) })
}

func logContract(t *testing.T, s *storage.Store) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC)
	update(t, s, func(tx bot.Tx) {
		for n := range 300 {
			for _, id := range []bot.GameID{1, 2} {
				if err := tx.AppendLog(id, bot.Entry{At: at, By: 7, What: bot.Moved, Move: fmt.Sprint(id, "-", n)}); err != nil {
					t.Error(err)
				}
			}
		}
	})
	view(t, s, func(tx bot.Tx) {
		log := must[[]bot.Entry](t)(tx.Log(1))
		want(t, "length", len(log), 300)
		want(t, "last", log[299], bot.Entry{At: at, By: 7, What: bot.Moved, Move: "1-299"})
		want(t, "of another", len(must[[]bot.Entry](t)(tx.Log(3))), 0)
	})
}

func planContract(t *testing.T, s *storage.Store) {
	plan := bot.Plan{Game: 1, Player: 2, Lines: [][]string{{"a", "b"}}}
	update(t, s, func(tx bot.Tx) {
		if err := tx.PutPlan(plan); err != nil {
			t.Error(err)
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "plan", must[bot.Plan](t)(tx.Plan(1, 2)), plan)
		want(t, "of the other player", must[bot.Plan](t)(tx.Plan(1, 3)), bot.Plan{Game: 1, Player: 3})
	})
	plan.Lines = nil
	update(t, s, func(tx bot.Tx) {
		if err := tx.PutPlan(plan); err != nil {
			t.Error(err)
		}
		want(t, "no plan", must[bot.Plan](t)(tx.Plan(1, 2)), plan)
	})
}
