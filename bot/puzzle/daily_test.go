package puzzle_test

import (
	"slices"
	"testing"

	"raumbot/bot/puzzle"
)

// longAgo, today and farAhead are days around which the tests look.
const longAgo, today, farAhead = -800, 20_784, 40_000

// TestDailyGetsHarder compares all puzzles that a week can have: each day's are at least as hard as
// those of the day before, and Sunday's are harder on the whole than Monday's.
func TestDailyGetsHarder(t *testing.T) {
	for _, variant := range puzzle.Games() {
		monday := today - (today+3)%7
		var means []int
		hardest := 0
		for day := monday; day < monday+7; day++ {
			var ratings []int
			sum := 0
			for _, p := range puzzle.Daily(variant, day) {
				ratings = append(ratings, p.Rating)
				sum += p.Rating
			}
			if least := slices.Min(ratings); least < hardest {
				t.Errorf("%s: day %d has one rated %d, after %d", variant, day-monday, least, hardest)
			}
			hardest = slices.Max(ratings)
			means = append(means, sum/len(ratings))
		}
		if means[6] <= means[0] {
			t.Errorf("%s: Sunday's puzzles are rated %d, and Monday's %d", variant, means[6], means[0])
		}
	}
}

// TestDailyDoesNotRepeat follows the choices for half a year: within fourteen weeks no puzzle comes
// twice, and a second choice is not the first of any day within six weeks.
func TestDailyDoesNotRepeat(t *testing.T) {
	for _, variant := range puzzle.Games() {
		for _, from := range []int{longAgo, today, farAhead} {
			var days [][]*puzzle.Puzzle
			for day := range 26 * 7 {
				days = append(days, puzzle.Daily(variant, from+day))
			}
			for i, choices := range days {
				for j := range days {
					switch apart := max(i-j, j-i); {
					case apart > 0 && apart < 14*7 && days[j][0] == choices[0]:
						t.Fatalf("%s: %s comes again after %d days", variant, choices[0].ID, apart)
					case apart <= 6*7 && days[j][0] == choices[1]:
						t.Fatalf("%s: %s, the second choice, comes after %d days", variant, choices[1].ID, apart)
					}
				}
			}
		}
	}
}

// TestDailyIsComplete looks at the choices of a day: all differ, and asking again, or for another
// day in between, gives the same.
func TestDailyIsComplete(t *testing.T) {
	for _, variant := range puzzle.Games() {
		seen := map[*puzzle.Puzzle]bool{}
		for day := today; day < today+7; day++ {
			all := puzzle.Daily(variant, day)
			puzzle.Daily(variant, day+1)
			if again := puzzle.Daily(variant, day); !slices.Equal(all, again) {
				t.Errorf("%s: the choices of day %d change", variant, day)
			}
			for _, p := range all {
				if p.Variant != variant || seen[p] {
					t.Errorf("%s: %s is there twice", variant, p.ID)
				}
				seen[p] = true
			}
		}
		if len(seen) != len(puzzle.Of(variant)) {
			t.Errorf("%s: a week chooses from %d of %d puzzles", variant, len(seen), len(puzzle.Of(variant)))
		}
	}
	if puzzle.Daily("chess", today) != nil {
		t.Error("a game without puzzles has one")
	}
}

// TestGameOfTheDay gives every game its turn on every weekday.
func TestGameOfTheDay(t *testing.T) {
	games := puzzle.Games()
	turns := map[string]map[int]bool{}
	for day := longAgo; day < longAgo+7*len(games); day++ {
		game := puzzle.GameOf(day)
		if turns[game] == nil {
			turns[game] = map[int]bool{}
		}
		turns[game][(day+3+7*1000)%7] = true
	}
	for _, game := range games {
		if len(turns[game]) != 7 {
			t.Errorf("%s has its turn on %d weekdays", game, len(turns[game]))
		}
	}
}
