package service_test

import (
	"strings"
	"testing"

	"raumbot/bot"
)

// TestReportDates checks the calendar dates in the report of a tournament, even if the bot has been
// down since.
func TestReportDates(t *testing.T) {
	s := newStage(t, "")
	var report string
	s.heard = func(m bot.RenderedMessage) {
		if m.File != nil {
			report = m.File.Text
		}
	}
	for _, line := range []string{
		"ada!: create swiss raumschach 1d", "ada: tournament 1 open", "ada: join 1", "ben: join 1", "ada: tournament 1 start",
		"@ down 20d", "ben: resign confirm", "@ down 20d", "ada: report 1 trf",
	} {
		if direction, ok := strings.CutPrefix(line, "@ "); ok {
			if err := s.direct(direction); err != nil {
				t.Fatal(err)
			}
		} else if !s.say(line) {
			t.Fatal("not a line: ", line)
		}
	}
	if !strings.Contains(report, "042 2026/01/05\r\n") || !strings.Contains(report, "052 2026/01/25\r\n") {
		t.Errorf("it began on 5 January and ended on 25 January:\n%s", report)
	}
}
