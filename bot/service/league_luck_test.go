package service_test

import (
	"fmt"
	"testing"

	"raumbot/bot"
	"raumbot/rules"
)

// TestLeagueGameUnreadable has the rules of a league's game become unreadable in mid-season.
func TestLeagueGameUnreadable(t *testing.T) {
	l := newLeague(t, 1, 0, "12d weeks 4 days 1")
	mustAttach(t, l.stage, "boss@lobby!: variant add")
	l.must("boss", "league 1 cancel confirm")
	l.must("boss", "league create pondcube 12d weeks 4 days 1")
	for n := range 6 {
		l.must(fmt.Sprintf("p%02d", n+1), "league 2 join")
	}
	id := variantIDs(t, l.stage)[0]
	l.wait("25h")
	l.must("p01", "leave 2 confirm")
	l.heard = func(m bot.RenderedMessage) { t.Logf("%v %v: %s", m.Room, m.To, m.Text) }
	err := l.store.Update(t.Context(), func(tx bot.Tx) error { return tx.DeleteGameFile(id) })
	if err != nil {
		t.Fatal(err)
	}
	rules.DropVersion(id)
	l.stage.open()
	_, err = rules.Find(id)
	t.Log(err)
	t.Log(variantIDs(t, l.stage))
	r := saying("p02", "hello")
	_, err = l.service.Handle(t.Context(), r)
	_, err = rules.Find(id)
	t.Log(err)
	t.Log(l.service.PairRounds(t.Context()))
	_, err = rules.Find(id)
	t.Log(err)
	t.Log(l.give("p02", "leave 2 confirm"))
	t.Log(l.give("p02", "leave 3 confirm"))
	for range 32 {
		t.Log(l.direct("wait 1d"))
	}
	divisions, reg := l.seasons()
	for _, d := range divisions {
		t.Logf("%+v", d.Tournament)
	}
	t.Logf("%+v", reg)
}
