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
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// Joining is expensive for a homeserver, so the bot joins at this rate.
const (
	joinInterval = 5 * time.Second
	joinBurst    = 5
)

const (
	// maxJoins limits the joins in progress. A join over federation can take minutes.
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

// inviteQueue decides which invitation is accepted next: the oldest invitation of the user who was
// served least recently. Only one invitation of each user is in progress. So neither many
// invitations of one user nor an unresponsive server delays the invitations of others.
type inviteQueue struct {
	limit      *rate.Limiter
	mu         sync.Mutex                 // guards the fields below
	served     int                        // how many invitations have been taken
	lastServed *lru.Cache[id.UserID, int] // by user, the value of turns when they were served last
	inProgress map[id.UserID]bool         // the users whose invitation is in progress
	failed     map[string]failure         // by note, the invitations that have failed
}

// failure says when an invitation that has failed is accepted again.
type failure struct {
	times int
	due   time.Time
}

// joinPauses are the pauses before an invitation that has failed is accepted again. The last one
// is repeated.
//
// The first ones are short because an invitation over federation fails while the inviting server
// has not stored it yet, and the bot receives it before that.
var joinPauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 5 * time.Minute}

// refusalLifetime is how long the bot tries to accept an invitation that the homeserver refuses
// to let it accept.
const refusalLifetime = time.Hour

func newInviteQueue() *inviteQueue {
	turn, err := lru.New[id.UserID, int](userMemory)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &inviteQueue{limit: rate.NewLimiter(rate.Every(joinInterval), joinBurst), lastServed: turn, inProgress: map[id.UserID]bool{}, failed: map[string]failure{}}
}

// take takes the next of the pending invitations. If all of them have to wait, it returns false and
// how long the first one has to, zero if none waits for a time.
func (q *inviteQueue) take(waiting []invitation, now time.Time) (next invitation, wait time.Duration, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.forget(waiting)
	var due []invitation
	for _, i := range waiting {
		left := q.failed[i.note].due.Sub(now)
		switch {
		case q.inProgress[i.by]:
		case left <= 0:
			due = append(due, i)
		case wait == 0 || left < wait:
			wait = left
		}
	}
	if len(due) == 0 {
		return invitation{}, wait, false
	}
	first := slices.MinFunc(due, func(a, b invitation) int {
		x, _ := q.lastServed.Peek(a.by)
		y, _ := q.lastServed.Peek(b.by)
		return cmp.Or(cmp.Compare(x, y), a.since.Compare(b.since), strings.Compare(a.note, b.note))
	})
	q.served++
	q.lastServed.Add(first.by, q.served)
	q.inProgress[first.by] = true
	return first, 0, true
}

// forget forgets the failures of invitations that are not pending any more. The caller holds mu.
func (q *inviteQueue) forget(waiting []invitation) {
	maps.DeleteFunc(q.failed, func(note string, _ failure) bool {
		return !slices.ContainsFunc(waiting, func(i invitation) bool { return i.note == note })
	})
}

// done records that an invitation is no longer in progress. again means that it failed and will
// be retried.
func (q *inviteQueue) done(i invitation, again bool, now time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.inProgress, i.by)
	if !again {
		delete(q.failed, i.note)
		return
	}
	times := q.failed[i.note].times
	pause := joinPauses[min(times, len(joinPauses)-1)]
	q.failed[i.note] = failure{times + 1, now.Add(pause)}
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

// join accepts invitations until ctx ends. It returns when none is in progress.
func (d *roomTasks) join(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	places := semaphore.NewWeighted(maxJoins)
	for {
		if places.Acquire(ctx, 1) != nil || d.invites.limit.Wait(ctx) != nil {
			return
		}
		next, ok := d.nextInvitation(ctx)
		if !ok {
			return
		}
		running.Go(func() {
			again := d.perform(ctx, next.note, next.value)
			d.invites.done(next, again, time.Now())
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
		next, wait, ok := d.invites.take(waiting, time.Now())
		if ok {
			return next, true
		}
		if wait == 0 {
			wait = taskRetryAfter
		}
		pause(ctx, d.newInvites, wait)
	}
	return next, false
}

// mayAccept reports whether an invitation is worth another try that the homeserver has refused to
// let the bot accept.
func (d *roomTasks) mayAccept(ctx context.Context, room id.RoomID, since time.Time) bool {
	return time.Since(since) < refusalLifetime && d.s.store.IsMembership(ctx, room, d.s.api.UserID, event.MembershipInvite)
}

// withdrawn deletes the task to accept an invitation that has been withdrawn.
func (d *roomTasks) withdrawn(ctx context.Context, room id.RoomID) error {
	return d.s.store.putNote(ctx, taskNote+"join/"+string(room), "")
}
