package service

import (
	"context"
	"errors"
	"slices"
	"sync"

	"raumbot/bot"
	"raumbot/bot/signal"
)

// thinkers is the pool in which all searches run: a few at a time, from lines that are served in turn, one for each
// room or each player in private, so that those with many jobs do not delay those with one. A job is either work for
// a worker, or a caller who waits for a place and does the work themselves.
type thinkers struct {
	workers int
	changed signal.Broadcast

	mu     sync.Mutex
	lines  queueOfLines // what people wait for
	later  queueOfLines // done only when nothing in lines waits
	busy   int
	asking int           // callers waiting for a place
	ended  chan struct{} // closed when run ends; nil before it begins
}

// queueOfLines are lines with jobs, the one to be served next first.
type queueOfLines []*line

// line is the queue of jobs of one room, or of one player in private.
type line struct {
	whose any
	jobs  []job
}

// job is work for a worker, or a caller waiting for a place, who gets it when granted is closed.
type job struct {
	work    func(context.Context)
	granted chan struct{}
}

// maxAsking bounds the callers waiting for a place.
const maxAsking = 20

var errManyAsking = errors.New("too many wait for the computer")

func newThinkers(workers int) *thinkers { return &thinkers{workers: workers} }

// lineOf returns the key of the line in which the jobs of a request wait.
func lineOf(r bot.Request) any { return lineFor(bot.Address{User: r.From, Room: r.Room}) }

// lineFor is lineOf for what is done for somebody who sees it at an address.
func lineFor(where bot.Address) any {
	if where.Room != (bot.RoomID{}) {
		return where.Room
	}
	return where.User.UserID
}

// add appends work to a line.
func (t *thinkers) add(whose any, work func(context.Context)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines.enter(whose, job{work: work})
	t.changed.Send()
}

// addLater appends work to a line that is served only when nothing else waits. Such work should be short: jobs that
// arrive during it wait for its end.
func (t *thinkers) addLater(whose any, work func(context.Context)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.later.enter(whose, job{work: work})
	t.changed.Send()
}

func (q *queueOfLines) enter(whose any, j job) {
	for _, l := range *q {
		if l.whose == whose {
			l.jobs = append(l.jobs, j)
			return
		}
	}
	*q = append(*q, &line{whose, []job{j}})
}

// next takes the next job out of the first line, which then goes to the end.
func (q *queueOfLines) next() (job, bool) {
	if len(*q) == 0 {
		return job{}, false
	}
	l := (*q)[0]
	j := l.jobs[0]
	*q, l.jobs = (*q)[1:], l.jobs[1:]
	if len(l.jobs) > 0 {
		*q = append(*q, l)
	}
	return j, true
}

// next takes the next job; work that was added with addLater comes last.
func (t *thinkers) next() (job, bool) {
	if j, ok := t.lines.next(); ok {
		return j, true
	}
	return t.later.next()
}

// take returns the next work for a worker. Callers waiting before it get places as long as there are any.
func (t *thinkers) take() (func(context.Context), bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.busy < t.workers {
		j, ok := t.next()
		if !ok {
			break
		}
		t.busy++
		if j.work != nil {
			return j.work, true
		}
		close(j.granted)
	}
	return nil, false
}

// leave gives a place back. If a caller waiting for one is next, they get it at once.
func (t *thinkers) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy--
	if len(t.lines) > 0 && t.lines[0].jobs[0].granted != nil {
		j, _ := t.next()
		t.busy++
		close(j.granted)
	}
	t.changed.Send()
}

func (t *thinkers) idle() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.lines) == 0 && len(t.later) == 0 && t.busy == 0
}

// think runs a search in the caller's goroutine once there is a place for it. The context of the search ends with the
// caller's, and when the pool stops. The error is errManyAsking, or the context's.
func (t *thinkers) think(ctx context.Context, whose any, search func(context.Context)) error {
	if err := t.wait(ctx, whose); err != nil {
		return err
	}
	defer t.leave()
	t.mu.Lock()
	ended := t.ended
	t.mu.Unlock()
	searching, cancel := context.WithCancel(ctx)
	defer cancel()
	if ended != nil {
		go func() {
			select {
			case <-ended:
				cancel()
			case <-searching.Done():
			}
		}()
	}
	search(searching)
	return nil
}

// wait waits for a place.
func (t *thinkers) wait(ctx context.Context, whose any) error {
	t.mu.Lock()
	if t.busy < t.workers {
		t.busy++
		t.mu.Unlock()
		return nil
	}
	if t.asking >= maxAsking {
		t.mu.Unlock()
		return errManyAsking
	}
	granted := make(chan struct{})
	t.asking++
	t.lines.enter(whose, job{granted: granted})
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		t.asking--
		t.mu.Unlock()
	}()
	select {
	case <-granted:
		return nil
	case <-ctx.Done():
		if !t.giveUp(granted) {
			t.leave() // granted just now
		}
		return ctx.Err()
	}
}

// giveUp removes a waiting caller from their line; false if they are no longer there.
func (t *thinkers) giveUp(granted chan struct{}) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, l := range t.lines {
		at := slices.IndexFunc(l.jobs, func(j job) bool { return j.granted == granted })
		if at < 0 {
			continue
		}
		l.jobs = slices.Delete(l.jobs, at, at+1)
		if len(l.jobs) == 0 {
			t.lines = slices.Delete(t.lines, i, i+1)
		}
		return true
	}
	return false
}

// run does the work of the pool until ctx ends.
func (t *thinkers) run(ctx context.Context) {
	ended := make(chan struct{})
	t.mu.Lock()
	t.ended = ended
	t.mu.Unlock()
	defer close(ended)
	var working sync.WaitGroup
	defer working.Wait()
	for range t.workers {
		working.Go(func() {
			for ctx.Err() == nil {
				changed := t.changed.Next()
				if work, ok := t.take(); ok {
					t.do(ctx, work)
					continue
				}
				select {
				case <-ctx.Done():
				case <-changed:
				}
			}
		})
	}
	<-ctx.Done()
}

func (t *thinkers) do(ctx context.Context, work func(context.Context)) {
	defer t.leave()
	work(ctx)
}

// drain does all waiting work, in the caller's goroutine.
func (t *thinkers) drain(ctx context.Context) error {
	for ctx.Err() == nil {
		changed := t.changed.Next()
		if work, ok := t.take(); ok {
			t.do(ctx, work)
			continue
		}
		if t.idle() {
			return nil
		}
		select { // another goroutine is still at work
		case <-ctx.Done():
		case <-changed:
		}
	}
	return ctx.Err()
}
