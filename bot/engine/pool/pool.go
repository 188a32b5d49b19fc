package pool

import (
	"context"
	"errors"
	"slices"
	"sync"

	"raumbot/bot/signal"
)

// Pool runs searches, a few at a time. Jobs wait in lines, one for each owner: a room, or a player
// in private. The lines are served in turn, so an owner of many jobs does not delay an owner of
// one. All strangers together get at most every second job of a rank while others wait: see
// [Stranger]. A job is either work for a goroutine of the pool, or a caller that waits for a place
// and then searches in its own goroutine. Work comes before callers, and both before work that was
// added with AddLater.
type Pool struct {
	capacity Capacity
	changed  signal.Broadcast

	mu         sync.Mutex
	lines      [ranks]queue
	waiting    int
	busy       int
	background int           // jobs among busy that were added with AddLater
	asking     [classes]int  // callers waiting for a place
	ended      chan struct{} // closed when run ends; nil before it begins
}

// Capacity says how many jobs may run at once.
type Capacity interface {
	// Places returns how many jobs may run at once, and how many of them may be jobs that were added
	// with [Pool.AddLater]. changed is closed when the numbers change; it may be nil.
	Places() (all, background int, changed <-chan struct{})
}

// rank says which jobs are served first.
type rank int

const (
	work   rank = iota // added with Add
	caller             // waits in Think
	later              // added with AddLater
	ranks
)

// Stranger is implemented by owners who may be the same person under many identities, such as
// guests. A line for each owner cannot limit the share of such a person, so all strangers together
// are limited.
type Stranger interface{ Stranger() bool }

// class is a class of owners. The classes of a rank are served in turn.
type class int

const (
	others class = iota
	strangers
	classes
)

// classOf returns the class of an owner.
func classOf(owner any) class {
	if s, ok := owner.(Stranger); ok && s.Stranger() {
		return strangers
	}
	return others
}

// queue holds the jobs of one rank. The classes take turns.
type queue struct {
	lines [classes]queueOfLines
	turn  class // served next, if it has jobs
}

func (q *queue) empty() bool { return len(q.lines[others])+len(q.lines[strangers]) == 0 }

// next removes and returns the next job. It returns false if there is none.
func (q *queue) next() (job, bool) {
	serve := q.turn
	if len(q.lines[serve]) == 0 {
		serve = classes - 1 - serve
	}
	q.turn = classes - 1 - serve
	return q.lines[serve].next()
}

// queueOfLines holds lines with jobs. The first is served next.
type queueOfLines []*line

// line is the queue of one owner's jobs.
type line struct {
	owner any
	jobs  []job
}

// job is work for the pool, or a caller waiting for a place. The caller gets the place when
// granted is closed.
type job struct {
	rank    rank
	work    func(context.Context)
	granted chan struct{}
}

// maxAsking is the maximum number of callers waiting for a place. At most half of them are
// strangers.
const maxAsking = 20

// ErrManyAsking means that too many callers wait for a place already.
var ErrManyAsking = errors.New("too many wait for the computer")

// New returns a pool. Work that is added waits until Run or Drain is called.
func New(capacity Capacity) *Pool { return &Pool{capacity: capacity} }

// Add appends work to the line of an owner.
func (p *Pool) Add(owner any, do func(context.Context)) { p.add(owner, job{rank: work, work: do}) }

// AddLater appends work to the line of an owner, to be done only when no other job waits. Such
// work should be short, because a job that arrives meanwhile may wait for its end.
func (p *Pool) AddLater(owner any, do func(context.Context)) {
	p.add(owner, job{rank: later, work: do})
}

func (p *Pool) add(owner any, j job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.enter(owner, j)
	p.changed.Send()
}

// enter appends a job to its owner's line among the jobs of its rank.
func (p *Pool) enter(owner any, j job) {
	p.lines[j.rank].lines[classOf(owner)].enter(owner, j)
	p.waiting++
}

// enter appends a job to its owner's line. A new line goes to the end of the queue.
func (q *queueOfLines) enter(owner any, j job) {
	for _, l := range *q {
		if l.owner == owner {
			l.jobs = append(l.jobs, j)
			return
		}
	}
	*q = append(*q, &line{owner, []job{j}})
}

// next removes and returns the next job of the first line, and moves that line to the end. It
// returns false if there is no job.
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

// next removes and returns the next job for which there is a place, and takes the place.
func (p *Pool) next() (j job, ok bool) {
	all, background, _ := p.capacity.Places()
	if p.busy >= all {
		return j, false
	}
	for r := range p.lines {
		if rank(r) == later && p.background >= background {
			break
		}
		if j, ok = p.lines[r].next(); ok {
			p.waiting--
			p.busy++
			if j.rank == later {
				p.background++
			}
			return j, true
		}
	}
	return j, false
}

// take returns the next work, and false if there is none or no place is free. It first grants
// places to the callers that wait ahead of that work.
func (p *Pool) take() (job, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		j, ok := p.next()
		if !ok || j.work != nil {
			return j, ok
		}
		close(j.granted)
	}
}

// leave frees the place of a job, and grants it at once if a caller is next in line.
func (p *Pool) leave(r rank) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy--
	if r == later {
		p.background--
	}
	if p.lines[work].empty() && !p.lines[caller].empty() {
		if j, ok := p.next(); ok {
			close(j.granted)
		}
	}
	p.changed.Send()
}

// Load returns how many jobs wait for a place, and how many have one.
func (p *Pool) Load() (waiting, running int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting, p.busy
}

// idle reports whether no job waits or runs.
func (p *Pool) idle() bool {
	waiting, running := p.Load()
	return waiting+running == 0
}

// Think runs a search in the caller's goroutine as soon as a place is free. The context of the
// search ends with ctx, or when the pool stops. Think returns [ErrManyAsking], or the error of
// ctx if it ends while the caller waits.
func (p *Pool) Think(ctx context.Context, owner any, search func(context.Context)) error {
	if err := p.wait(ctx, owner); err != nil {
		return err
	}
	defer p.leave(caller)
	p.mu.Lock()
	ended := p.ended
	p.mu.Unlock()
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

// wait waits for a place, and fails as Think does.
func (p *Pool) wait(ctx context.Context, owner any) error {
	p.mu.Lock()
	if all, _, _ := p.capacity.Places(); p.busy < all {
		p.busy++
		p.mu.Unlock()
		return nil
	}
	who := classOf(owner)
	if p.asking[others]+p.asking[strangers] >= maxAsking || who == strangers && p.asking[strangers] >= maxAsking/2 {
		p.mu.Unlock()
		return ErrManyAsking
	}
	granted := make(chan struct{})
	p.asking[who]++
	p.enter(owner, job{rank: caller, granted: granted})
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		p.asking[who]--
		p.mu.Unlock()
	}()
	select {
	case <-granted:
		return nil
	case <-ctx.Done():
		if !p.giveUp(who, granted) {
			p.leave(caller) // the place was granted meanwhile
		}
		return ctx.Err()
	}
}

// giveUp removes a waiting caller from its line. who is the class of its owner. It returns false if
// the caller has already got a place.
func (p *Pool) giveUp(who class, granted chan struct{}) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines := &p.lines[caller].lines[who]
	for i, l := range *lines {
		at := slices.IndexFunc(l.jobs, func(j job) bool { return j.granted == granted })
		if at < 0 {
			continue
		}
		l.jobs = slices.Delete(l.jobs, at, at+1)
		if len(l.jobs) == 0 {
			*lines = slices.Delete(*lines, i, i+1)
		}
		p.waiting--
		return true
	}
	return false
}

// Run does the work of the pool until ctx ends, and returns when all of it has stopped.
func (p *Pool) Run(ctx context.Context) {
	ended := make(chan struct{})
	p.mu.Lock()
	p.ended = ended
	p.mu.Unlock()
	defer close(ended)
	var working sync.WaitGroup
	defer working.Wait()
	for ctx.Err() == nil {
		changed := p.changed.Next()
		_, _, resized := p.capacity.Places()
		if j, ok := p.take(); ok {
			working.Go(func() { p.do(ctx, j) })
			continue
		}
		select {
		case <-ctx.Done():
		case <-changed:
		case <-resized:
		}
	}
}

// do runs a job in the place that it has taken, and frees the place.
func (p *Pool) do(ctx context.Context, j job) {
	defer p.leave(j.rank)
	j.work(ctx)
}

// Drain does all waiting work in the caller's goroutine. It returns when the pool is idle, or
// with the error of ctx.
func (p *Pool) Drain(ctx context.Context) error {
	for ctx.Err() == nil {
		changed := p.changed.Next()
		if j, ok := p.take(); ok {
			p.do(ctx, j)
			continue
		}
		if p.idle() {
			return nil
		}
		select { // another goroutine is still at work
		case <-ctx.Done():
		case <-changed:
		}
	}
	return ctx.Err()
}
