package postgres

import (
	"context"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"time"

	"raumbot/bot"
)

// precedence is how long a process that stands by leaves the lock, after the server was away, to the one that had it before.
const precedence = 3 * beat

// await repeats try until it succeeds, while other processes stand in the way. It calls waiting once if it has to wait; if that is nil
// it does not wait.
func (e *Engine) await(ctx context.Context, waiting func(), try func() error) error {
	for told := false; ; {
		err := try()
		held := errors.Is(err, errHeld)
		if err == nil || ctx.Err() != nil || held && waiting == nil || !held && !(told && isAway(err)) {
			return errors.Join(err, ctx.Err())
		}
		server := ""
		if held {
			server = e.serverStarted(ctx)
		}
		if !told {
			waiting()
			told = true
		}
		e.linger(ctx, server)
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %w", bot.ErrAway, ctx.Err())
		}
	}
}

// linger waits until it is time to ask for the lock again: soon while the server is the one that was started at a time, but if it was away meanwhile
// or another has taken its place, only when whoever had the lock before has had the time to take it again.
func (e *Engine) linger(ctx context.Context, started string) {
	pause := beat - time.Duration(mathrand.Int64N(int64(beat/4))) // two that wait for each other meet only once
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		now := e.serverStarted(ctx)
		if now != "" && now == started {
			return
		}
		started, pause = now, precedence
	}
}

// serverStarted returns when the server was started, "" if it cannot be asked.
func (e *Engine) serverStarted(ctx context.Context) (at string) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for range 2 { // the first connection may be one that has ended with the server
		if e.pool.QueryRow(ctx, "select extract(epoch from pg_postmaster_start_time())::text").Scan(&at) == nil {
			return at
		}
	}
	return ""
}
