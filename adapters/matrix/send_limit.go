package matrix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/id"
)

// urgency says what is sent first while the homeserver limits the bot.
type urgency int

// The urgencies, the most urgent first.
const (
	answering  urgency = iota // an answer
	telling                   // a message of the outbox
	noting                    // a remark about an answer
	decorating                // a reaction, which is left out rather than sent late
)

// urgencyKey is the key of a context's urgency. Without one, an event is part of an answer.
type urgencyKey struct{}

const (
	// limitedFor is how long after its last refusal a homeserver is taken to limit the bot.
	limitedFor = time.Hour
	// maxHold is how long a message waits for its turn, or for its next event, before it steps aside.
	maxHold = 40 * time.Second
	// mostAnswers is how many answers in a row are sent while messages of the outbox wait.
	mostAnswers = 3
	// sendMemory is how many rooms are remembered with their last turns, and how many events with
	// their transactions.
	sendMemory = 4096
)

// sendLimiter keeps all events that the account sends within the limit of the homeserver, which it
// learns from refusals. Until the first one it does nothing. From then on one message at a time has
// its turn, with all of its events: the most urgent first, and of several that are equally urgent
// the one that has waited longest or, of messages of the outbox, that of the room whose last turn
// is longest ago.
type sendLimiter struct {
	// sent holds the events that have been sent, by room and transaction ID. Sending one again would
	// take the place of another.
	sent *lru.Cache[string, id.EventID]

	mu       sync.Mutex
	limited  time.Time     // until when the homeserver is taken to limit the bot
	interval time.Duration // between two events that the homeserver allows, as learnt
	measured bool          // whether interval is exact, and not just a time that the bot had to wait
	free     time.Time     // when the next event is allowed; long past after a silence
	used     time.Time     // free, before the last event was sent
	paced    int           // number of events since the last refusal, if none was sent late
	busy     bool          // whether a message has its turn
	waiting  []*waiter     // in order of arrival
	turns    int           // number of turns so far
	last     *lru.Cache[id.RoomID, int]
	answers  int         // number of answers in a row
	timer    *time.Timer // dispatches when the next event is allowed
}

// waiter is a message that waits for its turn.
type waiter struct {
	urgency urgency
	room    id.RoomID
	granted chan struct{}
}

func newSendLimiter() *sendLimiter {
	last, err := lru.New[id.RoomID, int](sendMemory)
	sent, other := lru.New[string, id.EventID](sendMemory)
	if err := errors.Join(err, other); err != nil {
		panic(err) // the size is a constant
	}
	return &sendLimiter{sent: sent, last: last}
}

// limitError means that nothing was sent because of a limit of the homeserver.
type limitError struct{ wait time.Duration }

func (e *limitError) Error() string {
	return fmt.Sprintf("the homeserver limits the bot: try again in %s", e.wait)
}

// Is reports whether target is the homeserver's error for exceeded limits.
func (e *limitError) Is(target error) bool {
	var asked mautrix.RespError
	return errors.As(target, &asked) && asked.ErrCode == mautrix.MLimitExceeded.ErrCode
}

// turn is the right of one message to send its events. It excludes others if it is held, as it is
// once the homeserver limits the bot.
type turn struct {
	of      *sendLimiter
	urgency urgency
	room    id.RoomID
	held    bool
}

// turnKey is the key of a context's *turn.
type turnKey struct{}

// begin waits for the turn of a message, if the homeserver limits the bot. Events that are sent
// with the returned context belong to the message. end must be called after the last one. If ctx
// has a turn already, begin does nothing.
func (l *sendLimiter) begin(ctx context.Context, room id.RoomID) (_ context.Context, t *turn, end func(), err error) {
	if t, ok := ctx.Value(turnKey{}).(*turn); ok {
		return ctx, t, func() {}, nil
	}
	t = &turn{of: l, room: room}
	t.urgency, _ = ctx.Value(urgencyKey{}).(urgency)
	if err := t.take(ctx); err != nil {
		return ctx, nil, nil, err
	}
	return context.WithValue(ctx, turnKey{}, t), t, t.end, nil
}

// take waits until the turn is granted, at most for maxHold. A reaction does not wait.
func (t *turn) take(ctx context.Context) error {
	l := t.of
	l.mu.Lock()
	now := time.Now()
	if !now.Before(l.limited) {
		l.mu.Unlock()
		return nil
	}
	if t.urgency == decorating && (l.busy || len(l.waiting) > 0 || now.Before(l.free)) {
		defer l.mu.Unlock()
		return &limitError{max(l.free.Sub(now), 0)}
	}
	w := &waiter{t.urgency, t.room, make(chan struct{})}
	l.waiting = append(l.waiting, w)
	l.dispatch()
	l.mu.Unlock()
	timer := time.NewTimer(maxHold)
	defer timer.Stop()
	var err error
	select {
	case <-w.granted:
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
		err = &limitError{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.waiting, w); i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
		return err
	}
	t.held = true
	return nil
}

// dispatch grants the next turn, or does so when the next event is allowed. l.mu must be held.
func (l *sendLimiter) dispatch() {
	if l.busy || len(l.waiting) == 0 {
		return
	}
	if pause := l.pause(); pause > 0 {
		if l.timer == nil {
			l.timer = time.AfterFunc(pause, func() {
				l.mu.Lock()
				defer l.mu.Unlock()
				l.dispatch()
			})
		}
		l.timer.Reset(pause)
		return
	}
	w := slices.MinFunc(l.waiting, func(a, b *waiter) int {
		return cmp.Or(cmp.Compare(l.rank(a), l.rank(b)), cmp.Compare(l.lastTurn(a), l.lastTurn(b)))
	})
	l.waiting = slices.DeleteFunc(l.waiting, func(other *waiter) bool { return other == w })
	if l.answers++; w.urgency != answering {
		l.answers = 0
	}
	l.busy, l.turns = true, l.turns+1
	l.last.Add(w.room, l.turns)
	close(w.granted)
}

// pause returns how long the next event has to wait; not if that is negative. l.mu must be held.
func (l *sendLimiter) pause() time.Duration {
	if l.free.IsZero() {
		return 0
	}
	return time.Until(l.free.Add(limitMargin))
}

// rank returns the place of a message in the order of urgency. Answers lose theirs for one turn
// after mostAnswers of them.
func (l *sendLimiter) rank(w *waiter) int {
	if w.urgency == answering && l.answers >= mostAnswers {
		return int(noting)
	}
	return int(w.urgency)
}

// lastTurn returns the number of the last turn of a message's room, zero if that is unknown or does
// not count: a user has one answer at a time that waits.
func (l *sendLimiter) lastTurn(w *waiter) int {
	if w.urgency != telling {
		return 0
	}
	n, _ := l.last.Peek(w.room)
	return n
}

// stepAside does something that may take long. Meanwhile the turn that ctx has, if any, is given to
// others.
func stepAside(ctx context.Context, do func() error) error {
	t, ok := ctx.Value(turnKey{}).(*turn)
	if !ok || !t.held {
		return do()
	}
	t.end()
	if err := do(); err != nil {
		return err
	}
	return t.take(ctx)
}

// end gives the turn to others, if it is held.
func (t *turn) end() {
	if !t.held {
		return
	}
	t.held = false
	l := t.of
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy = false
	l.dispatch()
}

// do sends one event of the message, when the limit allows it. It returns an error that is
// [mautrix.MLimitExceeded] if that takes longer than maxHold, and at once if the turn is not held:
// until the first refusal nothing has to wait.
func (t *turn) do(ctx context.Context, send func() error) error {
	for begun := time.Now(); ; {
		if err := t.await(ctx, begun); err != nil {
			return err
		}
		asked := time.Now()
		err := send()
		if t.of.learn(asked, err); !t.held || t.urgency == decorating || !errors.Is(err, mautrix.MLimitExceeded) {
			return err
		}
	}
}

// await waits until the limit allows the next event, if the turn is held. It returns an error that
// is [mautrix.MLimitExceeded] if that is later than maxHold after begun, or than ctx ends.
func (t *turn) await(ctx context.Context, begun time.Time) error {
	if !t.held {
		return nil
	}
	t.of.mu.Lock()
	pause := t.of.pause()
	t.of.mu.Unlock()
	ends, limited := ctx.Deadline()
	if pause > 0 && (time.Since(begun)+pause > maxHold || limited && pause > time.Until(ends)) {
		return &limitError{pause}
	}
	sleep(ctx, pause)
	return ctx.Err()
}

// limitMargin is how much later than allowed an event is sent, because not all requests reach the
// homeserver equally fast.
const limitMargin = 50 * time.Millisecond

// learn adapts the limiter to the outcome of a request to send an event. The time to wait counts
// from when the homeserver was asked: Synapse, for one, waits before it refuses.
func (l *sendLimiter) learn(asked time.Time, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if asked.Sub(l.free) >= l.interval || !now.Before(l.limited) {
		l.paced = math.MinInt // an event later than allowed, or one that is not counted
	}
	switch {
	case errors.Is(err, mautrix.MLimitExceeded):
		next := asked.Add(retryAfter(err))
		switch {
		case l.paced > 0: // nothing has been saved up: the time between two events is known exactly
			l.interval, l.measured = next.Sub(l.used), true
		case !l.measured:
			l.interval = next.Sub(asked)
		}
		l.limited, l.free, l.paced = now.Add(limitedFor), next, 0
	case err == nil && now.Before(l.limited):
		if l.paced++; l.paced > 0 && !l.measured { // perhaps less is enough: the next refusal tells
			l.interval -= l.interval / 10
		}
		l.used = l.free
		l.free = l.free.Add(l.interval)
	}
}

// roomLimit keeps the creation of rooms within the limit of the homeserver: after a refusal nothing
// is asked for until the homeserver allows it again.
type roomLimit struct {
	mu   sync.Mutex
	free time.Time
}

// check returns an error if no room may be created now.
func (l *roomLimit) check() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := time.Until(l.free); wait > 0 {
		return &limitError{wait}
	}
	return nil
}

func (l *roomLimit) refuse(wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free = time.Now().Add(wait)
}
