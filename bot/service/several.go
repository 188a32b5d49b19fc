package service

import (
	"context"
	"errors"
	"slices"
	"strings"
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
	s.changedGames(games)
	if h.Any || slices.ContainsFunc(h.Memos, func(m bot.MemoKey) bool { return m.Platform == ownMemos && strings.HasPrefix(m.Key, webSessionMemo) }) {
		s.sessionsEnd.Send()
	}
	if h.Any {
		s.outbox.Rewind()
	}
	if h.Any || h.GameFiles { // which Run reads: reading the store would wait for itself
		s.filesChange.Store(true)
	}
	s.wakeUp()
}

// followGameFiles registers the games that other processes have added, until ctx ends.
func (s *Service) followGameFiles(ctx context.Context) {
	for ctx.Err() == nil {
		changed := s.changed.Next()
		var again <-chan time.Time
		if err := s.readGameFiles(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("the games that another process has added cannot be read; trying again", "err", err)
			changed, again = nil, time.After(retryPause)
		}
		select {
		case <-ctx.Done():
		case <-changed:
		case <-again:
		}
	}
}

// readGameFiles registers the games that other processes have added since it was called last.
func (s *Service) readGameFiles(ctx context.Context) error {
	if !s.filesChange.Swap(false) {
		return nil
	}
	err := s.reviveVersions(ctx)
	if err != nil {
		s.filesChange.Store(true)
	}
	return err
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

// presenceTask begins the name of a task that a process holds for as long as it is there.
const presenceTask = "process/"

// Tasks of the service.
const (
	pairingTask = "pairing"
	sweepTask   = "sweep"
)

// searchTask begins the name of a task that a process holds while it searches in a game.
const searchTask = "search/"

// claimSearch reserves the searches in a game, so that no other process does the same; it returns nil if another one does, or if that is not known.
func (s *Service) claimSearch(ctx context.Context, id bot.GameID) (release func()) {
	l, err := s.leases.TryHold(context.WithoutCancel(ctx), searchTask+id.String())
	if err != nil {
		return nil
	}
	return l.ReleaseQuietly
}

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
