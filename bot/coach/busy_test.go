package coach_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"raumbot/bot/engine/pool"
	"raumbot/bot/engine/search"
	"raumbot/bot/puzzle"
	"raumbot/bot/service"
	"raumbot/storage"
)

// busy is a pool of searches whose workers are all at work.
type busy struct {
	*pool.Pool
	places int // how many may wait for one
	end    chan struct{}
}

// keepBusy has all workers of a service's pool at work until the work is ended. It needs a bubble
// of synctest.
func keepBusy(t *testing.T, s *service.Service) *busy {
	t.Helper()
	b := &busy{Pool: s.Thinkers, end: make(chan struct{})}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		b.Run(ctx)
		close(stopped)
	}()
	t.Cleanup(func() {
		stop()
		<-stopped
	})
	began := make(chan struct{})
	b.Add("den", func(ctx context.Context) {
		close(began)
		select {
		case <-b.end:
		case <-ctx.Done():
		}
	})
	<-began
	b.places = b.left(t)
	return b
}

// release ends the work of the workers.
func (b *busy) release() { close(b.end) }

// fill has as many ask for a place as may, and returns how many those are, and what they get.
func (b *busy) fill(t *testing.T, ctx context.Context) (n int, got <-chan error) {
	t.Helper()
	const far = 1000 // more than may ever wait
	answers := make(chan error, far)
	for ; n < far; n++ {
		go func() { answers <- b.Think(ctx, "inn", func(context.Context) {}) }()
		synctest.Wait()
		select {
		case err := <-answers:
			if !errors.Is(err, pool.ErrManyAsking) {
				t.Fatalf("a place in a busy pool, with %d waiting: %v", n, err)
			}
			return n, answers
		default:
		}
	}
	t.Fatalf("%d wait for a search", n)
	return 0, nil
}

// left returns how many more may wait for a place.
func (b *busy) left(t *testing.T) int {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	n, got := b.fill(t, ctx)
	cancel()
	for range n {
		if err := <-got; !errors.Is(err, context.Canceled) {
			t.Fatalf("giving up: %v", err)
		}
	}
	return n
}

// awaitAsking waits until so many wait for a place in the pool, and fails if an answer comes
// before.
func (b *busy) awaitAsking(t *testing.T, n int, answered <-chan said) {
	t.Helper()
	synctest.Wait()
	select {
	case one := <-answered:
		t.Fatalf("answered without a search: %+v", one)
	default:
	}
	if asking := b.places - b.left(t); asking != n {
		t.Fatalf("%d wait for a search, not %d", asking, n)
	}
}

// TestEngineIsAskedByMany asks the engine while as many wait for it as may: nothing is lost, and
// later it answers.
func TestEngineIsAskedByMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := service.New(service.Ports{Store: storage.Memory(), Searcher: search.NewLocal(1)})
		mustSay(t, s, "alice", "study raumschach")
		pool := keepBusy(t, s)
		waiting, got := pool.fill(t, t.Context())
		for _, text := range []string{"hint", "evaluate"} {
			mustRefuse(t, s, text, "Many people are asking the computer right now. Try again in a minute.")
		}
		pool.release()
		for range waiting {
			if err := <-got; err != nil {
				t.Error(err)
			}
		}
		for _, text := range []string{"hint", "evaluate"} {
			mustSay(t, s, "alice", text)
		}
	})
}

// TestEngineOutOfTime asks an engine that is always out of time: that is what people are told, and
// an answer to a puzzle that may be as good as the solution does not count before that is known.
func TestEngineOutOfTime(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory(), Advice: 1})
	mustSay(t, s, "alice", "study raumschach")
	ask := func(text string) string {
		m, err := say(t, s, "alice", text)
		if err != nil {
			return err.Error()
		}
		return m.Text
	}
	for _, text := range []string{"hint", "evaluate"} {
		if said := ask(text); said != "The engine ran out of time. Try again in a minute." {
			t.Errorf("%s: %s", text, said)
		}
	}
	mustSay(t, s, "alice", "puzzle blocschach")
	open, ok := puzzle.Find(playerNow(t, s, "alice").Puzzles.Current)
	if !ok {
		t.Fatal("no puzzle is shown")
	}
	position, err := open.Position(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range position.Legal() {
		text := position.Text(m)
		if text == open.Line[0] {
			continue
		}
		if said := ask("puzzle " + text); said != "The engine ran out of time. Try again in a minute." {
			t.Errorf("an answer that may be as good: %s", said)
		}
		if r := playerNow(t, s, "alice").Puzzles; r.Missed || r.Failed > 0 {
			t.Error("it counts as wrong")
		}
		return
	}
	t.Errorf("%s has no move but %s", open.ID, strings.Join(open.Line, " "))
}
