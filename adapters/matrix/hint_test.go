package matrix

import (
	"strings"
	"testing"

	"raumbot/adapters/matrix/address"
	"raumbot/bot"
	"raumbot/bot/command/commandtest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestHintsCanBeTyped types every hint in every language, both in a room, where a command begins
// with "!", and in a direct chat, where it does not.
func TestHintsCanBeTyped(t *testing.T) {
	served := service.New(service.Ports{Store: storage.Memory()})
	table := served.Commands()
	s := newSession(Options{}, nil, served, nil)
	a := address.Reader{Prefix: "!raum", Commands: s.names, Self: "@raumbot:example.org"}
	read := 0
	for _, h := range commandtest.Hints(table) {
		said, typed, ok := h.Said(table)
		if !ok {
			continue // the name of a command that needs more words
		}
		for _, direct := range []bool{false, true} {
			w := writer{commands: s.names, direct: direct}
			shown := w.command(typed)
			text, addressed := a.Read(shown, false)
			if !direct && !addressed {
				t.Errorf("`%s` is shown as %q, which does not address the bot", said, shown)
			}
			if !direct && !strings.HasPrefix(w.command(said), "!") {
				t.Errorf("`%s` is shown as %q in a room", said, w.command(said))
			}
			if _, _, err := table.Read(bot.Request{Text: text}); err != nil {
				t.Errorf("`%s` is shown as %q, and read as %q: %v", said, shown, text, err)
			}
			read++
		}
	}
	if read < 1000 {
		t.Errorf("only %d hints were read", read)
	}
}
