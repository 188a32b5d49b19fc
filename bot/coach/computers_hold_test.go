package coach_test

import (
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/coach"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestComputerPlaysNobodysGame has a cheat enter the moves of his opponent in a game against the
// computer, whatever it answers, and play its answers: once the opening is over the computer waits,
// also in the next run of the bot, until the other game is over.
func TestComputerPlaysNobodysGame(t *testing.T) {
	store := storage.Memory()
	s := service.New(service.Ports{Store: store})
	mustSay(t, s, "bob", "seek raumschach white")
	mustSay(t, s, "cheat", "accept 1")
	mustSay(t, s, "cheat", "challenge computer raumschach level 2 white 1d")
	for {
		legal := legalNow(t, s, 1)
		move := legal[len(legal)/3]
		mustSay(t, s, "bob", "move 1 "+move)
		mustSay(t, s, "cheat", "move 2 "+move)
		mustPlay(t, s)
		g := gameNow(t, s, 2)
		if g.Moves%2 == 1 {
			break
		}
		mustSay(t, s, "cheat", "move 1 "+g.Last)
	}
	waits := func(s *service.Service) {
		t.Helper()
		g := gameNow(t, s, 2)
		if g.Moves != coach.PastOpening+1 || !g.Held || g.Deadline != 0 {
			t.Fatalf("after %d plies the computer is held: %v, with the deadline %d", g.Moves, g.Held, g.Deadline)
		}
	}
	waits(s)
	s = service.New(service.Ports{Store: store})
	if err := s.Start(t.Context(), "console"); err != nil {
		t.Fatal(err)
	}
	mustPlay(t, s)
	waits(s)
	p := &post{}
	mustDeliver(t, s, p)
	told := 0
	for _, m := range p.said {
		if strings.Contains(m.Text, "is holding its move") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("the cheat was told %d times that the computer waits", told)
	}
	mustSay(t, s, "bob", "resign 1 confirm")
	mustPlay(t, s)
	if g := gameNow(t, s, 2); g.Moves != coach.PastOpening+2 || g.Held || g.Deadline == 0 {
		t.Errorf("after the other game the computer is held: %v, after %d plies", g.Held, g.Moves)
	}
}

// legalNow returns the legal moves of a game.
func legalNow(t *testing.T, s *service.Service, id bot.GameID) []string {
	t.Helper()
	return read(t, s, func(tx bot.Tx) ([]string, error) {
		g, err := tx.Game(id)
		if err != nil {
			return nil, err
		}
		record, err := s.Replay(tx, g)
		if err != nil {
			return nil, err
		}
		return record.Position().LegalTexts(), nil
	})
}
