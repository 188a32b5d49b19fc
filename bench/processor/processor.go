// Package processor limits work by the processor time that it takes, so that other work on the
// machine takes nothing from it.
package processor

import (
	"context"
	"syscall"
	"time"
)

// WithTime returns a context that ends, at the latest with its parent, when this process has used
// the given time of processors from now on.
func WithTime(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	end := Used() + d
	go func() {
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for Used() < end {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
		cancel()
	}()
	return ctx, cancel
}

// Used returns the time of processors that this process has used.
func Used() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
