package quiet_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/quiet"
)

// TestOneLineAMinute has several parts of the bot fail for minutes because the server is away. One
// line a minute is logged, and everything else as always.
func TestOneLineAMinute(t *testing.T) {
	var text strings.Builder
	h := quiet.New(slog.NewTextHandler(&text, nil))
	derived := h.WithAttrs([]slog.Attr{slog.String("platform", "irc")})
	begin := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	record := func(h slog.Handler, after time.Duration, message string, err error) {
		t.Helper()
		r := slog.NewRecord(begin.Add(after), slog.LevelError, message, 0)
		r.AddAttrs(slog.Int("n", 1), slog.Any("err", err))
		if err := h.Handle(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	for second := range 180 {
		after := time.Duration(second) * time.Second
		record(h, after, "sweep failed", fmt.Errorf("sweep: %w", bot.ErrAway))
		record(derived, after, "delivery failed", errors.Join(errors.New("x"), bot.ErrAway))
		if second%60 == 30 {
			record(h, after, "another failure", errors.New("a token was withdrawn"))
		}
	}
	if n := strings.Count(text.String(), "the server of the database cannot be reached"); n != 3 {
		t.Errorf("in three minutes it is logged %d times:\n%s", n, text.String())
	}
	if n := strings.Count(text.String(), "another failure"); n != 3 {
		t.Errorf("another failure is logged %d times, not 3", n)
	}
}
