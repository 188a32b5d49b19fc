package command

import (
	"strings"
	"testing"

	"raumbot/bot"
)

// TestReadIn asks about what suits a situation: the same words mean something else to an organiser, to whom a puzzle is
// open, and to whom nobody has challenged.
func TestReadIn(t *testing.T) {
	table := All()
	for _, c := range []struct {
		text  string
		now   Situation
		names string
	}{
		{"kick that fellow", Deciding | Competing, "expel"},
		{"tell the answer", Solving, "puzzle"},
		{"i take you up on the offer to play", Invited, "accept"},
	} {
		said, args, err := table.ReadIn(bot.Request{Text: c.text}, c.now)
		if err == nil && said.Name != c.names && args.Word("command") != c.names || err != nil && !strings.Contains(err.Error(), "`"+c.names) {
			t.Errorf("%q in %b: %v, %v", c.text, c.now, said, err)
		}
	}
}
