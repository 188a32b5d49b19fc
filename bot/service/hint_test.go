package service_test

import (
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/command/commandtest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestHintsCanBeTyped types every hint in every language, as people do at the console and in the
// web chat. If a hint is only the name of a command, the answer may be what the command still
// needs.
func TestHintsCanBeTyped(t *testing.T) {
	table := service.New(service.Ports{Store: storage.Memory()}).Commands()
	hints := commandtest.Hints(table)
	if len(hints) < 600 {
		t.Fatalf("only %d hints were found", len(hints))
	}
	for _, h := range hints {
		if _, _, ok := h.Said(table); ok {
			continue
		}
		_, _, err := table.Read(bot.Request{Text: h.Words})
		if err == nil || !strings.Contains(err.Error(), "needs more words") {
			t.Errorf("`%s` cannot be typed: %v (%s)", h.Words, err, h.Text)
		}
	}
}
