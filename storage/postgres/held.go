package postgres

import (
	"context"
	"slices"
	"time"

	"raumbot/bot"
)

// lease implements [bot.Lease].
type lease struct {
	leases *leases
	task   string
	term   int64 // counts how often the task was claimed
	ctx    context.Context
	cancel context.CancelCauseFunc

	// guarded by leases.mu
	until time.Time // on the monotonic clock
	date  time.Time // the same on the calendar, which goes on while a machine sleeps
	ended bool
	left  bool // released after bar has ended it
	note  []byte
	dirty bool // note is not in the database yet
	timer *time.Timer
}

// extend counts the lease from when the server was asked. leases.mu must be held.
func (l *lease) extend(asked time.Time) {
	l.until = asked.Add(leaseTerm - leaseMargin)
	l.date = l.until.Round(0)
	if l.timer != nil {
		l.timer.Stop()
	}
	l.timer = time.AfterFunc(time.Until(l.until), func() {
		l.leases.mu.Lock()
		defer l.leases.mu.Unlock()
		if !l.ended && !l.valid(time.Now()) {
			l.leases.drop(l, bot.ErrLeaseLost)
		}
	})
}

func (l *lease) valid(now time.Time) bool {
	return !l.ended && now.Before(l.until) && now.Round(0).Before(l.date)
}

func (l *lease) Context() context.Context { return l.ctx }

func (l *lease) Valid() bool {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	if l.valid(time.Now()) {
		return true
	}
	if !l.ended { // its context ends before anybody acts on the answer
		l.leases.drop(l, bot.ErrLeaseLost)
	}
	return false
}

func (l *lease) Note() []byte {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	return slices.Clone(l.note)
}

func (l *lease) SetNote(note []byte) {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	l.note, l.dirty = slices.Clone(note), true
}

func (l *lease) KeepNote(ctx context.Context) error {
	if err := l.leases.renew(ctx, false); err != nil {
		return explain(err)
	}
	if !l.Valid() {
		return bot.ErrLeaseLost
	}
	return nil
}

func (l *lease) Release() { l.leases.giveBack([]*lease{l}, true) }

func (l *lease) ReleaseQuietly() { l.leases.giveBack([]*lease{l}, false) }
