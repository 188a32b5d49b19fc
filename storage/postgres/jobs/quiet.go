package jobs

import (
	"context"
	"log/slog"
)

// quietly is a log handler that logs everything at debug level. River retries by itself after its
// warnings, and the bot tells the operator about failures in its own words.
type quietly struct{ slog.Handler }

// quiet returns a log for River.
func quiet(log *slog.Logger) *slog.Logger {
	return slog.New(quietly{log.Handler()})
}

// Enabled implements [slog.Handler].
func (q quietly) Enabled(ctx context.Context, _ slog.Level) bool {
	return q.Handler.Enabled(ctx, slog.LevelDebug)
}

// Handle implements [slog.Handler].
func (q quietly) Handle(ctx context.Context, r slog.Record) error {
	r.Level = slog.LevelDebug
	return q.Handler.Handle(ctx, r)
}

// WithAttrs implements [slog.Handler].
func (q quietly) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quietly{q.Handler.WithAttrs(attrs)}
}

// WithGroup implements [slog.Handler].
func (q quietly) WithGroup(name string) slog.Handler { return quietly{q.Handler.WithGroup(name)} }
