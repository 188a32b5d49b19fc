package discord

import (
	"context"
	"maps"
	"slices"
	"time"
)

// Events are the kinds of events that the bot handles.
var Events = events

// Mine returns the shards that the adapter has.
func (d *Discord) Mine() (all []int) {
	d.shards.mu.Lock()
	defer d.shards.mu.Unlock()
	return slices.Sorted(maps.Keys(d.shards.connected))
}

// SetSleep replaces how the adapter waits before it connects again.
func (d *Discord) SetSleep(sleep func(context.Context, time.Duration)) { d.sleep = sleep }

// SetClock replaces the clock that tells for how long a connection stood.
func (d *Discord) SetClock(now func() time.Time) { d.now = now }

// SetGrace replaces how long a game waits for a missing permission.
func (d *Discord) SetGrace(grace time.Duration) { d.grace = grace }

// TakeTime lets lookups and the end take as long as a loaded machine needs.
func (d *Discord) TakeTime() { d.lookupTimeout, d.stopPatience = time.Hour, time.Hour }
