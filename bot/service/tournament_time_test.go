package service_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"raumbot/bot"
)

// TestRoundTime checks that a round with a limit ends within it, at the deadlines that its games
// show, however the players use their time, and that only the time of the player to move is used.
func TestRoundTime(t *testing.T) {
	const round = 4 * 24 * time.Hour
	for _, pace := range []string{"1d", "2d", "1d+6h", "2d+12h/3d"} {
		for _, slow := range []string{"both", "White", "Black"} {
			t.Run(pace+" "+slow, func(t *testing.T) {
				e := newEvent(t, 1, 2, "swiss raumschach "+pace, "within 4d")
				e.must("boss", "tournament 1 start")
				began := e.now
				g := e.open()[0]
				moves := []string{"ab1-ac3", "eb5-ec3", "ac3-ab1", "ec3-eb5"}
				for ply := 0; len(e.open()) > 0; ply++ {
					g = e.open()[0]
					who := g.Seats[g.Turn].User.Name
					deadline := e.deadline(g)
					if deadline.After(began.Add(round + time.Minute)) {
						t.Fatalf("after %d plies %s has until %s, which is %s after the round began", ply, who, deadline, deadline.Sub(began))
					}
					if slow == "both" || slow == g.Turn.String() {
						e.pass(deadline.Sub(e.now) * 9 / 10)
					}
					if deadline.Sub(e.now) < 10*time.Second {
						e.pass(deadline.Sub(e.now) - time.Second) // that is until just before the deadline
						if len(e.open()) == 0 {
							t.Fatal("the game ended before its deadline")
						}
						e.pass(2 * time.Second)
						if len(e.open()) > 0 {
							t.Fatal("the game goes on after its deadline")
						}
						break
					}
					move := moves[ply%4]
					e.must(who, fmt.Sprintf("move %d %s", g.ID, move))
					if ply%5 == 3 && g.Moves > 2 { // nobody gains time by a takeback
						e.must(who, fmt.Sprintf("takeback %d", g.ID))
						e.pass(e.deadline(e.open()[0]).Sub(e.now) / 2) // which counts for whoever answers
						e.must(g.Seats[1-g.Turn].User.Name, fmt.Sprintf("takeback %d accept", g.ID))
						e.must(who, fmt.Sprintf("move %d %s", g.ID, move))
					}
				}
				if winner := e.tournament().Winners; slow != "both" && (len(winner) != 1 || (e.tournament().Entrants[winner[0]-1].User.Name == g.Seats[0].User.Name) != (slow == "Black")) {
					t.Errorf("%v has won against %s, who waited", winner, slow)
				}
			})
		}
	}
}

// pass advances the time while the bot runs.
func (e *event) pass(d time.Duration) {
	e.t.Helper()
	e.now = e.now.Add(d)
	err := beatUntil(e.store, e.now)
	if err == nil {
		err = e.service.Sweep(context.Background())
	}
	if err != nil {
		e.t.Fatal(err)
	}
}

// deadline returns when a game ends if nobody moves.
func (e *event) deadline(g bot.Game) (at time.Time) {
	e.t.Helper()
	err := e.store.View(context.Background(), func(tx bot.Tx) error {
		uptime, err := tx.Uptime()
		at = uptime.Calendar(g.Deadline)
		return err
	})
	if err != nil {
		e.t.Fatal(err)
	}
	return at
}
