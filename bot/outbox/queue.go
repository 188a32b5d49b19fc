package outbox

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"raumbot/bot"
	"raumbot/bot/signal"
)

// queue is the queue of one platform. It reads each message's address once and then keeps only
// the ID, so that a lane with a long backlog does not slow down the others.
type queue struct {
	outbox   *Outbox
	platform bot.Platform
	settled  signal.Broadcast // sent after every delivery
	rewound  atomic.Bool      // see Rewind

	mu          sync.Mutex
	leftOver    bot.MessageID          // this message and those before it may have been delivered by an earlier run
	unconfirmed map[bot.MessageID]bool // others that may have been delivered and are still waiting
	kept        map[bot.MessageID]bool // messages of lanes that have not been read since the queue began anew
	again       again                  // set until the store has been read again
	read        bot.MessageID          // the store has been read up to this message
	lanes       map[bot.Lane]*lane
	ready       lanes // by their oldest message
	resting     lanes // after a failure, by the time of the retry
	busy        int   // lanes with a delivery in progress

	failing time.Time // when the first delivery failed after the last success, zero after a success
	probe   time.Time // when to retry a lane ahead of its time while failing is set
}

// lane holds the messages for one room, or for one user in private. During a delivery it
// is owned by the goroutine that took it.
type lane struct {
	name      bot.Lane
	waiting   []bot.MessageID // never empty
	delivered *delivered      // the first of waiting, if it has been delivered but not yet deleted from the store
	failures  int             // consecutive
	failed    time.Time       // when the last delivery failed
	retry     time.Time       // when to retry after that
	told      bool            // the platform has said when to retry
}

// lanesAtOnce limits the concurrent deliveries to one platform.
const lanesAtOnce = 8

// readAtOnce is the number of messages read from the store at a time.
const readAtOnce = 100

func (o *Outbox) queue(p bot.Platform) *queue {
	found, ok := o.queues.Load(p)
	if !ok {
		found, _ = o.queues.LoadOrStore(p, &queue{
			outbox: o, platform: p, lanes: map[bot.Lane]*lane{}, unconfirmed: map[bot.MessageID]bool{}, kept: map[bot.MessageID]bool{},
			ready:   lanes{before: func(a, b *lane) bool { return a.waiting[0] < b.waiting[0] }},
			resting: lanes{before: func(a, b *lane) bool { return a.retry.Before(b.retry) }},
		})
	}
	return found.(*queue)
}

// run delivers until ctx ends, several lanes at a time.
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
		case <-settled: // a failed lane may have a time for a retry
		case <-time.After(q.untilRetry()):
		}
	}
}

// work delivers one message, then others until none are ready.
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

// take returns the ready lane with the oldest message, or nil if there is none. The caller must
// return the lane with deliverFirst.
func (q *queue) take(ctx context.Context) (*lane, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.rewind()
	q.wake()
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

// readMore reads new messages from the store, and reports whether there were any.
func (q *queue) readMore(ctx context.Context) (more bool, err error) {
	var found []bot.Message
	err = q.outbox.ports.Store.View(ctx, func(tx bot.Tx) error {
		found, err = tx.Waiting(q.platform, q.read, readAtOnce)
		return err
	})
	for _, m := range found {
		q.read = m.ID
		if q.kept[m.ID] {
			continue
		}
		if m.ID <= q.again.read && !q.again.waited[m.ID] { // it has already been delivered
			q.unconfirmed[m.ID] = true
		}
		if l := q.lanes[m.Lane()]; l != nil {
			l.waiting = append(l.waiting, m.ID)
			continue
		}
		l := &lane{name: m.Lane(), waiting: []bot.MessageID{m.ID}}
		q.lanes[l.name] = l
		heap.Push(&q.ready, l)
	}
	if err == nil && len(found) < readAtOnce {
		q.again = again{}
	}
	return len(found) > 0, err
}

// deliverFirst delivers the first message of a lane and returns the lane to the queue.
func (q *queue) deliverFirst(ctx context.Context, to bot.Adapter, l *lane) error {
	q.mu.Lock()
	id := l.waiting[0]
	q.mu.Unlock()
	err := q.deliver(ctx, to, l, id)
	if err != nil {
		err = fmt.Errorf("message %d: %w", id, err)
	}
	q.mu.Lock()
	q.busy--
	switch {
	case err == nil:
		q.recovered()
		delete(q.kept, id)
		l.failures, l.waiting = 0, l.waiting[1:]
		if len(l.waiting) == 0 {
			delete(q.lanes, l.name)
		} else {
			heap.Push(&q.ready, l)
		}
	case errors.Is(err, errReplaced): // the other message has to be delivered, too
		heap.Push(&q.ready, l)
	case ctx.Err() != nil: // shutting down; not the lane's fault
		heap.Push(&q.ready, l)
	default:
		q.rest(l, err)
	}
	q.mu.Unlock()
	q.settled.Send()
	return err
}

// idle reports whether no delivery is in progress.
func (q *queue) idle() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.busy == 0
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
