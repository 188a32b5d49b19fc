package action

import (
	"log/slog"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestUnsure has the database lost in two ways while something may have been kept: people are told
// to look before they say it again.
func TestUnsure(t *testing.T) {
	s := &Bot{Log: slog.New(slog.DiscardHandler)}
	for _, err := range []error{bot.ErrAway, bot.ErrTaken} {
		if told := s.problemFor(nil, err).Error(); !strings.Contains(told, "see whether it has been done, and say it again if not") {
			t.Errorf("%v: people are told %q", err, told)
		}
	}
}
