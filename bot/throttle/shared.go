package throttle

import (
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/signal"
)

// The limits of a user, as processes name them to each other.
const (
	moves  = "moves"
	plays  = "plays"
	others = "commands"
)

// spending is what users were charged that other processes do not know of yet.
type spending struct {
	changed signal.Broadcast
	mu      sync.Mutex
	costs   map[spent]int
}

// spent is a user and a limit.
type spent struct {
	who  bot.UserID
	what string
}

// Share makes the throttle collect what users are charged, for the other processes.
func (t *Throttle) Share() { t.shared = &spending{costs: map[spent]int{}} }

// note collects what a user was charged. Without other processes it does nothing.
func (s *spending) note(charged bot.Spent) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := spent{charged.Who, charged.What}
	if _, known := s.costs[key]; known || len(s.costs) < maxBuckets {
		s.costs[key] += charged.Cost
	}
	s.changed.Send()
}

// Spent returns what users were charged since it was called last. Next is closed when there is more.
func (t *Throttle) Spent() (all []bot.Spent, next <-chan struct{}) {
	t.shared.mu.Lock()
	defer t.shared.mu.Unlock()
	for key, cost := range t.shared.costs {
		all = append(all, bot.Spent{Who: key.who, What: key.what, Cost: cost})
	}
	clear(t.shared.costs)
	return all, t.shared.changed.Next()
}

// Charge charges a user for what another process has done for them.
func (t *Throttle) Charge(s bot.Spent, now time.Time) {
	if s.Cost <= 0 {
		return
	}
	switch s.What {
	case moves:
		t.moves.reserve(s.Who, s.Cost, now)
	case plays:
		t.plays.reserve(s.Who, s.Cost, now)
	case others:
		t.users.reserve(s.Who, s.Cost, now)
	}
}

// take takes a token of a user's bucket, and notes it for the other processes.
func (t *Throttle) take(from *buckets[bot.UserID], what string, who bot.UserID, now time.Time) time.Duration {
	wait := from.Take(who, 1, now)
	if wait == 0 {
		t.shared.note(bot.Spent{Who: who, What: what, Cost: 1})
	}
	return wait
}
