package storage_test

import (
	"errors"
	"slices"
	"testing"

	"raumbot/bot"
	"raumbot/storage"
)

func memoContract(t *testing.T, s *storage.Store) {
	update(t, s, func(tx bot.Tx) {
		for _, name := range []string{"card/7", "card/12", "thread/7"} {
			if err := tx.PutMemo("discord", name, []byte("of "+name)); err != nil {
				t.Error(err)
			}
		}
		if err := tx.PutMemo("matrix", "card/7", []byte("elsewhere")); err != nil {
			t.Error(err)
		}
		if err := tx.PutMemo("matrix", "", []byte("nameless")); err == nil {
			t.Error("a memo without a key was kept")
		}
	})
	view(t, s, func(tx bot.Tx) {
		if value, err := tx.Memo("discord", "card/7"); err != nil || string(value) != "of card/7" {
			t.Errorf("memo is %q, %v", value, err)
		}
		if _, err := tx.Memo("discord", "card"); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("a key that nobody kept: %v", err)
		}
		for prefix, want := range map[string][]string{
			"": {"card/12", "card/7", "thread/7"}, "card/": {"card/12", "card/7"}, "thread/7": {"thread/7"}, "x": nil,
		} {
			if got, err := tx.Memos("discord", prefix, 0); err != nil || !slices.Equal(got, want) {
				t.Errorf("memos under %q: %q, %v", prefix, got, err)
			}
		}
		if got, _ := tx.Memos("discord", "", 2); !slices.Equal(got, []string{"card/12", "card/7"}) {
			t.Errorf("the first two memos: %q", got)
		}
	})
	update(t, s, func(tx bot.Tx) {
		if err := tx.PutMemo("discord", "card/7", nil); err != nil {
			t.Error(err)
		}
		if _, err := tx.Memo("discord", "card/7"); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("a removed memo: %v", err)
		}
	})
}
