package service

import (
	"errors"
	"slices"
	"testing"

	"raumbot/bot"
	"raumbot/storage"
)

// TestSolversAreNamedOnce names the solvers of a puzzle, of whom one was two players then, and one has been forgotten.
func TestSolversAreNamedOnce(t *testing.T) {
	s := New(Ports{Store: storage.Memory()})
	err := s.store.Update(t.Context(), func(tx bot.Tx) error {
		err := errors.Join(
			tx.PutPlayer(bot.Player{ID: 1, Joined: 2}),
			tx.PutPlayer(bot.Player{ID: 2, Name: "anna", Former: []bot.PlayerID{1}}),
			tx.PutPlayer(bot.Player{ID: 3, Name: bot.NobodyName, Forgotten: true}),
			tx.PutPlayer(bot.Player{ID: 4, Name: "bert"}))
		if err != nil {
			return err
		}
		for _, c := range []struct {
			all          []bot.PuzzleSolver
			first, later []string
		}{
			{[]bot.PuzzleSolver{{Player: 1}, {Player: 4}, {Player: 2, First: true}}, []string{"anna"}, []string{"bert"}},
			{[]bot.PuzzleSolver{{Player: 2, First: true}, {Player: 3, First: true}, {Player: 1, First: true}}, []string{"anna"}, nil},
			{[]bot.PuzzleSolver{{Player: 4}, {Player: 2}, {Player: 1}}, nil, []string{"bert", "anna"}},
		} {
			first, later, err := (&call{service: s, tx: tx}).solvers(c.all)
			if err != nil {
				return err
			}
			if a, b := solverNames(first), solverNames(later); !slices.Equal(a, c.first) || !slices.Equal(b, c.later) {
				t.Errorf("%v: first %q, later %q; not %q and %q", c.all, a, b, c.first, c.later)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
