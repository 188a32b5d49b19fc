package bot_test

import (
	"testing"

	"raumbot/bot"
	"raumbot/bot/pairing"
)

// TestFlagsInOneInstant lets the time of several games of one player be up in the same sweep: the first loss takes
// the player out of the tournament, which ends the others before their turn comes.
func TestFlagsInOneInstant(t *testing.T) {
	e := newEvent(t, 1, 3, "ladder raumschach 1d", "games 2", "timeouts 1")
	e.must("boss", "direct 1 start")
	e.must("p03", "climb p01 1")
	e.must("p03", "climb p02 1")
	if err := e.direct("wait 2d"); err != nil {
		t.Fatal(err)
	}
	for _, g := range e.tournament().Rounds[0].Games {
		if g.Result == pairing.Pending {
			t.Errorf("game %d goes on", g.ID)
		}
	}
	if played := e.tournament(); played.Phase != bot.Running || len(played.Rungs) != 2 {
		t.Errorf("%s, rungs %v", played.Phase, played.Rungs)
	}
}
