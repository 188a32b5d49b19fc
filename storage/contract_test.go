package storage_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/rating"
	"raumbot/storage"
)

// stores are the kinds of stores; every contract holds for each.
var stores = map[string]func(*testing.T) *storage.Store{
	"memory": func(*testing.T) *storage.Store { return storage.Memory() },
	"bolt":   func(t *testing.T) *storage.Store { return mustOpen(t, filepath.Join(t.TempDir(), "test.db")) },
}

// mustOpen opens a database, and checks it when the test ends.
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

// update and view run fn, which fails the test by itself.
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

// must returns a value that was had without an error.
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

func gameContract(t *testing.T, s *storage.Store) {
	room := bot.RoomID{Platform: "console", ID: "lobby"}
	update(t, s, func(tx bot.Tx) {
		for n := range 3 {
			id := must[bot.GameID](t)(tx.NextGame())
			want(t, "number", id, bot.GameID(n+1))
			if err := tx.PutGame(game(id, 1, bot.PlayerID(n+1), "lobby")); err != nil { // the first is against oneself
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
		g.Result = &bot.Result{Reason: "resignation", Adjudicated: true}
		if err := tx.PutGame(g); err != nil {
			t.Error(err)
		}
		want(t, "within the transaction", ids(must[[]bot.Game](t)(tx.GamesOf(2, false, bot.Page{}))), []bot.GameID(nil))
	})
	want(t, "games going on", list(1, false), []bot.GameID{3, 1})
	want(t, "games that are over", list(1, true), []bot.GameID{2})
	view(t, s, func(tx bot.Tx) { want(t, "adjudicated", must[bot.Game](t)(tx.Game(2)).Result.Adjudicated, true) })
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
		want(t, "all", ids(must[[]bot.Game](t)(tx.GamesBefore(bot.Page{}))), []bot.GameID{3, 2, 1})
		want(t, "before 3", ids(must[[]bot.Game](t)(tx.GamesBefore(bot.Page{Before: 3, Limit: 1}))), []bot.GameID{2})
		want(t, "from 2", ids(must[[]bot.Game](t)(tx.GamesFrom(2, 1))), []bot.GameID{2})
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

func outboxContract(t *testing.T, s *storage.Store) {
	var sent []bot.MessageID
	update(t, s, func(tx bot.Tx) {
		for _, p := range []bot.Platform{"matrix", "console", "matrix", "matri"} {
			m := bot.Message{Platform: p, Text: "to " + string(p), Buttons: []bot.Button{{Label: "L", Command: "c 1"}},
				Picture: &bot.Picture{Game: 3, Ply: 4}, To: []bot.User{user("matrix", "@a:x", "a")}}
			sent = append(sent, must[bot.MessageID](t)(tx.Enqueue(m)))
		}
	})
	waiting := func(p bot.Platform, after bot.MessageID, limit int) (all []bot.Message) {
		view(t, s, func(tx bot.Tx) { all = must[[]bot.Message](t)(tx.Waiting(p, after, limit)) })
		return all
	}
	all := waiting("matrix", 0, 10)
	want(t, "number", len(all), 2)
	want(t, "order", []bot.MessageID{all[0].ID, all[1].ID}, []bot.MessageID{sent[0], sent[2]})
	want(t, "picture", *all[0].Picture, bot.Picture{Game: 3, Ply: 4})
	want(t, "addressee", all[0].To[0].ID, "@a:x")
	want(t, "limit", len(waiting("matrix", 0, 1)), 1)
	want(t, "after the first", waiting("matrix", sent[0], 10)[0].ID, sent[2])
	update(t, s, func(tx bot.Tx) {
		if err := tx.Dequeue("matrix", sent[0]); err != nil {
			t.Error(err)
		}
		if err := tx.Dequeue("matrix", sent[0]); err != nil { // twice is once
			t.Error(err)
		}
		next := must[bot.MessageID](t)(tx.Enqueue(bot.Message{Platform: "matrix"}))
		want(t, "a number that has not been used", next > sent[3], true)
	})
	want(t, "left", len(waiting("matrix", 0, 10)), 2)
	view(t, s, func(tx bot.Tx) {
		for p, depth := range map[bot.Platform]int{"matrix": 2, "matri": 1, "console": 1, "irc": 0} {
			want(t, "depth of "+string(p), must[int](t)(tx.Depth(p)), depth)
		}
	})
}

func eventContract(t *testing.T, s *storage.Store) {
	start := time.Unix(10000, 0)
	mark := func(p bot.Platform, id bot.EventID, after time.Duration) {
		update(t, s, func(tx bot.Tx) {
			if err := tx.MarkApplied(p, id, start.Add(after), start.Add(after-time.Hour)); err != nil {
				t.Error(err)
			}
		})
	}
	applied := func(p bot.Platform, id bot.EventID) (yes bool) {
		view(t, s, func(tx bot.Tx) { yes = must[bool](t)(tx.Applied(p, id)) })
		return yes
	}
	mark("matrix", "$a", 0)
	want(t, "marked", applied("matrix", "$a"), true)
	want(t, "on another platform", applied("discord", "$a"), false)
	want(t, "part of it", applied("matrix", "$"), false)
	mark("matrix", "$b", 30*time.Minute)
	want(t, "kept", applied("matrix", "$a"), true)
	mark("matrix", "$c", 2*time.Hour)
	want(t, "forgotten", applied("matrix", "$a") || applied("matrix", "$b"), false)
	want(t, "the newest", applied("matrix", "$c"), true)
}

func failureContract(t *testing.T, s *storage.Store) {
	update(t, s, func(tx bot.Tx) {
		if err := tx.PutGame(game(1, 1, 2, "lobby")); err != nil {
			t.Error(err)
		}
	})
	failure := errors.New("no")
	err := s.Update(ctx, func(tx bot.Tx) error {
		g := game(1, 1, 3, "den")
		g.Deadline = 5
		return errors.Join(tx.PutGame(g), tx.PutGame(game(2, 1, 2, "lobby")), failure)
	})
	want(t, "the error comes back", errors.Is(err, failure), true)
	mustBeAsBefore(t, s)
}

// mustBeAsBefore checks that nothing is kept of a transaction that put games 1 and 2.
func mustBeAsBefore(t *testing.T, s *storage.Store) {
	t.Helper()
	view(t, s, func(tx bot.Tx) {
		want(t, "games of 1", ids(must[[]bot.Game](t)(tx.GamesOf(1, false, bot.Page{}))), []bot.GameID{1})
		want(t, "games of 3", len(must[[]bot.Game](t)(tx.GamesOf(3, false, bot.Page{}))), 0)
		want(t, "due", must[bot.Moment](t)(tx.NextDue()), bot.Moment(0))
	})
}

func panicContract(t *testing.T, s *storage.Store) {
	update(t, s, func(tx bot.Tx) {
		if err := tx.PutGame(game(1, 1, 2, "lobby")); err != nil {
			t.Error(err)
		}
	})
	func() {
		defer func() { want(t, "the panic comes through", recover(), "oops") }()
		_ = s.Update(ctx, func(tx bot.Tx) error {
			if err := tx.PutGame(game(2, 1, 3, "den")); err != nil {
				t.Error(err)
			}
			panic("oops")
		})
	}()
	mustBeAsBefore(t, s)
	update(t, s, func(tx bot.Tx) {}) // and the store still works
}

func viewContract(t *testing.T, s *storage.Store) {
	err := s.View(ctx, func(tx bot.Tx) error { return tx.PutGame(game(1, 1, 2, "lobby")) })
	want(t, "writing in a view fails", err != nil, true)
}

func cancelContract(t *testing.T, s *storage.Store) {
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	run := func(bot.Tx) error { t.Error("a transaction ran after its context's end"); return nil }
	want(t, "update", errors.Is(s.Update(cancelled, run), context.Canceled), true)
	want(t, "view", errors.Is(s.View(cancelled, run), context.Canceled), true)
}
