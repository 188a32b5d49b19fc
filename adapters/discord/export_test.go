package discord

import (
	"context"
	"time"
)

// Events are the kinds of events that the bot listens to.
var Events = events

// Rest replaces how the adapter waits before it connects again.
func (d *Discord) Rest(how func(context.Context, time.Duration)) { d.sleep = how }

// Bear replaces how long a game waits for a permission that is taken away, and lets loaded machines take their time.
func (d *Discord) Bear(grace time.Duration) { d.grace, d.brief = grace, time.Minute }
