package service

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/engine"
	"raumbot/bot/puzzle"
	"raumbot/rules"
	"raumbot/storage"
)

// foundTwoWays keeps what twoWays has found.
var foundTwoWays = sync.OnceValues(lookForTwoWays)

// twoWays returns a puzzle whose second move is not the only one that wins in time, with another move that does and one that does not.
func twoWays(t *testing.T) (p *puzzle.Puzzle, wins, fails string) {
	t.Helper()
	p, moves := foundTwoWays()
	if p == nil {
		t.Fatal("there is no such puzzle")
	}
	return p, moves[0], moves[1]
}

func lookForTwoWays() (*puzzle.Puzzle, [2]string) {
	for _, v := range rules.Variants() {
		for _, p := range puzzle.Of(v.Name) {
			if p.Wins != 3 || v.Board.Len() > 150 {
				continue
			}
			game, err := p.Game(1)
			if err != nil {
				panic(err)
			}
			wins, fails := "", ""
			for _, m := range game.Position().Legal() {
				text := game.Position().Text(m)
				after, err := copyGame(game, game.Ply())
				if err == nil {
					err = after.Play(m)
				}
				if err != nil {
					panic(err)
				}
				if text == p.Line[2] || after.Outcome().Over() || wins != "" && fails != "" {
					continue
				}
				info := engine.New(1<<20).Search(context.Background(), after, engine.Limits{Nodes: mostProof / 2}, nil)
				if n, mate := info.Lines[0].Score.Mate(); mate && n == -1 {
					wins = text
				} else if !mate {
					fails = text
				}
			}
			if wins != "" && fails != "" {
				return p, [2]string{wins, fails}
			}
		}
	}
	return nil, [2]string{}
}

// atStep has a player stand at the second move of a puzzle, which they have got right so far.
func atStep(t *testing.T, s *Service, name string, p *puzzle.Puzzle) {
	t.Helper()
	mustSay(t, s, name, "puzzle "+p.Variant)
	err := s.store.Update(t.Context(), func(tx bot.Tx) error {
		me, err := tx.PlayerOf(bot.UserID{Platform: "console", ID: name})
		if err != nil {
			return err
		}
		me.Puzzles.Current, me.Puzzles.Step = p.ID, 1
		return tx.PutPlayer(me)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func puzzlesOf(t *testing.T, s *Service, name string) (r bot.PuzzleRecord) {
	t.Helper()
	err := s.store.View(t.Context(), func(tx bot.Tx) error {
		me, err := tx.PlayerOf(bot.UserID{Platform: "console", ID: name})
		r = me.Puzzles
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// said is what a request was answered with.
type said struct {
	text    string
	outcome bot.Outcome
	err     error
}

// answers handles an answer to a puzzle.
func answers(ctx context.Context, s *Service, name, event, move string) said {
	from := bot.User{UserID: bot.UserID{Platform: "console", ID: name}, Name: name}
	reply, err := s.Handle(ctx, bot.Request{From: from, Event: bot.EventID(event), Text: "puzzle " + move})
	one := said{outcome: reply.Outcome, err: err}
	if len(reply.Answer) > 0 {
		one.text = reply.Answer[0].Text
	}
	return one
}

// keepBusy has all workers of a service's pool at work until release is called.
func keepBusy(t *testing.T, s *Service) (release func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		s.thinkers.run(ctx)
		close(stopped)
	}()
	t.Cleanup(func() {
		stop()
		<-stopped
	})
	began, end := make(chan struct{}), make(chan struct{})
	s.thinkers.add("den", func(ctx context.Context) {
		close(began)
		select {
		case <-end:
		case <-ctx.Done():
		}
	})
	<-began
	return func() { close(end) }
}

// awaitAsking waits until so many wait for a place in the pool, and fails if an answer comes before.
func awaitAsking(t *testing.T, s *Service, n int, answered <-chan said) {
	t.Helper()
	for asking := 0; asking < n; time.Sleep(time.Millisecond) {
		select {
		case one := <-answered:
			t.Fatalf("answered without a search: %+v", one)
		default:
		}
		s.thinkers.mu.Lock()
		asking = s.thinkers.asking
		s.thinkers.mu.Unlock()
	}
}

// TestPuzzleAnswersWait gives two answers at once while the pool of searches is busy: first one that may win too, then the right one. Others are
// served meanwhile, and only the first answer counts.
func TestPuzzleAnswersWait(t *testing.T) {
	p, _, fails := twoWays(t)
	s := New(Ports{Store: storage.Memory(), Workers: 1, Advice: time.Hour})
	atStep(t, s, "alice", p)
	release := keepBusy(t, s)
	first, second := make(chan said, 1), make(chan said, 1)
	go func() { first <- answers(t.Context(), s, "alice", "first", fails) }()
	awaitAsking(t, s, 1, first)
	mustSay(t, s, "bob", "seek raumschach")
	if r := puzzlesOf(t, s, "alice"); r.Trying != fails || r.Failed != 0 || r.Missed || r.Step != 1 {
		t.Errorf("while the answer is searched: %+v", r)
	}
	go func() { second <- answers(t.Context(), s, "alice", "second", p.Line[2]) }()
	awaitAsking(t, s, 2, second)
	release()
	wrong, right := <-first, <-second
	if wrong.err == nil && !strings.Contains(wrong.text, "is not the move") || wrong.err != nil && !strings.Contains(wrong.err.Error(), "has gone on while I looked") {
		t.Errorf("the wrong answer: %+v", wrong)
	}
	if right.err != nil || !strings.Contains(right.text, "Right!") {
		t.Errorf("the right answer: %+v", right)
	}
	if r := puzzlesOf(t, s, "alice"); r.Failed != 1 || r.Solved != 0 || r.Step != 2 || r.Trying != "" {
		t.Errorf("after both: %+v", r)
	}
	mustSay(t, s, "alice", "puzzle "+p.Line[4])
	if r := puzzlesOf(t, s, "alice"); r.Failed != 1 || r.Solved != 0 || r.Current != "" {
		t.Errorf("at the end: %+v", r)
	}
}

// TestPuzzleAnswerWinsToo gives an answer that is not the solution's and wins as fast.
func TestPuzzleAnswerWinsToo(t *testing.T) {
	p, wins, fails := twoWays(t)
	s := New(Ports{Store: storage.Memory(), Advice: time.Hour})
	atStep(t, s, "alice", p)
	if one := answers(t.Context(), s, "alice", "one", wins); one.err != nil || !strings.Contains(one.text, "Solved!") {
		t.Errorf("%+v", one)
	}
	if r := puzzlesOf(t, s, "alice"); r.Solved != 1 || r.Current != "" || r.Trying != "" {
		t.Errorf("%+v", r)
	}
	atStep(t, s, "bob", p)
	if one := answers(t.Context(), s, "bob", "two", fails); one.err != nil || !strings.Contains(one.text, "is not the move") {
		t.Errorf("%+v", one)
	}
	if one := answers(t.Context(), s, "bob", "three", wins); one.err != nil || !strings.Contains(one.text, "is the move") {
		t.Errorf("%+v", one)
	}
	if r := puzzlesOf(t, s, "bob"); r.Solved != 0 || r.Failed != 1 || r.Current != "" {
		t.Errorf("after a wrong answer: %+v", r)
	}
}

// TestPuzzleAnswerIsCutOff ends the bot while it searches an answer. The next run counts the answer once, however often it comes, and first,
// also if another one comes instead.
func TestPuzzleAnswerIsCutOff(t *testing.T) {
	p, wins, fails := twoWays(t)
	for name, c := range map[string]struct {
		before, then   string
		solved, failed int
		text           string
	}{
		"again":               {fails, fails, 0, 1, "is not the move"},
		"then the right one":  {fails, p.Line[2], 0, 1, "Right!"},
		"then another":        {fails, wins, 0, 1, "is the move"},
		"a winning one again": {wins, wins, 1, 0, "Solved!"},
		"a winning one, then": {wins, fails, 1, 0, "Solved!"},
	} {
		t.Run(name, func(t *testing.T) {
			store := storage.Memory()
			s := New(Ports{Store: store, Workers: 1, Advice: time.Hour})
			atStep(t, s, "alice", p)
			keepBusy(t, s)
			ctx, kill := context.WithCancel(t.Context())
			defer kill()
			killed := make(chan said, 1)
			go func() { killed <- answers(ctx, s, "alice", "before", c.before) }()
			awaitAsking(t, s, 1, killed)
			kill()
			if one := <-killed; one.err == nil {
				t.Errorf("answered: %+v", one)
			}
			if r := puzzlesOf(t, s, "alice"); r.Failed != 0 || r.Solved != 0 || r.Step != 1 || r.Current != p.ID {
				t.Errorf("after the end: %+v", r)
			}
			next := New(Ports{Store: store, Advice: time.Hour})
			event := "then"
			if c.then == c.before {
				event = "before" // the platform delivers it again
			}
			if one := answers(t.Context(), next, "alice", event, c.then); one.err != nil || !strings.Contains(one.text, c.text) {
				t.Errorf("in the next run: %+v", one)
			}
			after := puzzlesOf(t, next, "alice")
			if after.Solved != c.solved || after.Failed != c.failed || after.Trying != "" {
				t.Errorf("counted: %+v", after)
			}
			if one := answers(t.Context(), next, "alice", event, c.then); one.err != nil || one.outcome != bot.Repeated {
				t.Errorf("delivered once more: %+v", one)
			}
			if r := puzzlesOf(t, next, "alice"); r.Solved != after.Solved || r.Failed != after.Failed || r.Rating.Value != after.Rating.Value {
				t.Errorf("counted twice: %+v", r)
			}
		})
	}
}

// TestPuzzleAnswerWithoutASearch gives an answer when too many wait for searches, and one whose search is cut off: neither counts yet, and both are
// told to come again.
func TestPuzzleAnswerWithoutASearch(t *testing.T) {
	p, _, fails := twoWays(t)
	store := storage.Memory()
	s := New(Ports{Store: store, Workers: 1, Advice: time.Hour})
	atStep(t, s, "alice", p)
	release := keepBusy(t, s)
	waiting := make(chan error, maxAsking)
	for range maxAsking {
		go func() { waiting <- s.thinkers.think(t.Context(), "inn", func(context.Context) {}) }()
	}
	awaitAsking(t, s, maxAsking, nil)
	if one := answers(t.Context(), s, "alice", "one", fails); one.err == nil || !strings.Contains(one.err.Error(), "Many people are asking") {
		t.Errorf("with too many before it: %+v", one)
	}
	release()
	for range maxAsking {
		if err := <-waiting; err != nil {
			t.Error(err)
		}
	}
	hurried := New(Ports{Store: store, Advice: -1})
	if one := answers(t.Context(), hurried, "alice", "two", fails); one.err == nil || !strings.Contains(one.err.Error(), "ran out of time") {
		t.Errorf("without time: %+v", one)
	}
	if r := puzzlesOf(t, s, "alice"); r.Failed != 0 || r.Missed || r.Trying != fails {
		t.Errorf("after both: %+v", r)
	}
}
