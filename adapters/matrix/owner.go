package matrix

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/signal"
)

// Of several processes on one database, the one whose connection holds the lock of the store uses Matrix. That process also delivers
// what is said on Matrix: the courier's lease is lent from the first sync of a session to its end, or until the lock is lost.

// ownership lends the courier's lease.
type ownership struct {
	changed signal.Broadcast // sent when the lease can be lent
	mu      sync.Mutex       // guards the fields below
	session *session         // nil unless this process owns Matrix and has synced
	note    []byte           // of the courier before
	lent    *lease           // nil unless somebody delivers
}

// TryHold implements [bot.Claims], for the courier.
func (c *Client) TryHold(ctx context.Context, _ string) (bot.Lease, error) {
	o := &c.ownership
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.session == nil || o.lent != nil {
		return nil, bot.ErrLeased
	}
	l := &lease{ownership: o, store: o.session.store, note: o.note, released: make(chan struct{})}
	l.ctx, l.cancel = context.WithCancelCause(ctx)
	l.unfollow = context.AfterFunc(o.session.held, func() { l.cancel(bot.ErrLeaseLost) })
	o.lent = l
	return l, nil
}

// Freed implements [bot.Claims].
func (c *Client) Freed() <-chan struct{} { return c.ownership.changed.Next() }

// begin lets the lease be lent, if it is not yet.
func (o *ownership) begin(ctx context.Context, s *session) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.session != nil {
		return nil
	}
	note, err := s.store.note(ctx, courierNote)
	if err != nil {
		return err
	}
	o.session, o.note = s, []byte(note)
	o.changed.Send()
	return nil
}

// end ends the lease, and waits until the courier has released it. Who has lost the lock does not wait, as the courier can do nothing any more.
func (o *ownership) end() {
	o.mu.Lock()
	o.session = nil
	l := o.lent
	o.mu.Unlock()
	if l == nil {
		return
	}
	l.cancel(bot.ErrLeaseLost)
	select {
	case <-l.released:
	case <-l.store.gone():
	case <-time.After(shutdownGrace):
	}
}

// lease implements [bot.Lease].
type lease struct {
	ownership *ownership
	store     *store
	ctx       context.Context
	cancel    context.CancelCauseFunc
	unfollow  func() bool // the end of the session's hold on the store
	note      []byte      // guarded by ownership.mu
	once      sync.Once
	released  chan struct{}
}

func (l *lease) Context() context.Context { return l.ctx }

// Valid implements [bot.Lease]. Each request asks the server besides; see fence.
func (l *lease) Valid() bool { return l.ctx.Err() == nil && !l.store.lost() }

func (l *lease) Note() []byte {
	l.ownership.mu.Lock()
	defer l.ownership.mu.Unlock()
	return l.note
}

func (l *lease) SetNote(note []byte) {
	l.ownership.mu.Lock()
	defer l.ownership.mu.Unlock()
	l.note = note
}

func (l *lease) KeepNote(ctx context.Context) error {
	return l.store.putNote(ctx, courierNote, string(l.Note()))
}

// Release implements [bot.Lease].
func (l *lease) Release() {
	l.once.Do(func() {
		l.unfollow()
		l.cancel(nil)
		if !l.store.lost() { // if the note cannot be kept, the next courier takes what waits for repeated
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			_ = l.KeepNote(ctx)
		}
		l.ownership.mu.Lock()
		l.ownership.lent, l.ownership.note = nil, l.note
		l.ownership.mu.Unlock()
		close(l.released)
		l.ownership.changed.Send()
	})
}

// ReleaseQuietly implements [bot.Lease].
func (l *lease) ReleaseQuietly() { l.Release() }

// fence lets requests to the homeserver pass only while the store is this process's: one that was suspended, or cut off from the server
// of the store, does nothing on Matrix that its successor does as well.
type fence struct {
	store *store
	next  http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (f fence) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := f.store.confirm(r.Context()); err != nil {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, fmt.Errorf("nothing is said on Matrix while the keys are not this process's: %w", err)
	}
	return f.next.RoundTrip(r)
}

// finishing returns a context for what has been begun, and is finished when ctx ends. It ends when the store is lost, because others do
// it then.
func (s *session) finishing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(s.held, func() { cancel(bot.ErrTaken) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
