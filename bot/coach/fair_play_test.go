package coach_test

import (
	"errors"
	"testing"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/coach"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
)

// TestFairPlayInEndings has the engine asked, while people play an ending with few men, about every
// position that comes of it by a move and an answer.
func TestFairPlayInEndings(t *testing.T) {
	for _, line := range []string{
		"w KINaa1,ROOdc3 KINee5 - - - 0 90",
		"w KINaa1,PAWdc3 KINee5,KNIcc2 - - - 0 90",
		"w KINaa1,PAWdc3,BISab1 KINee5,KNIcc2 - - - 0 90",
		"b KINaa1,QUEdc3,BISab1,KNIda2 KINee5,KNIcc2,ROOeb2 - - - 0 90",
	} {
		s := service.New(service.Ports{Store: storage.Memory()})
		mustSay(t, s, "alice", "seek raumschach white")
		mustSay(t, s, "bob", "accept 1")
		v, err := rules.Find("raumschach")
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.ReadPosition(v, line)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Store.Update(t.Context(), func(tx bot.Tx) error {
			g, err := tx.Game(1)
			g.Moves, g.Board = 178, bot.BoardOf(p)
			return errors.Join(err, tx.PutGame(g))
		})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Store.View(t.Context(), func(tx bot.Tx) error {
			c := &action.Call{Bot: s.Bot, Tx: tx}
			told := 0
			for _, after := range append(following(t, p), following(t, following(t, p)...)...) {
				contest, err := coach.Alike(c, after, false)
				if err != nil {
					return err
				}
				if contest == 0 {
					told++
				}
			}
			if told > 0 {
				t.Errorf("the engine tells of %d positions that come of %s", told, line)
			}
			contest, err := coach.Alike(c, v.Start(), false)
			if contest != 0 {
				t.Errorf("the engine keeps silent about the array because of %s", line)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// following returns the positions after each move in some positions.
func following(t *testing.T, positions ...*rules.Position) (all []*rules.Position) {
	t.Helper()
	for _, p := range positions {
		for _, m := range p.Legal() {
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, next)
		}
	}
	return all
}
