package league_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"raumbot/bot"
	. "raumbot/bot/league"
	"raumbot/bot/league/leaguetest"
	"raumbot/rules"
)

// TestSeasons plays a short form of what bench/league plays.
func TestSeasons(t *testing.T) {
	r, err := leaguetest.Play(50, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", r)
	for what, n := range map[string]int{"withdrawn": r.Withdrawn, "forgotten": r.Forgotten, "sat out": r.SatOut, "up": r.Up, "down": r.Down, "outages": r.Outages,
		"adjudicated": r.Adjudicated, "on time": r.OnTime, "exact": r.Exact} {
		if n == 0 {
			t.Errorf("%s: nobody or none", what)
		}
	}
}

func TestAdjudicate(t *testing.T) {
	white, black := rules.White, rules.Black
	for _, c := range []struct {
		opinion *bot.Judged
		want    *rules.Side
	}{
		{nil, nil},
		{&bot.Judged{}, nil},
		{&bot.Judged{Score: Margin - 1}, nil},
		{&bot.Judged{Score: 1 - Margin}, nil},
		{&bot.Judged{Score: Margin}, &white},
		{&bot.Judged{Score: -Margin}, &black},
		{&bot.Judged{Score: bot.DecidedScore, Mate: 3}, &white},
		{&bot.Judged{Score: -bot.DecidedScore, Mate: -2}, &black},
	} {
		got := Adjudicate(c.opinion)
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%+v: %v wins, not %v", c.opinion, got, c.want)
		}
	}
}

// TestBank draws time for several games in any order. A player never gets more than the bank
// holds, and nothing is lost.
func TestBank(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 6))
	for range 500 {
		left, used := Bank(UsualSeason), time.Duration(0)
		drawn := make([]time.Duration, 3)
		for range 100 {
			g := &drawn[r.IntN(len(drawn))]
			if r.IntN(3) > 0 {
				var more time.Duration
				more, left = Draw(left)
				if *g += more; more == 0 && left > 0 {
					t.Fatalf("%v are left, and nothing is drawn", left)
				}
				continue
			}
			unused := Unused(*g, time.Duration(r.IntN(100))*time.Hour)
			left, used, *g = left+unused, used+*g-unused, 0
		}
		sum := left + used
		for _, d := range drawn {
			sum += d
		}
		if left < 0 || sum != Bank(UsualSeason) {
			t.Fatalf("%v are left, %v used and %v drawn of %v", left, used, drawn, Bank(UsualSeason))
		}
	}
	if Unused(time.Hour, -time.Minute) != 0 {
		t.Error("time goes back to the bank after the deadline")
	}
}
