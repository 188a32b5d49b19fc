package discord

import (
	"context"
	"time"
)

// Events are the kinds of events that the bot handles.
var Events = events

// SetSleep replaces how the adapter waits before it connects again.
func (d *Discord) SetSleep(sleep func(context.Context, time.Duration)) { d.sleep = sleep }

// SetClock replaces the clock that measures for how long a connection had a session.
func (d *Discord) SetClock(now func() time.Time) { d.now = now }

// SetGrace replaces how long a game waits for a missing permission.
func (d *Discord) SetGrace(grace time.Duration) { d.grace = grace }

// SetGreetingPause sets the time from one greeting to the next.
func (d *Discord) SetGreetingPause(pause time.Duration) { d.greetingPause = pause }

// SetGreetingRetries sets the waits before a greeting that has failed is tried again.
func (d *Discord) SetGreetingRetries(waits ...time.Duration) { d.greetingRetries = waits }

// SetCalendarPause sets the time after which all events are compared with the tournaments again.
func (d *Discord) SetCalendarPause(pause time.Duration) { d.calendarPause = pause }

// TakeTime lets lookups and the shutdown take as long as a loaded machine needs.
func (d *Discord) TakeTime() { d.lookupTimeout, d.options.Grace = time.Hour, time.Hour }

// GiveGrace sets how long answers may take when the adapter stops.
func (d *Discord) GiveGrace(grace time.Duration) { d.options.Grace = grace }

// Hurry makes the adapter defer every answer that is not ready at once.
func (d *Discord) Hurry() { d.options.Patience = time.Nanosecond }
