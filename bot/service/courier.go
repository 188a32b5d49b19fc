package service

import (
	"context"
	"errors"
	"sync"

	"raumbot/bot"
	"raumbot/bot/outbox"
)

// courierTask names the task of delivering the messages of a platform.
func courierTask(p bot.Platform) string { return "courier/" + string(p) }

// couriers are where the task of delivering the messages of a platform is claimed: with the platform itself, if one process at a time uses it.
func (s *Service) couriers(to bot.Adapter) bot.Claims {
	if owned, ok := to.(bot.Owned); ok && s.shared {
		return owned
	}
	return s.tasks
}

// show holds a courier's task among those of all processes until stop is called, where it is not held already: nobody delivers because of
// that, but it says who does.
func (s *Service) show(to bot.Adapter) (stop func()) {
	if _, ok := to.(bot.Owned); !ok || !s.shared {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var showing sync.WaitGroup
	showing.Go(func() {
		bot.WhileHeld(ctx, s.leases, courierTask(to.Platform()), func(l bot.Lease) { <-l.Context().Done() })
	})
	return func() {
		cancel()
		showing.Wait()
	}
}

// busy is a courier's note while it delivers: what waits may have been delivered when it has ended.
var busy = []byte(outbox.Doubt{All: true}.String())

// takeOver prepares for delivering to some platforms in place of an earlier run. Where the database is not shared no other process does so meanwhile, but
// the notes of the last one are read, and kept for the next.
func (s *Service) takeOver(ctx context.Context, platforms []bot.Platform) error {
	if s.shared {
		return nil // who holds the task does so
	}
	for _, p := range platforms {
		l, err := s.leases.TryHold(context.WithoutCancel(ctx), courierTask(p))
		if err == nil {
			s.notebooks[p] = &notebook{service: s, task: courierTask(p), lease: l}
			err = s.begin(ctx, l, p)
		} else if errors.Is(err, bot.ErrLeased) {
			err = s.outbox.TakeOver(ctx, p, outbox.Doubt{All: true})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// begin prepares for delivering to a platform, as whoever has held the task before has left it.
func (s *Service) begin(ctx context.Context, l bot.Lease, p bot.Platform) error {
	if err := s.outbox.TakeOver(ctx, p, outbox.ParseDoubt(string(l.Note()))); err != nil {
		return err
	}
	l.SetNote(busy)
	return l.KeepNote(ctx) // before anything is delivered
}

// keepDelivering delivers the messages of a platform whenever that is this process's task, until ctx ends.
func (s *Service) keepDelivering(ctx context.Context, to bot.Adapter) {
	for ctx.Err() == nil {
		lost, err := s.holdCourier(ctx, to, s.deliverAlways)
		if err == nil || lost || ctx.Err() != nil {
			continue
		}
		s.log.Error("the outbox cannot be read", "platform", to.Platform(), "err", err)
		rest(ctx) // others may try meanwhile
	}
}

// holdCourier waits for the task of delivering to a platform and lets do deliver. lost reports whether the task has been lost meanwhile, as by a process
// that was suspended, in which case an error means no more than that.
func (s *Service) holdCourier(ctx context.Context, to bot.Adapter, do func(context.Context, bot.Adapter) error) (lost bool, err error) {
	l, err := bot.Hold(ctx, s.couriers(to), courierTask(to.Platform()))
	if err != nil {
		return false, err
	}
	defer l.Release()
	err = s.courier(l, to, do)
	return errors.Is(context.Cause(l.Context()), bot.ErrLeaseLost), err
}

// courier lets do deliver messages while a lease is held, and notes at the end what may have been delivered although it waits.
func (s *Service) courier(l bot.Lease, to bot.Adapter, do func(context.Context, bot.Adapter) error) error {
	note := func() []byte { return []byte(s.outbox.InDoubt(to.Platform()).String()) }
	if !s.shared {
		notes := s.notebooks[to.Platform()]
		if notes == nil {
			return do(l.Context(), to)
		}
		err := do(l.Context(), heldAdapter{to, notes.claim})
		notes.leave(context.WithoutCancel(l.Context()), note())
		return err
	}
	if err := s.begin(l.Context(), l, to.Platform()); err != nil {
		return err
	}
	stop := s.show(to)
	err := do(l.Context(), heldAdapter{to, func(context.Context) error {
		if !l.Valid() {
			return bot.ErrLeaseLost
		}
		return nil
	}})
	stop()
	l.SetNote(note())
	return err
}

// deliverAlways is [outbox.Outbox.Run].
func (s *Service) deliverAlways(ctx context.Context, to bot.Adapter) error {
	s.outbox.Run(ctx, to)
	return nil
}
