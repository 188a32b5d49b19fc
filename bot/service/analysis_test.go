package service

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/storage"
)

// analysed returns a service with a number of short games that are over.
func analysed(t *testing.T, store bot.Store, clock bot.Clock, games int) *Service {
	t.Helper()
	s := New(Ports{Store: store, Clock: clock, Analysis: 2000})
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

func mustSay(t *testing.T, s *Service, by, text string) {
	t.Helper()
	from := bot.User{UserID: bot.UserID{Platform: "console", ID: by}, Name: by}
	if _, err := s.Handle(t.Context(), bot.Request{From: from, Text: text}); err != nil {
		t.Fatalf("%s: %s: %v", by, text, err)
	}
}

// post is an adapter that keeps what it is given; its messages can be edited.
type post struct{ said []bot.Message }

func (p *post) Platform() bot.Platform { return "console" }

func (p *post) Deliver(_ context.Context, m bot.Message) (bot.Receipt, error) {
	p.said = append(p.said, m)
	return bot.Receipt{Shown: fmt.Sprint("number ", m.ID)}, nil
}

// aboutAnalyses returns the first lines of the messages about analyses, in order, with the number of the message that they edit.
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

func analysisNow(t *testing.T, s *Service, id bot.GameID) (a bot.Analysis) {
	t.Helper()
	err := s.store.View(t.Context(), func(tx bot.Tx) (err error) {
		a, err = tx.Analysis(id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAnalysisTakenUp stops the bot before an analysis has begun, and halfway through: the next run continues, and reports the end once.
func TestAnalysisTakenUp(t *testing.T) {
	store := storage.Memory()
	first := analysed(t, store, nil, 1)
	mustHandle(t, first, "analyse 1")
	run := &analysisRun{id: 1}
	second := New(Ports{Store: store, Analysis: 2000})
	for range 2 {
		if more, err := second.analysts.step(t.Context(), run); err != nil || !more {
			t.Fatal(more, err)
		}
	}
	p := &post{}
	if err := second.Deliver(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if _, err := second.analysts.save(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	if a := analysisNow(t, second, 1); len(a.Positions) != 2 || a.Done() {
		t.Fatalf("%d positions have been judged, of %d", len(a.Positions), a.Wanted)
	}
	for range 2 {
		s := New(Ports{Store: store, Analysis: 2000})
		if err := s.Start(t.Context(), "console"); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.PlayComputer(t.Context()), s.Deliver(t.Context(), p)); err != nil {
			t.Fatal(err)
		}
	}
	if a := analysisNow(t, second, 1); !a.Done() || len(a.Followers) > 0 {
		t.Errorf("%d positions have been judged, of %d; %d wait", len(a.Positions), a.Wanted, len(a.Followers))
	}
	want := []string{"Game 1 is being analysed: 0 of 3 moves.", "edit of number : Game 1 is being analysed: 1 of 3 moves.", "edit of number : Game 1 has been analysed: 3 of 3 moves.", "Game 1, Raumschach, alice (White) against bob (Black): alice (White) won by resignation."}
	if got := p.aboutAnalyses(); len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("said:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	err := store.View(t.Context(), func(tx bot.Tx) error {
		memos, err := tx.Memos("console", "shown/", 0)
		if len(memos) > 0 {
			t.Errorf("after the last edit it is still noted where messages are shown: %v", memos)
		}
		return err
	})
	if err != nil {
		t.Error(err)
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

// TestAnalysisProgress checks the edits while the clock runs: none is queued before the previous one has been delivered.
func TestAnalysisProgress(t *testing.T) {
	clock := &running{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), 0}
	s := analysed(t, storage.Memory(), clock, 1)
	mustHandle(t, s, "analyse 1")
	clock.by = progressPause
	if err := s.PlayComputer(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := &post{}
	if err := s.Deliver(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if got := p.aboutAnalyses(); len(got) != 3 {
		t.Errorf("nothing was delivered meanwhile, and then this was said:\n%s", strings.Join(got, "\n"))
	}

	s = analysed(t, storage.Memory(), clock, 1)
	mustHandle(t, s, "analyse 1")
	p = &post{}
	run := &analysisRun{id: 1}
	for more := true; more; {
		var err error
		if more, err = s.analysts.step(t.Context(), run); err != nil {
			t.Fatal(err)
		}
		if err := s.Deliver(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.aboutAnalyses(); len(got) != 5 || !strings.HasSuffix(got[1], "1 of 3 moves.") {
		t.Errorf("each edit was delivered, and this was said:\n%s", strings.Join(got, "\n"))
	}
}

// TestAnalysisLimits asks for more analyses than are allowed.
func TestAnalysisLimits(t *testing.T) {
	clock := &settable{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
	s := analysed(t, storage.Memory(), clock, analysesADay+2)
	for id := 1; id <= analysesADay; id++ {
		mustHandle(t, s, fmt.Sprint("analyse ", id))
		mustHandle(t, s, fmt.Sprint("analyse ", id)) // the same request again
		if id == analysesAtOnce {
			mustRefuse(t, s, fmt.Sprint("analyse ", id+1), "2 games are being analysed for you already.")
		}
		if id < analysesAtOnce {
			continue
		}
		if err := s.PlayComputer(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	mustRefuse(t, s, fmt.Sprint("analyse ", analysesADay+1), "20 games analysed today")
	mustHandle(t, s, "analyse 1") // a finished analysis costs nothing
	clock.now = clock.now.Add(24 * time.Hour)
	mustHandle(t, s, fmt.Sprint("analyse ", analysesADay+1))
	err := s.store.Update(t.Context(), func(tx bot.Tx) (err error) {
		for id := range bot.GameID(mostAnalyses) {
			err = errors.Join(err, tx.PutAnalysis(bot.Analysis{Game: 1000 + id, Wanted: 9, Followers: []bot.Follower{{Player: 99}}}))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, s, fmt.Sprint("analyse ", analysesADay+2), "50 games wait to be analysed")
}

// settable is a clock that is set by hand.
type settable struct{ now time.Time }

func (c *settable) Now() time.Time { return c.now }

func mustRefuse(t *testing.T, s *Service, text, why string) {
	t.Helper()
	alice := bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"}
	_, err := s.Handle(t.Context(), bot.Request{From: alice, Text: text})
	if err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: %v; not %s", text, err, why)
	}
}

// TestAnalysisGivenUp lets the engine run out of time: users are told, the results so far are kept, and asking again gets the rest.
func TestAnalysisGivenUp(t *testing.T) {
	s := analysed(t, storage.Memory(), nil, 1)
	mustHandle(t, s, "analyse 1")
	run := &analysisRun{id: 1}
	if _, err := s.analysts.step(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	first := run.found[0].Score
	if err := s.analysts.giveUp(t.Context(), run, fmt.Errorf("position 1: %w", errOutOfTime)); err != nil {
		t.Fatal(err)
	}
	p := &post{}
	if err := s.Deliver(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if got := p.aboutAnalyses(); len(got) != 2 || !strings.Contains(got[1], "The engine ran out of time in game 1") {
		t.Errorf("said:\n%s", strings.Join(got, "\n"))
	}
	s = New(Ports{Store: s.store, Analysis: 3000})
	mustHandle(t, s, "analyse 1")
	if err := s.PlayComputer(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := analysisNow(t, s, 1); !a.Done() || a.Positions[0].Score != first {
		t.Errorf("%d positions have been judged, of %d; the first is worth %d, not %d", len(a.Positions), a.Wanted, a.Positions[0].Score, first)
	}
}

// TestAnalysisAskedAgain loses the run of an analysis, as happens if its failure cannot be stored: whoever asks again sets it going.
func TestAnalysisAskedAgain(t *testing.T) {
	s := analysed(t, storage.Memory(), nil, 1)
	mustHandle(t, s, "analyse 1")
	s.thinkers.later = nil
	delete(s.analysts.running, 1)
	mustHandle(t, s, "analyse 1")
	if err := s.PlayComputer(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := analysisNow(t, s, 1); !a.Done() {
		t.Errorf("%d positions have been judged, of %d", len(a.Positions), a.Wanted)
	}
}

// TestAnalysisForgotten has the only user who waits forgotten: nobody is told anything, and no work is done.
func TestAnalysisForgotten(t *testing.T) {
	s := analysed(t, storage.Memory(), nil, 1)
	mustSay(t, s, "bob", "analyse 1")
	mustSay(t, s, "bob", "forget me confirm")
	if err := s.PlayComputer(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := &post{}
	if err := s.Deliver(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if a := analysisNow(t, s, 1); len(a.Positions) > 0 || len(a.Followers) > 0 || len(p.aboutAnalyses()) > 0 {
		t.Errorf("%d positions were judged, %d wait, and this was said: %v", len(a.Positions), len(a.Followers), p.aboutAnalyses())
	}
}

// TestLaterWork checks that deferrable jobs wait for all others, even if added first, and that their rooms take turns.
func TestLaterWork(t *testing.T) {
	pool := newThinkers(1)
	var done []string
	note := func(what string) func(context.Context) {
		return func(context.Context) { done = append(done, what) }
	}
	pool.addLater("room", func(context.Context) {
		done = append(done, "later 1")
		pool.add("room", note("move of the meantime"))
		pool.addLater("room", note("later 1 again"))
	})
	pool.addLater("room", note("later 2"))
	pool.addLater("other room", note("other later"))
	pool.add("third room", note("move"))
	if err := pool.drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := "move, later 1, move of the meantime, other later, later 2, later 1 again"
	if got := strings.Join(done, ", "); got != want {
		t.Errorf("done: %s; not %s", got, want)
	}
}

// TestTurningPointsAreTheWorst checks that of many blunders those are listed that cost most.
func TestTurningPointsAreTheWorst(t *testing.T) {
	var j judgedGame
	for ply := range 10 {
		j.moves = append(j.moves, judgedMove{ply: ply, fault: render.Blunder, lost: 0.3 + float64(ply)/100})
	}
	j.moves[0].fault, j.moves[0].lost = render.Mistake, 0.29
	if got := fmt.Sprint(j.turningPoints()); got != "[4 5 6 7 8 9]" {
		t.Errorf("turning points %s", got)
	}
}

// TestPawns checks that nothing is worth minus zero.
func TestPawns(t *testing.T) {
	for score, want := range map[int]string{0: "+0.0", -4: "+0.0", 4: "+0.0", -5: "-0.1", 130: "+1.3"} {
		if got := phrase.English(pawns(score)); got != want {
			t.Errorf("%d is %q", score, got)
		}
	}
}

// TestAccuracyCountsWhereItMatters checks that good moves in a game that is decided hardly raise an accuracy, and that one bad move lowers it more
// than one good move raises it.
func TestAccuracyCountsWhereItMatters(t *testing.T) {
	positions := []bot.Judged{{Score: 0}, {Score: 20}, {Score: -900}, {Score: -950}, {Score: -5000}, {Score: -6000}, {Score: -6000}, {Score: -7000}}
	even, decided := weightOf(positions, 2), weightOf(positions, 7)
	if even < 10*decided {
		t.Errorf("a blunder in an even game counts %v, a move in a decided one %v", even, decided)
	}
	bad := judgedSide{moves: 5, accuracies: []weighedAccuracy{{5, even}, {100, decided}, {100, decided}, {100, decided}, {100, decided}}}
	plain := (5.0 + 4*100) / 5
	if got := bad.accuracy(); got > plain/2 {
		t.Errorf("an accuracy of %.0f %%, though the only move that mattered was bad; the mean is %.0f %%", got, plain)
	}
	if perfect := (judgedSide{moves: 2, accuracies: []weighedAccuracy{{100, even}, {100, decided}}}); perfect.accuracy() != 100 {
		t.Errorf("the best moves alone are %v", perfect.accuracy())
	}
}
