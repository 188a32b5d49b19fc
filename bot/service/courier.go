package service

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"raumbot/bot"
)

// courier knows what waits in the outbox for one platform. It reads each
// message's address once and remembers nothing but the number, so that what cannot be
// said for long costs what can be said nothing.
type courier struct {
	service  *Service
	platform bot.Platform
	settled  bell // rung after every delivery

	mu      sync.Mutex
	read    bot.MessageID // the outbox has been read so far
	lanes   map[bot.Lane]*backlog
	ready   backlogs // by what waits longest
	resting backlogs // by when they may be tried again
	busy    int      // lanes in which a delivery is under way
}

// backlog is what waits in a lane. While a delivery is under way it belongs to
// whoever took it.
type backlog struct {
	lane     bot.Lane
	waiting  []bot.MessageID // never empty
	said     *said           // the first, if it has been said and not been noted
	failures int             // in a row
	next     time.Time       // when to try again after a failure
}

// lanesAtOnce bounds the deliveries to one platform that are under way.
const lanesAtOnce = 8

// outboxAtOnce bounds the messages that are read from the outbox at a time.
const outboxAtOnce = 100

// retryPauses are how long a lane rests after each failure in a row; the last
// one stands for all after it.
var retryPauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute}

// shortestWait is the least that a lane rests when the platform names the time.
const shortestWait = 50 * time.Millisecond

func (s *Service) courier(p bot.Platform) *courier {
	found, ok := s.couriers.Load(p)
	if !ok {
		found, _ = s.couriers.LoadOrStore(p, &courier{
			service: s, platform: p, lanes: map[bot.Lane]*backlog{},
			ready:   backlogs{before: func(a, b *backlog) bool { return a.waiting[0] < b.waiting[0] }},
			resting: backlogs{before: func(a, b *backlog) bool { return a.next.Before(b.next) }},
		})
	}
	return found.(*courier)
}

// run delivers until ctx ends, in several lanes at once.
func (c *courier) run(ctx context.Context, to bot.Adapter) {
	var working sync.WaitGroup
	defer working.Wait()
	workers := make(chan struct{}, lanesAtOnce)
	for {
		changed, settled := c.service.changed.next(), c.settled.next()
		select {
		case workers <- struct{}{}:
		case <-ctx.Done():
			return
		}
		q, err := c.take(ctx)
		if q != nil {
			working.Go(func() {
				c.work(ctx, to, q)
				<-workers
			})
			continue
		}
		<-workers
		c.complain(ctx, err)
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-settled: // perhaps with a failure, and a time to try again
		case <-time.After(c.rest()):
		}
	}
}

// work delivers one message, and then others as long as there are any.
func (c *courier) work(ctx context.Context, to bot.Adapter, q *backlog) {
	var err error
	for q != nil {
		c.complain(ctx, c.carry(ctx, to, q))
		q, err = c.take(ctx)
		c.complain(ctx, err)
	}
}

func (c *courier) complain(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		c.service.log.Warn("delivery failed", "platform", c.platform, "err", err)
	}
}

// take returns the lane whose first message has waited longest among those
// that may be tried, or nil. It must be given back with carry.
func (c *courier) take(ctx context.Context) (*backlog, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.service.clock.Now()
	for c.resting.Len() > 0 && !now.Before(c.resting.list[0].next) {
		heap.Push(&c.ready, heap.Pop(&c.resting))
	}
	for c.ready.Len() == 0 {
		if more, err := c.readOn(ctx); !more || err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return nil, nil
	}
	c.busy++
	return heap.Pop(&c.ready).(*backlog), nil
}

// readOn reads what has come into the outbox, and reports whether there was anything.
func (c *courier) readOn(ctx context.Context) (more bool, err error) {
	var found []bot.Message
	err = c.service.store.View(ctx, func(tx bot.Tx) error {
		found, err = tx.Waiting(c.platform, c.read, outboxAtOnce)
		return err
	})
	for _, m := range found {
		c.read = m.ID
		if q := c.lanes[m.Lane()]; q != nil {
			q.waiting = append(q.waiting, m.ID)
			continue
		}
		q := &backlog{lane: m.Lane(), waiting: []bot.MessageID{m.ID}}
		c.lanes[q.lane] = q
		heap.Push(&c.ready, q)
	}
	return len(found) > 0, err
}

// carry delivers the first message of a lane and gives the lane back.
func (c *courier) carry(ctx context.Context, to bot.Adapter, q *backlog) error {
	c.mu.Lock()
	id := q.waiting[0]
	c.mu.Unlock()
	err := c.service.deliver(ctx, to, q, id)
	if err != nil {
		err = fmt.Errorf("message %d: %w", id, err)
	}
	c.mu.Lock()
	c.busy--
	switch {
	case err == nil:
		q.failures, q.waiting = 0, q.waiting[1:]
		if len(q.waiting) == 0 {
			delete(c.lanes, q.lane)
		} else {
			heap.Push(&c.ready, q)
		}
	case ctx.Err() != nil: // not the lane's fault
		heap.Push(&c.ready, q)
	default:
		pause := retryPauses[min(q.failures, len(retryPauses)-1)]
		if soon := (*bot.TooSoon)(nil); errors.As(err, &soon) {
			pause = max(soon.Wait, shortestWait)
		}
		q.failures, q.next = q.failures+1, c.service.clock.Now().Add(pause)
		heap.Push(&c.resting, q)
	}
	c.mu.Unlock()
	c.settled.ring()
	return err
}

// idle reports whether no delivery is under way.
func (c *courier) idle() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.busy == 0
}

// rest returns how long there is nothing to try again, at most a Heartbeat.
func (c *courier) rest() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.resting.Len() == 0 {
		return bot.Heartbeat
	}
	return min(max(c.resting.list[0].next.Sub(c.service.clock.Now()), 0), bot.Heartbeat)
}

// backlogs is a heap of lanes.
type backlogs struct {
	list   []*backlog
	before func(a, b *backlog) bool
}

func (q *backlogs) Len() int { return len(q.list) }

func (q *backlogs) Less(i, j int) bool { return q.before(q.list[i], q.list[j]) }

func (q *backlogs) Swap(i, j int) { q.list[i], q.list[j] = q.list[j], q.list[i] }

// Push implements [heap.Interface].
func (q *backlogs) Push(x any) { q.list = append(q.list, x.(*backlog)) }

// Pop implements [heap.Interface].
func (q *backlogs) Pop() any {
	last := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	return last
}
