package service

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/storage"
)

// inHall gives a command in the room in which the games of these tests are played.
func inHall(t *testing.T, s *Service, by, text string) (bot.Reply, error) {
	t.Helper()
	from := bot.User{UserID: bot.UserID{Platform: "console", ID: by}, Name: by}
	return s.Handle(t.Context(), bot.Request{From: from, Room: bot.RoomID{Platform: "console", ID: "hall"}, Text: text})
}

// playInHall has alice and bob play a short game, which bob resigns.
func playInHall(t *testing.T, s *Service) {
	t.Helper()
	for _, line := range []string{"alice: seek raumschach white", "bob: accept 1", "alice: ab1-ac3", "bob: eb5-cc5", "bob: resign 1 confirm"} {
		by, text, _ := strings.Cut(line, ": ")
		if _, err := inHall(t, s, by, text); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
}

// analysesStarted returns how many analyses somebody has started today.
func analysesStarted(t *testing.T, s *Service, who string) (count int) {
	t.Helper()
	err := s.store.View(t.Context(), func(tx bot.Tx) error {
		p, err := tx.PlayerOf(bot.UserID{Platform: "console", ID: who})
		count = p.Analyses.Count
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// TestAnalysisFollowers has as many people as may wait for one analysis, and one more, ask for it: it is done once, counts for the first
// alone, and all who wait are told of it.
func TestAnalysisFollowers(t *testing.T) {
	s := New(Ports{Store: storage.Memory(), Analysis: 2000})
	playInHall(t, s)
	for n := range mostFollowers {
		reply, err := inHall(t, s, fmt.Sprint("reader", n), "analyse 1")
		if err != nil || !strings.Contains(reply.Answer[0].Text, "I'll tell you in private") {
			t.Fatalf("reader %d: %v, %v", n, reply.Answer, err)
		}
	}
	if _, err := inHall(t, s, "latecomer", "analyse 1"); err == nil || err.Error() != "Game 1 is being analysed, and many wait for it: 0 of 2 moves. Ask again in some minutes." {
		t.Errorf("one more than may wait: %v", err)
	}
	if lines := s.thinkers.later; len(lines) != 1 || len(lines[0].jobs) != 1 || len(s.analysts.running) != 1 {
		t.Errorf("%d lines wait, and %d analyses run, for one game", len(lines), len(s.analysts.running))
	}
	for who, want := range map[string]int{"reader0": 1, "reader1": 0, "reader19": 0} {
		if count := analysesStarted(t, s, who); count != want {
			t.Errorf("%s has started %d analyses, not %d", who, count, want)
		}
	}
	p := &post{}
	if err := errors.Join(s.PlayComputer(t.Context()), s.Deliver(t.Context(), p)); err != nil {
		t.Fatal(err)
	}
	told := map[string]int{}
	for _, m := range p.said {
		if m.Picture != nil && m.Picture.Curve {
			told[m.To[0].ID]++
		}
	}
	for n := range mostFollowers {
		if who := fmt.Sprint("reader", n); told[who] != 1 {
			t.Errorf("%s got the result %d times", who, told[who])
		}
	}
	if len(told) != mostFollowers {
		t.Errorf("%d people got the result", len(told))
	}
	if reply, err := inHall(t, s, "latecomer", "analyse 1"); err != nil || reply.Answer[0].Picture == nil || !reply.Answer[0].Picture.Curve {
		t.Errorf("later: %v, %v", reply.Answer, err)
	}
}

// longRecord returns the record of a game of random moves with a number of plies.
func longRecord(t *testing.T, plies int) string {
	t.Helper()
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	g, random := rules.NewGame(v), rand.New(rand.NewPCG(300, 16))
	var moves []string
	for len(moves) < plies {
		p := g.Position()
		legal := p.Legal()
		m := legal[random.IntN(len(legal))]
		if next, err := p.Play(m); err != nil || next.Status().Finished() || next.Halfmoves() >= 90 {
			continue
		}
		moves = append(moves, p.Text(m))
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return `[Variant "raumschach"] [White "Ada"] [Black "Ben"] [Termination "exhaustion"] ` + strings.Join(moves, " ") + " 1/2-1/2"
}

// TestAnalysisOfALongGame checks that a game with more moves than are analysed is analysed so far, and says so.
func TestAnalysisOfALongGame(t *testing.T) {
	s := New(Ports{Store: storage.Memory(), Analysis: 600})
	mustHandle(t, s, "import "+longRecord(t, analysedPlies+5))
	mustHandle(t, s, "analyse 1")
	run := &analysisRun{id: 1}
	for more := true; more; {
		var err error
		if more, err = s.analysts.step(t.Context(), run); err != nil {
			t.Fatal(err)
		}
	}
	if a := analysisNow(t, s, 1); len(a.Positions) != analysedPlies+1 || !a.Done() {
		t.Errorf("%d positions have been judged, of %d", len(a.Positions), a.Wanted)
	}
	alice := bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"}
	reply, err := s.Handle(t.Context(), bot.Request{From: alice, Text: "analyse 1"})
	if err != nil {
		t.Fatal(err)
	}
	if said := reply.Answer[0].Text; !strings.Contains(said, "\nOnly the first 300 moves are analysed, counting both sides.") {
		t.Errorf("the analysis says:\n%s", said)
	}
	mustHandle(t, s, fmt.Sprint("analyse 1 at ", analysedPlies))
	mustRefuse(t, s, fmt.Sprint("analyse 1 at ", analysedPlies+1), "Game 1 was analysed up to move 300, counting both sides.")
	reply, err = s.Handle(t.Context(), bot.Request{From: alice, Text: "export 1"})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(reply.Answer[0].File.Text, "[%eval"); n != analysedPlies {
		t.Errorf("%d moves have comments in the record", n)
	}
}

// TestEngineIsAskedByMany asks the engine while as many wait for it as may: nothing is lost, and later it answers.
func TestEngineIsAskedByMany(t *testing.T) {
	s := New(Ports{Store: storage.Memory(), Workers: 1})
	mustHandle(t, s, "study raumschach")
	crowd := func(busy, asking int) {
		s.thinkers.mu.Lock()
		defer s.thinkers.mu.Unlock()
		s.thinkers.busy, s.thinkers.asking = busy, asking
	}
	crowd(s.thinkers.workers, maxAsking)
	for _, text := range []string{"hint", "evaluate"} {
		mustRefuse(t, s, text, "Many people are asking the computer right now. Try again in a minute.")
	}
	crowd(0, 0)
	for _, text := range []string{"hint", "evaluate"} {
		mustHandle(t, s, text)
	}
}

// TestAnalysisOfMergedPlayer merges somebody who waits for an analysis into another player, who then asks for it too and is forgotten: they wait once,
// and are told no more.
func TestAnalysisOfMergedPlayer(t *testing.T) {
	s := New(Ports{Store: storage.Memory(), Analysis: 2000})
	playInHall(t, s)
	mustHall := func(by, text string) string {
		t.Helper()
		reply, err := inHall(t, s, by, text)
		if err != nil {
			t.Fatalf("%s: %s: %v", by, text, err)
		}
		return reply.Answer[0].Text
	}
	mustHall("reader", "analyse 1")
	mustHall("other", "prefer language english")
	err := s.store.Update(t.Context(), func(tx bot.Tx) error {
		c, err := s.callAt(tx)
		if err != nil {
			return err
		}
		other, err := tx.PlayerOf(bot.UserID{Platform: "console", ID: "other"})
		if err != nil {
			return err
		}
		if c.me, err = tx.PlayerOf(bot.UserID{Platform: "console", ID: "reader"}); err != nil {
			return err
		}
		_, err = c.merge(other)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if said := mustHall("other", "analyse 1"); said != "Game 1 is being analysed: 0 of 2 moves. You will be told." {
		t.Errorf("asked for again: %s", said)
	}
	mustHall("other", "forget me confirm")
	p := &post{}
	if err := errors.Join(s.PlayComputer(t.Context()), s.Deliver(t.Context(), p)); err != nil {
		t.Fatal(err)
	}
	for _, m := range p.said {
		if m.Picture != nil && m.Picture.Curve || m.Edits != 0 {
			t.Errorf("%s, who is forgotten, is told: %s", m.To, m.Text)
		}
	}
}
