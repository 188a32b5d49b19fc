package outbox

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"raumbot/bot"
	"raumbot/bot/signal"
)

// queue is what waits for one platform. It reads each message's address once and keeps nothing
// but the number, so that a lane which cannot be delivered to for long slows no other.
type queue struct {
	outbox   *Outbox
	platform bot.Platform
	settled  signal.Broadcast // sent after every delivery

	mu      sync.Mutex
	read    bot.MessageID // up to here the store has been read
	lanes   map[bot.Lane]*lane
	ready   lanes // by what waits longest
	resting lanes // after a failure, by when they may be retried
	busy    int   // lanes in which a delivery is under way
}

// lane is what waits for a room, or for a user in private. While a delivery is under way it
// belongs to the goroutine that took it.
type lane struct {
	name      bot.Lane
	waiting   []bot.MessageID // never empty
	delivered *delivered      // the first, while it is delivered but still in the store
	failures  int             // in a row
	retry     time.Time       // when to try again after a failure
}

// lanesAtOnce bounds the deliveries to one platform that are under way.
const lanesAtOnce = 8

// readAtOnce bounds the messages that are read from the store at a time.
const readAtOnce = 100

// retryPauses are how long a lane rests after each failure in a row; the last
// one stands for all after it.
var retryPauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute}

// shortestPause is the least that a lane rests when the platform says how long.
const shortestPause = 50 * time.Millisecond

func (o *Outbox) queue(p bot.Platform) *queue {
	found, ok := o.queues.Load(p)
	if !ok {
		found, _ = o.queues.LoadOrStore(p, &queue{
			outbox: o, platform: p, lanes: map[bot.Lane]*lane{},
			ready:   lanes{before: func(a, b *lane) bool { return a.waiting[0] < b.waiting[0] }},
			resting: lanes{before: func(a, b *lane) bool { return a.retry.Before(b.retry) }},
		})
	}
	return found.(*queue)
}

// run delivers until ctx ends, in several lanes at once.
func (q *queue) run(ctx context.Context, to bot.Adapter) {
	var working sync.WaitGroup
	defer working.Wait()
	workers := semaphore.NewWeighted(lanesAtOnce)
	for {
		changed, settled := q.outbox.ports.Changed.Next(), q.settled.Next()
		if workers.Acquire(ctx, 1) != nil {
			return
		}
		l, err := q.take(ctx)
		if l != nil {
			working.Go(func() {
				defer workers.Release(1)
				q.work(ctx, to, l)
			})
			continue
		}
		workers.Release(1)
		q.warn(ctx, err)
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-settled: // perhaps with a failure, and a time to try again
		case <-time.After(q.untilRetry()):
		}
	}
}

// work delivers one message, and then others as long as there are any.
func (q *queue) work(ctx context.Context, to bot.Adapter, l *lane) {
	var err error
	for l != nil {
		q.warn(ctx, q.deliverFirst(ctx, to, l))
		l, err = q.take(ctx)
		q.warn(ctx, err)
	}
}

func (q *queue) warn(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		q.outbox.ports.Log.Warn("delivery failed", "platform", q.platform, "err", err)
	}
}

// take returns the lane whose first message has waited longest among those
// that may be tried, or nil. It must be given back with deliverFirst.
func (q *queue) take(ctx context.Context) (*lane, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.outbox.ports.Clock.Now()
	for q.resting.Len() > 0 && !now.Before(q.resting.list[0].retry) {
		heap.Push(&q.ready, heap.Pop(&q.resting))
	}
	for q.ready.Len() == 0 {
		if more, err := q.readMore(ctx); !more || err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return nil, nil
	}
	q.busy++
	return heap.Pop(&q.ready).(*lane), nil
}

// readMore reads what has been added to the store, and reports whether there was anything.
func (q *queue) readMore(ctx context.Context) (more bool, err error) {
	var found []bot.Message
	err = q.outbox.ports.Store.View(ctx, func(tx bot.Tx) error {
		found, err = tx.Waiting(q.platform, q.read, readAtOnce)
		return err
	})
	for _, m := range found {
		q.read = m.ID
		if l := q.lanes[m.Lane()]; l != nil {
			l.waiting = append(l.waiting, m.ID)
			continue
		}
		l := &lane{name: m.Lane(), waiting: []bot.MessageID{m.ID}}
		q.lanes[l.name] = l
		heap.Push(&q.ready, l)
	}
	return len(found) > 0, err
}

// deliverFirst delivers the first message of a lane and gives the lane back.
func (q *queue) deliverFirst(ctx context.Context, to bot.Adapter, l *lane) error {
	q.mu.Lock()
	id := l.waiting[0]
	q.mu.Unlock()
	err := q.outbox.deliver(ctx, to, l, id)
	if err != nil {
		err = fmt.Errorf("message %d: %w", id, err)
	}
	q.mu.Lock()
	q.busy--
	switch {
	case err == nil:
		l.failures, l.waiting = 0, l.waiting[1:]
		if len(l.waiting) == 0 {
			delete(q.lanes, l.name)
		} else {
			heap.Push(&q.ready, l)
		}
	case ctx.Err() != nil: // not the lane's fault
		heap.Push(&q.ready, l)
	default:
		pause := retryPauses[min(l.failures, len(retryPauses)-1)]
		if soon := (*bot.TooSoon)(nil); errors.As(err, &soon) {
			pause = max(soon.Wait, shortestPause)
		}
		l.failures, l.retry = l.failures+1, q.outbox.ports.Clock.Now().Add(pause)
		heap.Push(&q.resting, l)
	}
	q.mu.Unlock()
	q.settled.Send()
	return err
}

// idle reports whether no delivery is under way.
func (q *queue) idle() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.busy == 0
}

// untilRetry returns how long there is nothing to retry, at most a Heartbeat.
func (q *queue) untilRetry() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.resting.Len() == 0 {
		return bot.Heartbeat
	}
	return min(max(q.resting.list[0].retry.Sub(q.outbox.ports.Clock.Now()), 0), bot.Heartbeat)
}

// lanes is a heap of lanes.
type lanes struct {
	list   []*lane
	before func(a, b *lane) bool
}

func (h *lanes) Len() int { return len(h.list) }

func (h *lanes) Less(i, j int) bool { return h.before(h.list[i], h.list[j]) }

func (h *lanes) Swap(i, j int) { h.list[i], h.list[j] = h.list[j], h.list[i] }

// Push implements [heap.Interface].
func (h *lanes) Push(x any) { h.list = append(h.list, x.(*lane)) }

// Pop implements [heap.Interface].
func (h *lanes) Pop() any {
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	return last
}
