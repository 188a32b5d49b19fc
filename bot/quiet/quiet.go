// Package quiet keeps a log readable while the server of the database is away.
//
// While it is away, every sweep, delivery, command and page fails, and logs the same reason. The
// handler of this package passes on one such record a minute:
//
//	log := slog.New(quiet.New(slog.NewTextHandler(os.Stderr, nil)))
package quiet

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"raumbot/bot"
)

// Pause is the least time between two records about a server that is away.
const Pause = time.Minute

// handler implements [slog.Handler].
type handler struct {
	slog.Handler
	said *said // shared by all that are derived from one handler
}

// said is when a record about a server that is away was passed on last.
type said struct {
	mu sync.Mutex
	at time.Time
}

// New returns a handler that passes records on to another. Of those with an error that wraps
// [bot.ErrAway], it passes on one a minute.
func New(to slog.Handler) slog.Handler { return handler{to, new(said)} }

// Handle implements [slog.Handler].
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if isAway(r) && !h.said.due(r.Time) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements [slog.Handler].
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.said}
}

// WithGroup implements [slog.Handler].
func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.said}
}

// due reports whether a record at a time may be passed on, and notes that it is.
func (s *said) due(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if since := now.Sub(s.at); !s.at.IsZero() && since >= 0 && since < Pause {
		return false
	}
	s.at = now
	return true
}

// isAway reports whether a record has an error that wraps [bot.ErrAway].
func isAway(r slog.Record) (away bool) {
	r.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		away = ok && errors.Is(err, bot.ErrAway)
		return !away
	})
	return away
}
