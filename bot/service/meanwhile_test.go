package service

import (
	"context"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/storage"
)

// TestComeToMeanwhile has people come to a position while the computer thinks about it: its move is refused when it comes, and what it has found
// for somebody who studies the position is not told.
func TestComeToMeanwhile(t *testing.T) {
	s := New(Ports{Store: storage.Memory(), Advice: time.Hour})
	mustSay(t, s, "bob", "seek raumschach white")
	mustSay(t, s, "alice", "accept 1")
	mustSay(t, s, "cheat", "challenge computer raumschach level 2 black")
	mustSay(t, s, "cheat", "study raumschach")
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	record := rules.NewGame(v)
	moves := []string{"ab1-ac3", "eb5-ec3", "ad1-cc1", "ed5-cc5", "bc2-bc3", "dd4-dd3", "bb2-cb2", "dc4-dc3"}
	for i, move := range moves {
		m, err := record.Position().ReadText(move)
		if err == nil {
			err = record.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		computer := bot.Request{Event: bot.EventID(move), From: bot.ComputerUser(2), Text: "move 2 " + move}
		if i%2 == 1 {
			mustSay(t, s, "cheat", "move 2 "+move)
		} else if _, err := s.Handle(t.Context(), computer); err != nil {
			t.Fatal(err)
		}
		mustSay(t, s, "cheat", "move 3 "+move)
	}
	read := func() *call {
		c := &call{service: s}
		err := s.store.View(t.Context(), func(tx bot.Tx) (err error) {
			c.tx = tx
			c.me, err = tx.PlayerOf(bot.UserID{Platform: "console", ID: "cheat"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		c.args.Game = 3
		return c
	}
	var thoughts []func(context.Context) ([]bot.Message, error)
	for _, do := range []handler{hint, evaluate} {
		c := read()
		err := s.store.View(t.Context(), func(tx bot.Tx) error {
			c.tx = tx
			_, err := do(c)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		thoughts = append(thoughts, c.deliberate)
	}
	for i, move := range moves {
		mustSay(t, s, []string{"bob", "alice"}[i%2], "move 1 "+move)
	}
	for _, think := range thoughts {
		if said, err := think(t.Context()); !isContested(err) {
			t.Errorf("told: %v, %v", said, err)
		}
	}
	if _, err := s.Handle(t.Context(), bot.Request{Event: "late", From: bot.ComputerUser(2), Text: "move 2 ba2-ba3"}); !isContested(err) {
		t.Errorf("the computer's move: %v", err)
	}
	if g := gameNow(t, s, 2); g.Moves != len(moves) {
		t.Errorf("%d plies are played", g.Moves)
	}
}
