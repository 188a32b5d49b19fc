package uci

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// search is a running search.
type search struct {
	goParams
	game *rules.Game
	hash int
	ctx  context.Context
	stop context.CancelFunc
	// hit is closed when the move on which the search ponders has been played.
	hit      chan struct{}
	answered atomic.Bool // set just before the answer is written
	done     chan struct{}
	deadline deadline
}

// hashASecond is the number of bytes of table that a search can fill in a second. A search with a
// time limit gets a table for that time, since emptying a large one takes part of the time.
const hashASecond = 128 << 20

// hashFor returns the size of the table of a search with a time limit, which is 0 for none.
func hashFor(hash int, limit time.Duration) int {
	if limit <= 0 || limit > time.Hour {
		return hash
	}
	return min(hash, max(engine.DefaultHash, int(limit.Seconds()*hashASecond)))
}

// open reports whether the search does not answer by itself.
func (r *search) open() bool { return r.infinite || r.ponder }

// A deadline stops a search when its time is over, but not before its first iteration is complete:
// without that there is no answer.
type deadline struct {
	stop   context.CancelFunc
	mu     sync.Mutex
	timer  *time.Timer
	over   bool // the time is over
	begins bool // the first iteration is not complete
}

// start gives the search time from now on.
func (d *deadline) start(limit time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer = time.AfterFunc(limit, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.over = true; !d.begins {
			d.stop()
		}
	})
}

// iterated records that an iteration is complete.
func (d *deadline) iterated() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.begins = false; d.over {
		d.stop()
	}
}

func (d *deadline) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
}

// begin starts a search.
func (s *session) begin(words []string) {
	if s.game == nil {
		s.say("info string there is no position to search: give one with position")
		s.say("bestmove (none)")
		return
	}
	o, err := s.readGo(words)
	if err != nil {
		s.say("info string %v", err)
		s.say("bestmove (none)")
		return
	}
	limit := o.budget(s.game.Position().Turn())
	r := &search{goParams: o, game: s.game, hash: hashFor(s.hash<<20, limit), hit: make(chan struct{}), done: make(chan struct{})}
	r.ctx, r.stop = context.WithCancel(s.ctx)
	r.deadline.stop, r.deadline.begins = r.stop, true
	if limit > 0 && !r.open() {
		r.deadline.start(limit)
	}
	s.search = r
	waits := r.open()
	go func() {
		defer close(r.done)
		defer r.stop()
		defer r.deadline.close()
		s.think(r, waits)
	}()
}

// hit ends the pondering of the running search, whose own time begins now.
func (s *session) hit() {
	r := s.search
	if r == nil || !r.ponder {
		return
	}
	r.ponder = false
	if limit := r.budget(r.game.Position().Turn()); limit > 0 && !r.infinite {
		r.deadline.start(limit)
	}
	if !r.infinite {
		close(r.hit)
	}
}

// think searches and prints the result. If waits is set, it holds back the answer until stop or
// ponderhit. It accesses nothing of the session that changes except its output.
func (s *session) think(r *search, waits bool) {
	began := time.Now()
	v := r.game.Position().Variant()
	s.prepare(v) // has been done if the program has asked whether the engine is ready
	var result engine.Info
	if !r.game.Outcome().Over() { // it is not drawn either
		s.engine.Resize(r.hash)
		result = s.engine.Search(r.ctx, r.game, r.limits, func(info engine.Info) {
			s.tell(v, info, time.Since(began))
			r.deadline.iterated()
		})
	}
	if waits {
		select {
		case <-r.ctx.Done():
		case <-r.hit:
		}
	}
	r.answered.Store(true)
	best, ok := result.Best()
	if !ok {
		s.say("info depth 0 score %s", ended(r.game.Position()))
		s.say("bestmove (none)")
		return
	}
	s.say("bestmove %s", v.Text(best))
}

// ended returns the score of a position without legal moves.
func ended(p *rules.Position) string {
	if _, won := p.Winner(); won {
		return "mate 0"
	}
	return "cp 0"
}

// tell prints the result of an iteration, one line for each move.
func (s *session) tell(v *rules.Variant, info engine.Info, took time.Duration) {
	milliseconds := max(1, took.Milliseconds())
	for i, line := range info.Lines {
		var moves strings.Builder
		for _, m := range line.Moves {
			moves.WriteString(" " + v.Text(m))
		}
		s.say("info depth %d seldepth %d multipv %d score %s nodes %d nps %d time %d pv%s", info.Depth, info.Selective, i+1, line.Score,
			info.Nodes, info.Nodes*1000/uint64(milliseconds), milliseconds, moves.String())
	}
}

// soonMate is the maximum number of moves of a mate whose search ends soon.
const soonMate = 9

// finish ends the running search, if there is one. It ends immediately if stop is set or the search
// is as good as unlimited, else when it is done.
func (s *session) finish(stop bool) {
	if s.search == nil {
		return
	}
	if stop || s.search.open() || s.search.limits.Mate > soonMate {
		s.search.stop()
	}
	<-s.search.done
	s.search = nil
}

// drop obeys the commands that have waited for the running search. Each search among them is
// answered at once.
func (s *session) drop(waiting [][]string) {
	for _, words := range waiting {
		s.obey(words)
		s.finish(true)
	}
}
