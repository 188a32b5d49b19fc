package coach_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/bot"
	"raumbot/bot/coach"
	"raumbot/bot/daily"
)

// TestWeekTable ranks random results: the order of the players does not matter, and of two
// neighbours the first is better, or both share a place.
func TestWeekTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	monday := daily.Day(20_000).Monday()
	for range 300 {
		var players []bot.Player
		for id := range random.IntN(12) {
			p := bot.Player{ID: bot.PlayerID(id + 1)}
			for d := monday - 3; d < monday+10; d++ {
				if random.IntN(2) == 0 {
					p.Puzzles.Days = p.Puzzles.Days.Put(bot.DailyResult{Day: d, ID: "x-1", Wrong: []string{"a", "b"}[:random.IntN(3)], Solved: random.IntN(3) > 0})
				}
			}
			players = append(players, p)
		}
		table := coach.WeekTable(players, monday)
		random.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		if again := coach.WeekTable(players, monday); !slices.Equal(table, again) {
			t.Fatalf("%v, and in another order %v", table, again)
		}
		for i, s := range table {
			if s.Solved < 1 || s.Solved > 7 || s.Tries < s.Solved {
				t.Fatalf("%+v", s)
			}
			if i == 0 {
				continue
			}
			before := table[i-1]
			better := before.Solved > s.Solved || before.Solved == s.Solved && before.Tries < s.Tries
			equal := before.Solved == s.Solved && before.Tries == s.Tries
			if !better && !equal || equal != (before.Place == s.Place) || better && s.Place != i+1 {
				t.Fatalf("%+v stands before %+v", before, s)
			}
		}
	}
}
