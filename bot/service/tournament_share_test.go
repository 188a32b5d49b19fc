package service_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// TestGameTimeIsCounted plays games with a limit on weekdays, with vacations, takebacks and
// downtime of the bot, and counts the hours itself. The time left that a game shows must be what
// has not been used, and the game ends on time only when that, or the time for the move, is up.
func TestGameTimeIsCounted(t *testing.T) {
	t.Parallel()
	const share = 5 * 24 * time.Hour
	ends := map[string]int{}
	for _, pace := range []string{"2d", "2d+6h/3d"} {
		for seed := range uint64(12) {
			t.Run(fmt.Sprintf("%s %d", pace, seed), func(t *testing.T) {
				e := newEvent(t, seed, 2, "swiss raumschach "+pace, "weekends yes", "vacation yes", "within 10d")
				e.must("boss", "tournament 1 start")
				random := rand.New(rand.NewPCG(seed, 3))
				chance := 4 + random.IntN(30)
				var spent [2]time.Duration
				var turn time.Duration
				away := map[string]time.Time{} // and until when
				moves := []string{"ab1-ac3", "eb5-ec3", "ac3-ab1", "ec3-eb5"}
				for hour := 0; ; hour++ {
					games := e.open()
					if len(games) == 0 {
						break
					}
					g := games[0]
					who, other := g.Seats[g.Turn].User.Name, g.Seats[1-g.Turn].User.Name
					if off := g.Shares[g.Turn] - (share - spent[g.Turn] + turn); max(off, -off) > 2*time.Hour {
						t.Fatalf("hour %d, after %d moves: %s has %s left, and has spent %s", hour, g.Moves, g.Turn, g.Shares[g.Turn], spent[g.Turn]-turn)
					}
					switch n := random.IntN(chance); {
					case n == 0:
						e.must(who, fmt.Sprintf("move %d %s", g.ID, moves[g.Moves%4]))
						turn = 0
					case n == 1 && random.IntN(4) == 0 && e.give(who, "vacation 1") == nil:
						away[who] = e.now.Add(24 * time.Hour)
					case n == 2 && random.IntN(4) == 0:
						e.now = e.now.Add(7 * time.Hour) // without a beat
						if err := e.service.Sweep(context.Background()); err != nil {
							t.Fatal(err)
						}
						for name := range away {
							away[name] = away[name].Add(7 * time.Hour)
						}
					case n == 3 && g.Moves > 2 && g.Offer == nil && e.give(who, fmt.Sprintf("takeback %d", g.ID)) == nil:
						e.must(other, fmt.Sprintf("takeback %d accept", g.ID))
						turn = 0
					}
					if games = e.open(); len(games) == 0 {
						break
					}
					g = games[0]
					who = g.Seats[g.Turn].User.Name
					if day := e.now.UTC().Weekday(); day != time.Saturday && day != time.Sunday && !e.now.Before(away[who]) {
						spent[g.Turn] += time.Hour
						turn += time.Hour
					}
					e.pass(time.Hour)
					if len(e.open()) > 0 {
						continue
					}
					most := 2 * 24 * time.Hour
					if g.Pace.Fischer() {
						most = g.Banks[g.Turn]
					}
					left := share - spent[g.Turn]
					ends[fmt.Sprint(left < 3*time.Hour)]++
					if max(left, -left) > 3*time.Hour && max(most-turn, turn-most) > 3*time.Hour {
						t.Errorf("after %d moves the time of %s is up, with %s left of the game and %s of the move", g.Moves, g.Turn, left, most-turn)
					}
				}
			})
		}
	}
	t.Log(ends)
	if ends["true"] == 0 || ends["false"] == 0 {
		t.Errorf("how games ended: %v", ends)
	}
}
