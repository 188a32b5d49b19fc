package service

import (
	"context"
	"fmt"
	"sync"
	"time"

	"raumbot/bot"
)

// notebook is the lease of a courier's task where the database is not shared. Nobody else delivers meanwhile, but the lease says so to a process that was
// suspended and does not know that another has taken over, and its note is kept for the next run. It is lost while the server of the database
// is away, and claimed again then.
type notebook struct {
	service *Service
	task    string

	mu    sync.Mutex
	lease bot.Lease
}

// claim makes sure that the task is this process's.
func (n *notebook) claim(ctx context.Context) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.lease.Valid() {
		return nil
	}
	l, err := n.service.leases.TryHold(ctx, n.task)
	if err == nil {
		// Writing asks whether the database is still this process's, of which the lease alone says nothing.
		if err = n.service.Beat(ctx); err == nil {
			l.SetNote(busy)
			err = l.KeepNote(ctx) // before anything is delivered
		}
		if err != nil {
			l.Release()
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", bot.ErrLeaseLost, err)
	}
	n.lease = l
	return nil
}

// leave leaves a note to the next run, and gives the task back. If the lease was lost it is claimed again for that; where that fails,
// the next run takes all that waits for repeated.
func (n *notebook) leave(ctx context.Context, note []byte) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if n.claim(ctx) != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lease.SetNote(note)
	n.lease.Release()
}

// heldAdapter delivers only while its task is held, which a process that was suspended learns first from the lease.
type heldAdapter struct {
	bot.Adapter
	held func(context.Context) error
}

// Deliver implements [bot.Adapter].
func (a heldAdapter) Deliver(ctx context.Context, m bot.Message) (bot.Receipt, error) {
	if err := a.held(ctx); err != nil {
		return bot.Receipt{}, err
	}
	return a.Adapter.Deliver(ctx, m)
}
