package coach_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"raumbot/bot/engine/search"
	"raumbot/bot/service"
	"raumbot/storage"
)

// slow is a searcher that never finds anything. It keeps what it was asked, and whether the search
// was given up.
type slow struct {
	*search.Local
	mu    sync.Mutex
	asked []search.Job
	ended int
}

func (s *slow) Search(ctx context.Context, job search.Job) (search.Result, error) {
	s.mu.Lock()
	s.asked = append(s.asked, job)
	s.mu.Unlock()
	<-ctx.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended++
	return search.Result{}, ctx.Err()
}

// TestSearchGivenUp resigns, or offers a draw, while the computer's move is being searched: the
// search is given up, which is logged once, and only a game that goes on is searched again.
func TestSearchGivenUp(t *testing.T) {
	for _, c := range []struct {
		say           []string
		asked, ended  int
		moves, logged int
	}{
		{[]string{"resign 1 confirm"}, 1, 1, 1, 1},
		{[]string{"draw 1 offer"}, 2, 1, 1, 1},
		{nil, 1, 0, 1, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			var log bytes.Buffer
			searcher := &slow{Local: search.NewLocal(1)}
			s := service.New(service.Ports{Store: storage.Memory(), Searcher: searcher, Log: slog.New(slog.NewTextHandler(&log, nil))})
			ctx, stop := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { s.Thinkers.Run(ctx) })
			mustSay(t, s, "alice", "challenge computer raumschach level 5 white")
			synctest.Wait() // the computer has seen that it is not its turn
			mustSay(t, s, "alice", "ab1-ac3")
			synctest.Wait()
			for _, text := range c.say {
				mustSay(t, s, "alice", text)
				synctest.Wait()
			}
			g := gameNow(t, s, 1)
			if len(searcher.asked) != c.asked || searcher.ended != c.ended || g.Moves != c.moves {
				t.Errorf("%v: asked %d times, given up %d times, %d moves", c.say, len(searcher.asked), searcher.ended, g.Moves)
			}
			stop()
			running.Wait()
			if n := strings.Count(log.String(), "is given up, because the game has changed"); n != c.logged {
				t.Errorf("%v: said %d times: %s", c.say, n, &log)
			}
			if job := searcher.asked[0]; job.Purpose != search.Move || job.Level != 5 || len(job.Moves) != 1 || job.Moves[0] != "ab1-ac3" {
				t.Errorf("it was asked %+v", job)
			}
		})
	}
}
