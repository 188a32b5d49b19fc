// Package clocktest has a clock for tests, which shows the time that they set.
package clocktest

import (
	"sync"
	"time"
)

// Clock implements [raumbot/bot.Clock]. It stands still, except when [Clock.Advance] moves it.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// At returns a clock that shows a time.
func At(now time.Time) *Clock { return &Clock{now: now} }

// Now implements [raumbot/bot.Clock].
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward, or back if by is negative.
func (c *Clock) Advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// Set makes the clock show a time.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}
