package storage_test

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/rating"
	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// stores lists the implementations; every contract must hold for each.
var stores = map[string]func(*testing.T) *storage.Store{
	"memory": func(*testing.T) *storage.Store { return storage.Memory() },
	"bolt":   func(t *testing.T) *storage.Store { return mustOpen(t, filepath.Join(t.TempDir(), "test.db")) },
	"postgres": func(t *testing.T) *storage.Store {
		s, err := storage.Connect(t.Context(), storagetest.Postgres(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { mustBeSound(t, s); s.Close() })
		return s
	},
}

// mustOpen opens a database that is checked when the test ends.
func mustOpen(t *testing.T, path string) *storage.Store {
	t.Helper()
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mustBeSound(t, s); s.Close() })
	return s
}

func mustBeSound(t *testing.T, s *storage.Store) {
	t.Helper()
	faults, err := s.Check(context.Background())
	if err != nil {
		t.Error(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

func TestContract(t *testing.T) {
	t.Parallel()
	for kind, open := range stores {
		for name, contract := range map[string]func(*testing.T, *storage.Store){
			"empty":        emptyContract,
			"players":      playerContract,
			"ratings":      ratingContract,
			"games":        gameContract,
			"pages":        pageContract,
			"challenges":   challengeContract,
			"due":          dueContract,
			"log":          logContract,
			"plans":        planContract,
			"notes":        noteContract,
			"tournaments":  tournamentContract,
			"outbox":       outboxContract,
			"events":       eventContract,
			"rooms":        roomContract,
			"game files":   gameFileContract,
			"places":       placeContract,
			"removal":      removalContract,
			"memos":        memoContract,
			"failure":      failureContract,
			"panic":        panicContract,
			"view":         viewContract,
			"cancellation": cancelContract,
		} {
			t.Run(kind+"/"+name, func(t *testing.T) {
				s := open(t)
				contract(t, s)
				mustBeSound(t, s)
			})
		}
	}
}

var (
	ctx   = context.Background()
	start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
)

// update and view run fn and fail the test on an error.
func update(t *testing.T, s *storage.Store, fn func(bot.Tx)) {
	t.Helper()
	if err := s.Update(ctx, func(tx bot.Tx) error { fn(tx); return nil }); err != nil {
		t.Fatal(err)
	}
}

func view(t *testing.T, s *storage.Store, fn func(bot.Tx)) {
	t.Helper()
	if err := s.View(ctx, func(tx bot.Tx) error { fn(tx); return nil }); err != nil {
		t.Fatal(err)
	}
}

// must unwraps a result, failing the test on an error.
func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		return v
	}
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func user(platform, id, name string) bot.User {
	return bot.User{UserID: bot.UserID{Platform: bot.Platform(platform), ID: id}, Name: name}
}

func game(id bot.GameID, white, black bot.PlayerID, room string) bot.Game {
	g := bot.Game{ID: id, Variant: "stockschach216"}
	g.Seats[0].Player, g.Seats[1].Player = white, black
	for i := range g.Seats {
		g.Seats[i].Room = bot.RoomID{Platform: "console", ID: room}
	}
	return g
}

func ids(games []bot.Game) (all []bot.GameID) {
	for _, g := range games {
		all = append(all, g.ID)
	}
	return all
}

func emptyContract(t *testing.T, s *storage.Store) {
	view(t, s, func(tx bot.Tx) {
		for what, read := range map[string]func() error{
			"player":    func() error { _, err := tx.Player(1); return err },
			"player of": func() error { _, err := tx.PlayerOf(bot.UserID{Platform: "console", ID: "a"}); return err },
			"game":      func() error { _, err := tx.Game(1); return err },
			"challenge": func() error { _, err := tx.Challenge(1); return err },
		} {
			if err := read(); !errors.Is(err, bot.ErrNotFound) {
				t.Errorf("%s: got error %v, want ErrNotFound", what, err)
			}
		}
		want(t, "uptime", must[bot.Uptime](t)(tx.Uptime()), bot.Uptime{})
		want(t, "next due", must[bot.Moment](t)(tx.NextDue()), bot.Moment(0))
	})
}

func playerContract(t *testing.T, s *storage.Store) {
	var alice, bob bot.PlayerID
	update(t, s, func(tx bot.Tx) {
		alice = must[bot.PlayerID](t)(tx.AddPlayer(bot.Player{Name: "Alice", Users: []bot.User{user("console", "alice", "Alice")}}))
		bob = must[bot.PlayerID](t)(tx.AddPlayer(bot.Player{Name: "Bob", Users: []bot.User{user("console", "bob", "Bob"), user("matrix", "@bob:x", "Bobby")}}))
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "by user", must[bot.Player](t)(tx.PlayerOf(bot.UserID{Platform: "matrix", ID: "@bob:x"})).ID, bob)
		want(t, "by another platform's user", must[bot.Player](t)(tx.PlayerOf(bot.UserID{Platform: "console", ID: "alice"})).ID, alice)
		want(t, "by name", len(must[[]bot.Player](t)(tx.PlayersNamed("bOBBY"))), 1)
		want(t, "by part of a name", len(must[[]bot.Player](t)(tx.PlayersNamed("bobb"))), 0)
		want(t, "names", must[[]string](t)(tx.PlayerNames("b", 10)), []string{"bob", "bobby"})
		want(t, "first name", must[[]string](t)(tx.PlayerNames("", 1)), []string{"alice"})
	})
	update(t, s, func(tx bot.Tx) {
		p := must[bot.Player](t)(tx.Player(bob))
		p.Name, p.Users = "Robert", p.Users[:1]
		p.Users[0].Name = "Robert"
		if err := tx.PutPlayer(p); err != nil {
			t.Error(err)
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "by an old name", len(must[[]bot.Player](t)(tx.PlayersNamed("Bob"))), 0)
		want(t, "by the new name", len(must[[]bot.Player](t)(tx.PlayersNamed("robert"))), 1)
		if _, err := tx.PlayerOf(bot.UserID{Platform: "matrix", ID: "@bob:x"}); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("by a user that was taken away: %v", err)
		}
	})
}

func ratingContract(t *testing.T, s *storage.Store) {
	rated := func(p bot.PlayerID, variant string, value, deviation float64) bot.Rating {
		return bot.Rating{Player: p, Variant: variant, Rating: rating.Rating{Value: value, Deviation: deviation, Volatility: 0.06}, At: start}
	}
	update(t, s, func(tx bot.Tx) {
		for _, r := range []bot.Rating{
			rated(1, "a", 1500.25, 50), rated(2, "a", 1500.5, 50), rated(3, "a", 900, 50), rated(4, "a", 2000, 300),
			rated(1, "b", 1700, 50), rated(1, "ab", 1800, 50),
		} {
			if err := tx.PutRating(r); err != nil {
				t.Error(err)
			}
		}
		if err := tx.PutRating(rated(3, "a", 1600, 50)); err != nil {
			t.Error(err)
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "rating", must[bot.Rating](t)(tx.Rating(1, "a")), rated(1, "a", 1500.25, 50))
		var best []bot.PlayerID
		for _, r := range must[[]bot.Rating](t)(tx.Leaders("a", 9)) {
			best = append(best, r.Player)
		}
		want(t, "leaders", best, []bot.PlayerID{3, 2, 1})
		want(t, "leader", len(must[[]bot.Rating](t)(tx.Leaders("a", 1))), 1)
		want(t, "ratings of 1", len(must[[]bot.Rating](t)(tx.RatingsOf(1))), 3)
		if _, err := tx.Rating(2, "b"); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("no rating: %v", err)
		}
	})
}

func noteContract(t *testing.T, s *storage.Store) {
	first := bot.Notes{Player: 1, Game: 300, Lines: []bot.Note{{At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Ply: 3, Text: "a"}}}
	update(t, s, func(tx bot.Tx) {
		for _, n := range []bot.Notes{first, {Player: 1, Game: 2, Lines: first.Lines}, {Player: 2, Game: 2, Lines: first.Lines}} {
			if err := tx.PutNotes(n); err != nil {
				t.Error(err)
			}
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "notes", must[bot.Notes](t)(tx.Notes(1, 300)), first)
		want(t, "of another", must[bot.Notes](t)(tx.Notes(3, 300)), bot.Notes{Player: 3, Game: 300})
		all := must[[]bot.Notes](t)(tx.NotesOf(1))
		want(t, "all", []bot.GameID{all[0].Game, all[1].Game}, []bot.GameID{2, 300})
	})
	update(t, s, func(tx bot.Tx) {
		if err := tx.PutNotes(bot.Notes{Player: 1, Game: 2}); err != nil {
			t.Error(err)
		}
		want(t, "left", len(must[[]bot.Notes](t)(tx.NotesOf(1))), 1)
	})
}

// mustBeAsBefore checks that a transaction that put games 1 and 2 has left nothing.
func mustBeAsBefore(t *testing.T, s *storage.Store) {
	t.Helper()
	view(t, s, func(tx bot.Tx) {
		want(t, "games of 1", ids(must[[]bot.Game](t)(tx.GamesOf(1, false, bot.Page{}))), []bot.GameID{1})
		want(t, "games of 3", len(must[[]bot.Game](t)(tx.GamesOf(3, false, bot.Page{}))), 0)
		want(t, "due", must[bot.Moment](t)(tx.NextDue()), bot.Moment(0))
	})
}
