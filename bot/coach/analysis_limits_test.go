package coach_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/coach"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
)

// inHall gives a command in the room in which the games of these tests are played.
func inHall(t *testing.T, s *service.Service, by, text string) (bot.RenderedReply, error) {
	t.Helper()
	hall := bot.RoomID{Platform: "console", ID: "hall"}
	return s.Handle(t.Context(), bot.Request{From: user(by), Room: hall, Text: text})
}

// playInHall has alice and bob play a short game, which bob resigns.
func playInHall(t *testing.T, s *service.Service) {
	t.Helper()
	for _, line := range []string{"alice: seek raumschach white", "bob: accept 1", "alice: ab1-ac3", "bob: eb5-cc5", "bob: resign 1 confirm"} {
		by, text, _ := strings.Cut(line, ": ")
		if _, err := inHall(t, s, by, text); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
}

// TestAnalysisFollowers has as many people as may wait for one analysis, and one more, ask for it:
// it is done once, counts for the first alone, and all who wait are told of it.
func TestAnalysisFollowers(t *testing.T) {
	store := &countingStore{Store: storage.Memory()}
	s := service.New(service.Ports{Store: store})
	analysts := withAnalysts(s, 2000)
	playInHall(t, s)
	for n := range coach.MaxFollowers {
		reply, err := inHall(t, s, fmt.Sprint("reader", n), "analyse 1")
		if err != nil || !strings.Contains(reply.Answer[0].Text, "I'll tell you in private") {
			t.Fatalf("reader %d: %v, %v", n, reply.Answer, err)
		}
	}
	many := "Game 1 is being analysed, and many wait for it: 0 of 2 moves. Ask again in some minutes."
	if _, err := inHall(t, s, "latecomer", "analyse 1"); err == nil || err.Error() != many {
		t.Errorf("one more than may wait: %v", err)
	}
	if n := analysts.Running(); n != 1 {
		t.Errorf("%d analyses run, for one game", n)
	}
	for who, want := range map[string]int{"reader0": 1, "reader1": 0, "reader19": 0} {
		if count := playerNow(t, s, who).Analyses.Count; count != want {
			t.Errorf("%s has started %d analyses, not %d", who, count, want)
		}
	}
	store.views = 0
	mustPlay(t, s)
	if store.views != 2 {
		t.Errorf("the game was read %d times, not once to begin and once for the result", store.views)
	}
	p := &post{}
	mustDeliver(t, s, p)
	told := map[string]int{}
	for _, m := range p.said {
		if m.Picture != nil && m.Picture.Curve {
			told[m.To[0].ID]++
		}
	}
	for n := range coach.MaxFollowers {
		if who := fmt.Sprint("reader", n); told[who] != 1 {
			t.Errorf("%s got the result %d times", who, told[who])
		}
	}
	if len(told) != coach.MaxFollowers {
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

// TestAnalysisOfALongGame checks that a game with more moves than are analysed is analysed so far,
// and says so.
func TestAnalysisOfALongGame(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory()})
	mustSay(t, s, "alice", "import "+longRecord(t, coach.AnalysedPlies+5))
	mustSay(t, s, "alice", "analyse 1")
	run, analysts := coach.NewRun(1), coach.NewAnalysts(s.Bot, 600)
	for more := true; more; {
		var err error
		if more, err = analysts.Step(t.Context(), run); err != nil {
			t.Fatal(err)
		}
	}
	if a := analysisNow(t, s, 1); len(a.Positions) != coach.AnalysedPlies+1 || !a.Done() {
		t.Errorf("%d positions have been judged, of %d", len(a.Positions), a.Wanted)
	}
	if said := mustSay(t, s, "alice", "analyse 1").Text; !strings.Contains(said, "\nOnly the first 300 moves are analysed, counting both sides.") {
		t.Errorf("the analysis says:\n%s", said)
	}
	mustSay(t, s, "alice", fmt.Sprint("analyse 1 at ", coach.AnalysedPlies))
	mustRefuse(t, s, fmt.Sprint("analyse 1 at ", coach.AnalysedPlies+1), "Game 1 was analysed up to move 300, counting both sides.")
	if n := strings.Count(mustSay(t, s, "alice", "export 1").File.Text, "[%eval"); n != coach.AnalysedPlies {
		t.Errorf("%d moves have comments in the record", n)
	}
}

// linkCode is how the bot tells people to link an account.
var linkCode = regexp.MustCompile(`link [A-Z0-9]+-[A-Z0-9]+`)

// TestAnalysisOfMergedPlayer merges somebody who waits for an analysis into another player, who
// then asks for it too and is forgotten: they wait once, and are told no more.
func TestAnalysisOfMergedPlayer(t *testing.T) {
	clock := &settable{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
	s := service.New(service.Ports{Store: storage.Memory(), Clock: clock, Analysis: 2000, LinksWithin: true})
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
	code := linkCode.FindString(mustSay(t, s, "other", "link").Text)
	mustSay(t, s, "reader", code)
	mustSay(t, s, "reader", code+" confirm")
	for range bot.Day / bot.Heartbeat { // until then the link can be undone
		clock.now = clock.now.Add(bot.Heartbeat)
		if err := s.Beat(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a, b := playerNow(t, s, "reader"), playerNow(t, s, "other"); a.ID != b.ID {
		t.Fatalf("they are two players, %d and %d", a.ID, b.ID)
	}
	if said := mustHall("other", "analyse 1"); said != "Game 1 is being analysed: 0 of 2 moves. You will be told." {
		t.Errorf("asked for again: %s", said)
	}
	mustHall("other", "forget me confirm")
	p := &post{}
	mustPlay(t, s)
	mustDeliver(t, s, p)
	for _, m := range p.said {
		if m.Picture != nil && m.Picture.Curve || m.Edits != 0 {
			t.Errorf("%s, who is forgotten, is told: %s", m.To, m.Text)
		}
	}
}

// TestAnalysisLimits asks for more analyses than are allowed.
func TestAnalysisLimits(t *testing.T) {
	clock := &settable{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
	s := analysed(t, storage.Memory(), clock, coach.AnalysesADay+2)
	for id := 1; id <= coach.AnalysesADay; id++ {
		mustSay(t, s, "alice", fmt.Sprint("analyse ", id))
		mustSay(t, s, "alice", fmt.Sprint("analyse ", id)) // the same request again
		if id == coach.AnalysesAtOnce {
			mustRefuse(t, s, fmt.Sprint("analyse ", id+1), "2 games are being analysed for you already.")
		}
		if id < coach.AnalysesAtOnce {
			continue
		}
		mustPlay(t, s)
	}
	mustRefuse(t, s, fmt.Sprint("analyse ", coach.AnalysesADay+1), "20 games analysed today")
	mustSay(t, s, "alice", "analyse 1") // a finished analysis costs nothing
	clock.now = clock.now.Add(24 * time.Hour)
	mustSay(t, s, "alice", fmt.Sprint("analyse ", coach.AnalysesADay+1))
	err := s.Store.Update(t.Context(), func(tx bot.Tx) (err error) {
		for id := range bot.GameID(coach.MaxAnalyses) {
			err = errors.Join(err, tx.PutAnalysis(bot.Analysis{Game: 1000 + id, Wanted: 9, Followers: []bot.Follower{{Player: 99}}}))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, s, fmt.Sprint("analyse ", coach.AnalysesADay+2), "50 games wait to be analysed")
}
