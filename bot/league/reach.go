package league

import (
	"raumbot/bot"
	"raumbot/bot/tournament"
)

// Reach has a running division show in which places its entrants can still finish. It leaves other
// tournaments as they are.
func Reach(t *tournament.Tournament) error {
	t.Spans = nil
	if t.Season == nil || t.Phase != bot.Running || !t.Begun() {
		return nil
	}
	ranges, err := Ranges(t)
	for _, r := range ranges {
		t.Spans = append(t.Spans, tournament.Span(r))
	}
	return err
}
