package matrix

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
	"maunium.net/go/mautrix/id"
)

// Joining takes a homeserver much work, so the bot does not do it more often than
// this, but for a few at once.
const (
	joinEvery   = 5 * time.Second
	joinsAtOnce = 5
)

const (
	// joinsUnderWay bounds the joins that are waited for at a time: a server far away can take minutes.
	joinsUnderWay = 4
	// waitAtMost is how many invitations of one person may wait.
	waitAtMost = 20
)

// invitation is one that has been accepted by the policy, and waits for its turn.
type invitation struct {
	note  string // the name under which it is noted
	value string
	by    id.UserID
	since time.Time
}

// queue decides whose invitation is next: that of whoever has had a turn least recently, of
// theirs the oldest. So nobody's many invitations keep others waiting, nor does a server that
// does not answer, as only one of each person is under way.
type queue struct {
	limit  *rate.Limiter
	mu     sync.Mutex // guards what follows
	turns  int
	turn   *lru.Cache[id.UserID, int] // the last of each person
	busy   map[id.UserID]bool
	failed map[string]time.Time // when by note
}

func newQueue() *queue {
	turn, err := lru.New[id.UserID, int](remembersPeople)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &queue{limit: rate.NewLimiter(rate.Every(joinEvery), joinsAtOnce), turn: turn, busy: map[id.UserID]bool{}, failed: map[string]time.Time{}}
}

// next takes the invitation whose turn it is out of those that wait. There may be none.
func (q *queue) next(waiting []invitation, now time.Time) (invitation, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	maps.DeleteFunc(q.failed, func(_ string, at time.Time) bool { return now.Sub(at) >= doAgain })
	due := slices.DeleteFunc(slices.Clone(waiting), func(i invitation) bool {
		_, failed := q.failed[i.note]
		return q.busy[i.by] || failed
	})
	if len(due) == 0 {
		return invitation{}, false
	}
	first := slices.MinFunc(due, func(a, b invitation) int {
		x, _ := q.turn.Peek(a.by)
		y, _ := q.turn.Peek(b.by)
		return cmp.Or(cmp.Compare(x, y), a.since.Compare(b.since), strings.Compare(a.note, b.note))
	})
	q.turns++
	q.turn.Add(first.by, q.turns)
	q.busy[first.by] = true
	return first, true
}

// done ends somebody's turn. What has failed is tried again later.
func (q *queue) done(i invitation, again bool, now time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.busy, i.by)
	delete(q.failed, i.note)
	if again {
		q.failed[i.note] = now
	}
}

// invitations returns those that wait.
func (d *door) invitations(ctx context.Context) ([]invitation, error) {
	names, values, err := d.s.store.notes(ctx, "door/join/", math.MaxInt32)
	if err != nil {
		return nil, err
	}
	all := make([]invitation, len(names))
	for i, name := range names {
		_, since, by := parseErrand(values[i])
		all[i] = invitation{note: name, value: values[i], by: by, since: since}
	}
	return all, nil
}

// crowds reports whether as many invitations of somebody wait as may.
func (d *door) crowds(ctx context.Context, who id.UserID) (bool, error) {
	waiting, err := d.invitations(ctx)
	n := 0
	for _, i := range waiting {
		if i.by == who {
			n++
		}
	}
	return n >= waitAtMost, err
}

// join accepts invitations until ctx ends, and returns when none is under way any more.
func (d *door) join(ctx context.Context) {
	var underWay sync.WaitGroup
	defer underWay.Wait()
	places := make(chan struct{}, joinsUnderWay)
	for {
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
			return
		}
		if d.queue.limit.Wait(ctx) != nil {
			return
		}
		next, ok := d.nextInvitation(ctx)
		if !ok {
			return
		}
		underWay.Go(func() {
			again := d.act(ctx, next.note, next.value)
			d.queue.done(next, again, time.Now())
			<-places
			wake(d.invited)
		})
	}
}

// nextInvitation waits for one whose turn it is. There is none when ctx ends.
func (d *door) nextInvitation(ctx context.Context) (next invitation, ok bool) {
	for ctx.Err() == nil {
		waiting, err := d.invitations(ctx)
		if err != nil && ctx.Err() == nil {
			d.s.log.Error("cannot read what invitations there are", "err", err)
		}
		if next, ok = d.queue.next(waiting, time.Now()); ok {
			return next, true
		}
		d.pause(ctx, d.invited)
	}
	return next, false
}
