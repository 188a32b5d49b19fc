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
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
	"maunium.net/go/mautrix/id"
)

// Joining is expensive for a homeserver, so the bot joins at this rate.
const (
	joinInterval = 5 * time.Second
	joinBurst    = 5
)

const (
	// maxJoins limits the joins in progress: those over federation can take minutes.
	maxJoins = 4
	// maxInvitesEach limits the pending invitations of one user.
	maxInvitesEach = 20
)

// invitation is an invitation that will be accepted.
type invitation struct {
	note  string // the name of its note
	value string
	by    id.UserID
	since time.Time
}

// queue decides which invitation is accepted next: the oldest one of the user who was served least recently. Only
// one of each user is in progress. So neither many invitations of one user nor an unresponsive server delays those
// of others.
type queue struct {
	limit  *rate.Limiter
	mu     sync.Mutex // guards the fields below
	turns  int
	turn   *lru.Cache[id.UserID, int] // by user, the number of their last turn
	busy   map[id.UserID]bool
	failed map[string]time.Time // by note
}

func newQueue() *queue {
	turn, err := lru.New[id.UserID, int](userMemory)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &queue{limit: rate.NewLimiter(rate.Every(joinInterval), joinBurst), turn: turn, busy: map[id.UserID]bool{}, failed: map[string]time.Time{}}
}

// next takes the next of the pending invitations. ok is false if all have to wait.
func (q *queue) next(waiting []invitation, now time.Time) (invitation, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	maps.DeleteFunc(q.failed, func(_ string, at time.Time) bool { return now.Sub(at) >= taskRetryAfter })
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

// done ends the turn of an invitation. again tells that it failed and will be retried.
func (q *queue) done(i invitation, again bool, now time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.busy, i.by)
	delete(q.failed, i.note)
	if again {
		q.failed[i.note] = now
	}
}

// invitations returns the pending invitations.
func (d *roomTasks) invitations(ctx context.Context) ([]invitation, error) {
	names, values, err := d.s.store.notes(ctx, taskNote+"join/", math.MaxInt32)
	if err != nil {
		return nil, err
	}
	all := make([]invitation, len(names))
	for i, name := range names {
		_, since, by := parseTask(values[i])
		all[i] = invitation{note: name, value: values[i], by: by, since: since}
	}
	return all, nil
}

// tooManyInvites reports whether a user has maxInvitesEach pending invitations.
func (d *roomTasks) tooManyInvites(ctx context.Context, who id.UserID) (bool, error) {
	waiting, err := d.invitations(ctx)
	n := 0
	for _, i := range waiting {
		if i.by == who {
			n++
		}
	}
	return n >= maxInvitesEach, err
}

// join accepts invitations until ctx ends, and returns when none is in progress.
func (d *roomTasks) join(ctx context.Context) {
	var underWay sync.WaitGroup
	defer underWay.Wait()
	places := semaphore.NewWeighted(maxJoins)
	for {
		if places.Acquire(ctx, 1) != nil || d.queue.limit.Wait(ctx) != nil {
			return
		}
		next, ok := d.nextInvitation(ctx)
		if !ok {
			return
		}
		underWay.Go(func() {
			again := d.act(ctx, next.note, next.value)
			d.queue.done(next, again, time.Now())
			places.Release(1)
			wake(d.newInvites)
		})
	}
}

// nextInvitation waits for the next invitation. ok is false when ctx ends.
func (d *roomTasks) nextInvitation(ctx context.Context) (next invitation, ok bool) {
	for ctx.Err() == nil {
		waiting, err := d.invitations(ctx)
		if err != nil && ctx.Err() == nil {
			d.s.log.Error("cannot read the invitations", "err", err)
		}
		if next, ok = d.queue.next(waiting, time.Now()); ok {
			return next, true
		}
		d.pause(ctx, d.newInvites)
	}
	return next, false
}
