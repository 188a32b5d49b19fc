package command

import (
	"strings"
	"testing"

	"raumbot/bot"
)

// TestAsk asks about what suits a situation: the same words mean something else to an organiser, to whom a puzzle is
// open, and to whom nobody has challenged.
func TestAsk(t *testing.T) {
	table := All()
	for _, c := range []struct {
		text        string
		now         Situation
		names, none string
	}{
		{"kick that fellow", Deciding | Competing, "`expel`", ""},
		{"tell the answer", Solving, "Did you mean `puzzle", ""},
		{"i take you up on the offer to play", Invited, "`accept`", ""},
		{"i take you up on the offer to play", Playing, "", "`accept`"},
	} {
		err := table.Ask(bot.Request{Text: c.text}, c.now)
		if err == nil || !strings.Contains(err.Error(), c.names) || c.none != "" && strings.Contains(err.Error(), c.none) {
			t.Errorf("%q in %b: %v", c.text, c.now, err)
		}
	}
}
