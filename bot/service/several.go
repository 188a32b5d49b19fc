package service

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"raumbot/bot"
)

// Hear takes up what another process has committed: there may be something to deliver or to do, and pages and games
// known here have changed.
func (s *Service) Hear(h bot.Heard) {
	if len(h.Spent) > 0 {
		for _, spent := range h.Spent {
			s.throttle.Charge(spent, s.clock.Now())
		}
		return
	}
	games := h.Games
	if h.Any {
		games = []bot.GameID{0}
	}
	s.watchers.tell(games)
	if h.GameFiles {
		go func() { // reading the store would wait for itself
			if err := s.reviveVersions(context.Background()); err != nil {
				s.log.Error("the games that another process has added are not known until the next change of them", "err", err)
			}
		}()
	}
	s.wakeUp()
}

// tellEvery is how often other processes are told what users have asked of this one, at most.
const tellEvery = 50 * time.Millisecond

// keepTelling tells other processes what users have asked of this one, so that limits hold over all, until ctx ends.
func (s *Service) keepTelling(ctx context.Context) {
	if !s.shared || s.tell == nil {
		return
	}
	for {
		spent, more := s.throttle.Spent()
		if err := s.tell(ctx, spent); err != nil && ctx.Err() == nil {
			s.log.Warn("the other processes are not told what users have asked of this one", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(tellEvery):
		}
		select {
		case <-ctx.Done():
			return
		case <-more:
		}
	}
}

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

// Notes of a courier to the next one.
const (
	courierBusy   = "busy"   // what waits may have been delivered
	courierRested = "rested" // nothing waited at the end
)

// courier lets do deliver messages while a lease is held.
func (s *Service) courier(l bot.Lease, to bot.Adapter, do func(context.Context, bot.Adapter) error) error {
	ctx := l.Context()
	if string(l.Note()) == courierBusy {
		if err := s.store.View(ctx, func(tx bot.Tx) error { return s.outbox.MarkLeftOver(tx, to.Platform()) }); err != nil {
			return err
		}
	}
	l.SetNote([]byte(courierBusy))
	if err := l.KeepNote(ctx); err != nil { // before anything is delivered
		return err
	}
	stop := s.show(to)
	err := do(ctx, heldAdapter{to, l})
	stop()
	depth := 0
	failed := s.store.View(context.WithoutCancel(ctx), func(tx bot.Tx) (err error) {
		depth, err = tx.Depth(to.Platform())
		return err
	})
	if failed == nil && depth == 0 {
		l.SetNote([]byte(courierRested))
	}
	return err
}

// deliverAlways is [outbox.Outbox.Run].
func (s *Service) deliverAlways(ctx context.Context, to bot.Adapter) error {
	s.outbox.Run(ctx, to)
	return nil
}

// heldAdapter delivers only while its task is held, which a process that was suspended learns first from the lease.
type heldAdapter struct {
	bot.Adapter
	lease bot.Lease
}

// Deliver implements [bot.Adapter].
func (a heldAdapter) Deliver(ctx context.Context, m bot.Message) (bot.Receipt, error) {
	if !a.lease.Valid() {
		return bot.Receipt{}, bot.ErrLeaseLost
	}
	return a.Adapter.Deliver(ctx, m)
}

// presenceTask begins the name of a task that a process holds for as long as it is there.
const presenceTask = "process/"

// presence holds a task that says that this process is there.
func (s *Service) presence(ctx context.Context) {
	if !s.shared {
		return
	}
	bot.WhileHeld(ctx, s.leases, presenceTask+s.name, func(l bot.Lease) { <-l.Context().Done() })
}

// replaceOthers takes up the searches of processes that have ended, until ctx ends.
func (s *Service) replaceOthers(ctx context.Context) {
	if !s.shared { // Start has done it
		return
	}
	for before := map[string]bool(nil); ctx.Err() == nil; {
		freed := s.leases.Freed()
		held, err := s.leases.Held(ctx)
		if err == nil {
			now, gone := map[string]bool{}, before == nil
			for _, h := range held {
				if strings.HasPrefix(h.Task, presenceTask) {
					now[h.Task] = true
				}
			}
			for task := range before {
				gone = gone || !now[task]
			}
			if gone {
				err = s.store.View(ctx, s.takeUpSearches)
			}
			if err == nil {
				before = now
			}
		}
		if err != nil && ctx.Err() == nil {
			s.log.Error("the searches of other processes cannot be taken up", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-freed:
		}
	}
}

// takeUpSearches queues the searches that an earlier run or another process has left, except those that wait here already.
func (s *Service) takeUpSearches(tx bot.Tx) error {
	return errors.Join(s.computers.takeUp(tx), s.analysts.takeUp(tx))
}
