package coach_test

import (
	"testing"
	"testing/synctest"
	"time"

	"raumbot/bot"
	"raumbot/bot/coach"
	"raumbot/bot/engine/search"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestComeToMeanwhile has people come to a position while the computer thinks about it: its move is
// refused when it comes, and what it has found for somebody who studies the position is not told.
func TestComeToMeanwhile(t *testing.T) { synctest.Test(t, comeToMeanwhile) }

func comeToMeanwhile(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory(), Searcher: search.NewLocal(1), Advice: time.Hour})
	pool := keepBusy(t, s)
	mustSay(t, s, "bob", "seek raumschach white")
	mustSay(t, s, "alice", "accept 1")
	mustSay(t, s, "cheat", "challenge computer raumschach level 2 black")
	mustSay(t, s, "cheat", "study raumschach")
	moves := []string{
		"ab1-ac3", "eb5-ec3", "ad1-cc1", "ed5-cc5", "bc2-bc3", "dd4-dd3", "bb2-cb2", "dc4-dc3",
	}
	for i, move := range moves {
		computer := bot.Request{Event: bot.EventID(move), From: bot.ComputerUser(2), Text: "move 2 " + move}
		if i%2 == 1 {
			mustSay(t, s, "cheat", "move 2 "+move)
		} else if _, err := s.Handle(t.Context(), computer); err != nil {
			t.Fatal(err)
		}
		mustSay(t, s, "cheat", "move 3 "+move)
	}
	asked := []string{"hint 3", "evaluate 3"}
	told := make(chan said, len(asked))
	for _, text := range asked {
		go func() {
			m, err := say(t, s, "cheat", text)
			told <- said{text: m.Text, err: err}
		}()
	}
	pool.awaitAsking(t, len(asked), told)
	for i, move := range moves {
		mustSay(t, s, []string{"bob", "alice"}[i%2], "move 1 "+move)
	}
	pool.release()
	for range asked {
		if one := <-told; !coach.IsContested(one.err) {
			t.Errorf("told: %+v", one)
		}
	}
	late := bot.Request{Event: "late", From: bot.ComputerUser(2), Text: "move 2 ba2-ba3"}
	if _, err := s.Handle(t.Context(), late); !coach.IsContested(err) {
		t.Errorf("the computer's move: %v", err)
	}
	if g := gameNow(t, s, 2); g.Moves != len(moves) {
		t.Errorf("%d plies are played", g.Moves)
	}
}
