package storage_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/storage"
)

func outboxContract(t *testing.T, s *storage.Store) {
	var sent []bot.MessageID
	update(t, s, func(tx bot.Tx) {
		for _, p := range []bot.Platform{"matrix", "console", "matrix", "matri"} {
			m := bot.Message{Platform: p, Text: phrase.Said("to " + string(p)), Buttons: []bot.Button{{Label: "L", Command: "c 1"}},
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
		if err := tx.Dequeue("matrix", sent[0]); err != nil { // doing it twice is no error
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
	update(t, s, func(tx bot.Tx) {}) // the store still works
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
