package storagetest_test

import (
	"errors"
	"testing"

	"raumbot/bot"
	"raumbot/storage"
	"raumbot/storage/storagetest"
)

func TestUpdateRunsTwice(t *testing.T) {
	store := storagetest.Twice(storage.Memory())
	var given []bot.PlayerID
	add := func(tx bot.Tx) error {
		id, err := tx.AddPlayer(bot.Player{Name: "Ann"})
		given = append(given, id)
		return err
	}
	if err := store.Update(t.Context(), add); err != nil {
		t.Fatal(err)
	}
	if len(given) != 2 || given[0] != 1 || given[1] != 1 {
		t.Errorf("the players of the two runs are %v, not the first one twice", given)
	}
	failure := errors.New("no")
	runs := 0
	err := store.Update(t.Context(), func(tx bot.Tx) error {
		runs++
		return errors.Join(add(tx), failure)
	})
	if !errors.Is(err, failure) || runs != 2 {
		t.Errorf("a failing function ran %d times and ended with %v", runs, err)
	}
	err = store.View(t.Context(), func(tx bot.Tx) error {
		if _, err := tx.Player(1); err != nil {
			t.Error("the second run was not kept:", err)
		}
		if _, err := tx.Player(2); !errors.Is(err, bot.ErrNotFound) {
			t.Error("a run that should have been rolled back was kept:", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
