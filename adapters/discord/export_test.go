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

// TakeTime lets lookups, the end, and what another process is left to answer take as long as a loaded machine needs.
func (d *Discord) TakeTime() {
	d.lookupTimeout, d.stopPatience, d.leaverPatience = time.Hour, time.Hour, time.Hour
}

// Hurry has every answer deferred that is not there at once.
func (d *Discord) Hurry() { d.options.Patience = time.Nanosecond }

// NeverGiveUp lets requests to Discord take as long as they do.
func (d *Discord) NeverGiveUp() { d.rest.timeout, d.rest.uploadTimeout = time.Hour, time.Hour }
