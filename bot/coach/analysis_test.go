package coach_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/coach"
	"raumbot/bot/engine/pool"
	"raumbot/bot/engine/search"
	"raumbot/bot/service"
	"raumbot/storage"
)

// analysed returns a service with a number of short games that are over.
func analysed(t *testing.T, store bot.Store, clock bot.Clock, games int) *service.Service {
	t.Helper()
	s := service.New(service.Ports{Store: store, Clock: clock, Analysis: 2000})
	for id := 1; id <= games; id++ {
		say := func(by, text string) {
			t.Helper()
			mustSay(t, s, by, strings.ReplaceAll(text, "%d", fmt.Sprint(id)))
		}
		say("alice", "seek raumschach white")
		say("bob", "accept %d")
		say("alice", "move %d ab1-ac3")
		say("bob", "move %d eb5-cc5")
		say("alice", "move %d ad1-cc1")
		say("bob", "resign %d confirm")
	}
	return s
}

// aboutAnalyses returns the first lines of the messages about analyses, in order, with the number
// of the message that they edit.
func (p *post) aboutAnalyses() (all []string) {
	for _, m := range p.said {
		if m.Edits != 0 || m.Editable || m.Picture != nil && m.Picture.Curve {
			line, _, _ := strings.Cut(m.Text, "\n")
			if m.Edits != 0 {
				line = "edit of " + strings.TrimSuffix(m.Shown, fmt.Sprint(m.Edits)) + ": " + line
			}
			all = append(all, line)
		}
	}
	return all
}

func analysisNow(t *testing.T, s *service.Service, id bot.GameID) bot.Analysis {
	t.Helper()
	return read(t, s, func(tx bot.Tx) (bot.Analysis, error) { return tx.Analysis(id) })
}

// TestAnalysisTakenUp stops the bot before an analysis has begun, and halfway through: the next run
// continues, and reports the end once.
func TestAnalysisTakenUp(t *testing.T) {
	store := storage.Memory()
	first := analysed(t, store, nil, 1)
	mustSay(t, first, "alice", "analyse 1")
	run := coach.NewRun(1)
	second := service.New(service.Ports{Store: store})
	analysts := coach.NewAnalysts(second.Bot, 2000)
	for range 2 {
		if more, err := analysts.Step(t.Context(), run); err != nil || !more {
			t.Fatal(more, err)
		}
	}
	p := &post{}
	mustDeliver(t, second, p)
	if _, err := analysts.Save(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	if a := analysisNow(t, second, 1); len(a.Positions) != 2 || a.Done() {
		t.Fatalf("%d positions have been judged, of %d", len(a.Positions), a.Wanted)
	}
	for range 2 {
		s := service.New(service.Ports{Store: store, Analysis: 2000})
		if err := s.Start(t.Context(), "console"); err != nil {
			t.Fatal(err)
		}
		mustPlay(t, s)
		mustDeliver(t, s, p)
	}
	if a := analysisNow(t, second, 1); !a.Done() || len(a.Followers) > 0 {
		t.Errorf("%d positions have been judged, of %d; %d wait", len(a.Positions), a.Wanted, len(a.Followers))
	}
	want := []string{
		"Game 1 is being analysed: 0 of 3 moves.",
		"edit of number : Game 1 is being analysed: 1 of 3 moves.",
		"edit of number : Game 1 has been analysed: 3 of 3 moves.",
		"Game 1, Raumschach, alice (White) against bob (Black): alice (White) won by resignation.",
	}
	if got := p.aboutAnalyses(); len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("said:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	memos := read(t, second, func(tx bot.Tx) ([]string, error) { return tx.Memos("console", "shown/", 0) })
	if len(memos) > 0 {
		t.Errorf("after the last edit it is still noted where messages are shown: %v", memos)
	}
}

// running is a clock that advances whenever it is read.
type running struct {
	now time.Time
	by  time.Duration
}

func (c *running) Now() time.Time {
	c.now = c.now.Add(c.by)
	return c.now
}

// TestAnalysisProgress checks the edits while the clock runs: none is queued before the previous
// one has been delivered.
func TestAnalysisProgress(t *testing.T) {
	clock := &running{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), 0}
	s := analysed(t, storage.Memory(), clock, 1)
	mustSay(t, s, "alice", "analyse 1")
	clock.by = coach.ProgressPause
	mustPlay(t, s)
	p := &post{}
	mustDeliver(t, s, p)
	if got := p.aboutAnalyses(); len(got) != 3 {
		t.Errorf("nothing was delivered meanwhile, and then this was said:\n%s", strings.Join(got, "\n"))
	}

	s = analysed(t, storage.Memory(), clock, 1)
	mustSay(t, s, "alice", "analyse 1")
	p = &post{}
	run, analysts := coach.NewRun(1), coach.NewAnalysts(s.Bot, 2000)
	for more := true; more; {
		var err error
		if more, err = analysts.Step(t.Context(), run); err != nil {
			t.Fatal(err)
		}
		mustDeliver(t, s, p)
	}
	if got := p.aboutAnalyses(); len(got) != 5 || !strings.HasSuffix(got[1], "1 of 3 moves.") {
		t.Errorf("each edit was delivered, and this was said:\n%s", strings.Join(got, "\n"))
	}
}

// TestAnalysisGivenUp lets the engine run out of time: users are told, the results so far are kept,
// and asking again gets the rest.
func TestAnalysisGivenUp(t *testing.T) {
	s := analysed(t, storage.Memory(), nil, 1)
	mustSay(t, s, "alice", "analyse 1")
	run, analysts := coach.NewRun(1), coach.NewAnalysts(s.Bot, 2000)
	if _, err := analysts.Step(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	first := run.Found()[0].Score
	if err := analysts.GiveUp(t.Context(), run, fmt.Errorf("position 1: %w", coach.ErrOutOfTime)); err != nil {
		t.Fatal(err)
	}
	p := &post{}
	mustDeliver(t, s, p)
	if got := p.aboutAnalyses(); len(got) != 2 || !strings.Contains(got[1], "The engine ran out of time in game 1") {
		t.Errorf("said:\n%s", strings.Join(got, "\n"))
	}
	s = service.New(service.Ports{Store: s.Store, Analysis: 3000})
	mustSay(t, s, "alice", "analyse 1")
	mustPlay(t, s)
	if a := analysisNow(t, s, 1); !a.Done() || a.Positions[0].Score != first {
		t.Errorf("%d positions have been judged, of %d; the first is worth %d, not %d", len(a.Positions), a.Wanted, a.Positions[0].Score, first)
	}
}

// TestAnalysisAskedAgain loses the run of an analysis, as happens if its failure cannot be stored:
// whoever asks again sets it going.
func TestAnalysisAskedAgain(t *testing.T) {
	s := analysed(t, storage.Memory(), nil, 1)
	analysts := withAnalysts(s, 2000)
	mustSay(t, s, "alice", "analyse 1")
	s.Thinkers = pool.New(search.NewLocal(1))
	analysts.Lose(1)
	mustSay(t, s, "alice", "analyse 1")
	mustPlay(t, s)
	if a := analysisNow(t, s, 1); !a.Done() {
		t.Errorf("%d positions have been judged, of %d", len(a.Positions), a.Wanted)
	}
}

// TestAnalysisForgotten has the only user who waits forgotten: nobody is told anything, and no work
// is done.
func TestAnalysisForgotten(t *testing.T) {
	s := analysed(t, storage.Memory(), nil, 1)
	mustSay(t, s, "bob", "analyse 1")
	mustSay(t, s, "bob", "forget me confirm")
	mustPlay(t, s)
	p := &post{}
	mustDeliver(t, s, p)
	if a := analysisNow(t, s, 1); len(a.Positions) > 0 || len(a.Followers) > 0 || len(p.aboutAnalyses()) > 0 {
		t.Errorf("%d positions were judged, %d wait, and this was said: %v", len(a.Positions), len(a.Followers), p.aboutAnalyses())
	}
}
