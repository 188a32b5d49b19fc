package service_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
)

// TestFlagsInOneInstant has one player's time run out in several games in the same sweep: the first
// loss takes the player out of the tournament, which ends the other games before the sweep reaches
// them.
func TestFlagsInOneInstant(t *testing.T) {
	e := newEvent(t, 1, 3, "ladder raumschach 1d", "games 2", "timeouts 1")
	e.must("boss", "tournament 1 start")
	e.must("p03", "challenge p01 ladder 1")
	e.must("p03", "challenge p02 ladder 1")
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

// TestFlagsOfARound has the time run out in all games of a round in the same sweep, where one loss
// takes a player out.
func TestFlagsOfARound(t *testing.T) {
	for organise, arrange := range map[string][]string{
		"roundrobin raumschach 1d": {"games 3", "timeouts 1"},
		"swiss raumschach 1d":      {"timeouts 1"},
		"knockout raumschach 1d":   {"bestof 2", "games 2", "timeouts 1", "third yes"},
	} {
		for _, people := range []int{2, 4, 7} {
			for begun := range 3 { // by neither, by White, by both
				t.Run(fmt.Sprint(organise, people, begun), func(t *testing.T) {
					e := newEvent(t, 1, people, organise, arrange...)
					e.must("boss", "tournament 1 start")
					for _, g := range e.open() {
						for side, move := range []string{"ab2-ab3", "eb4-eb3"}[:begun] {
							e.must(g.Seats[side].User.Name, fmt.Sprintf("move %d %s", g.ID, move))
						}
					}
					for range 12 {
						if err := e.direct("wait 2d"); err != nil {
							t.Fatal(err)
						}
						if err := e.service.PairRounds(context.Background()); err != nil {
							t.Fatal(err)
						}
					}
					if played := e.tournament(); played.Phase != bot.Completed {
						t.Errorf("it is %s", played.Phase)
					}
				})
			}
		}
	}
}

// TestEarlierTerms gives a running tournament terms that would be refused today, and a game without
// shares. Both must still work.
func TestEarlierTerms(t *testing.T) {
	e := newEvent(t, 1, 2, "swiss raumschach 3d")
	e.must("boss", "tournament 1 start")
	err := e.store.Update(context.Background(), func(tx bot.Tx) error {
		played, err := tx.Tournament(1)
		if err != nil {
			return err
		}
		played.Within = 4 * 24 * time.Hour
		return tx.PutTournament(played)
	})
	if err != nil {
		t.Fatal(err)
	}
	e.must("boss", "set 1 name Another")
	g := e.open()[0] // it has no share of anything
	e.must(g.Seats[0].User.Name, "ab2-ab3")
	if left := e.deadline(e.open()[0]).Sub(e.now); left < 3*24*time.Hour-time.Minute {
		t.Errorf("%s are left", left)
	}
}
