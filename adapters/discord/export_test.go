package discord

import (
	"context"
	"time"
)

// Rest replaces how the adapter waits before it connects again.
func (d *Discord) Rest(how func(context.Context, time.Duration)) { d.sleep = how }
