package league_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
	. "raumbot/bot/league"
	"raumbot/bot/league/leaguetest"
	"raumbot/bot/rating"
)

// rated returns a certain rating.
func rated(value float64) rating.Rating { return rating.Rating{Value: value, Deviation: 60} }

// rest returns entrants who have played, without those who leave.
func rest(last [][]bot.PlayerID, leave ...bot.PlayerID) (all []Entrant) {
	for i, table := range last {
		for _, p := range table {
			if !slices.Contains(leave, p) {
				all = append(all, Entrant{Player: p, Rating: rated(2000 - 200*float64(i))})
			}
		}
	}
	return all
}

// tables returns final tables, in which the players of the first division are 101, 102 and so on.
func tables(sizes ...int) (last [][]bot.PlayerID) {
	for i, size := range sizes {
		var table []bot.PlayerID
		for k := range size {
			table = append(table, bot.PlayerID(100*(i+1)+k+1))
		}
		last = append(last, table)
	}
	return last
}

// drawn writes divisions, in order of number.
func drawn(divisions [][]bot.PlayerID) string {
	var lines []string
	for _, members := range divisions {
		lines = append(lines, strings.Trim(fmt.Sprint(slices.Sorted(slices.Values(members))), "[]"))
	}
	return strings.Join(lines, " | ")
}

func TestDivide(t *testing.T) {
	newcomer := func(p bot.PlayerID, r rating.Rating) Entrant { return Entrant{Player: p, Rating: r} }
	uncertain := rating.Rating{Value: 2400, Deviation: 200}
	two, three := tables(8, 8), tables(8, 8, 8)
	for _, c := range []struct {
		what     string
		last     [][]bot.PlayerID
		entrants []Entrant
		want     string
	}{
		{"too few", two, rest(tables(5)), ""},
		{"a quarter goes up, and as many down", two, rest(two), "101 102 103 104 105 106 201 202 | 107 108 203 204 205 206 207 208"},
		{"those between move both ways", three, rest(three),
			"101 102 103 104 105 106 201 202 | 107 108 203 204 205 206 301 302 | 207 208 303 304 305 306 307 308"},
		{"a vacancy takes up the best who would stay", two, append(rest(two, 103), newcomer(1, rating.New())),
			"101 102 104 105 106 201 202 203 | 1 107 108 204 205 206 207 208"},
		{"so do more vacancies", two, append(rest(two, 103, 107, 108), newcomer(1, rating.New()), newcomer(2, rating.New()), newcomer(3, rating.New())),
			"101 102 104 105 106 201 202 203 | 1 2 3 204 205 206 207 208"},
		{"so does somebody who leaves instead of going up", two, append(rest(two, 201), newcomer(1, rating.New())),
			"101 102 103 104 105 106 202 203 | 1 107 108 204 205 206 207 208"},
		{"smaller divisions send more down, but no promotion is lost", two, rest(two, 203, 204, 205, 206), "101 102 103 104 201 202 | 105 106 107 108 207 208"},
		{"who sat out returns one lower", three, append(rest(three, 104), Entrant{Player: 1, Rating: rated(2300), Left: 1}),
			"101 102 103 105 106 201 202 203 | 1 107 108 204 205 206 301 302 | 207 208 303 304 305 306 307 308"},
		{"who sat out the lowest returns there", two, append(rest(two, 208), Entrant{Player: 1, Left: 2}),
			"101 102 103 104 105 106 201 202 | 1 107 108 203 204 205 206 207"},
		{"new players begin in the lowest division, whatever an uncertain rating is", three, append(rest(three, 205), newcomer(1, uncertain)),
			"101 102 103 104 105 106 201 202 | 107 108 203 204 206 301 302 303 | 1 207 208 304 305 306 307 308"},
		{"a certain rating begins higher where there is room", three, append(rest(three, 107, 108, 205, 206), newcomer(1, rated(2400)), newcomer(2, rated(1300)), newcomer(3, rated(1300)), newcomer(4, rated(1300))),
			"101 102 103 104 105 106 201 202 | 1 203 204 301 302 303 304 305 | 2 3 4 207 208 306 307 308"},
		{"the first season is divided by rating", nil, []Entrant{
			newcomer(1, rated(1200)), newcomer(2, rated(1300)), newcomer(3, rated(1400)), newcomer(4, rated(1450)), newcomer(5, uncertain), newcomer(6, rated(1490)),
			newcomer(7, rated(1600)), newcomer(8, rated(1700)), newcomer(9, rated(1800)), newcomer(10, rated(1900)), newcomer(11, rated(2000)), newcomer(12, rated(2100))},
			"7 8 9 10 11 12 | 1 2 3 4 5 6"},
		{"fewer divisions move people up by as many", three, rest(three, 101, 102, 103, 104, 105, 106, 107, 108, 201, 202), "203 204 205 206 207 208 301 302 | 303 304 305 306 307 308"},
		{"those who would go down stay where the division below has too few", two, append(rest(two, 101, 102, 103, 104, 203, 204, 205, 206, 207, 208), newcomer(1, rating.New()), newcomer(2, rating.New()),
			newcomer(3, rating.New()), newcomer(4, rating.New()), newcomer(5, rating.New()), newcomer(6, rating.New())), "105 106 107 108 201 202 | 1 2 3 4 5 6"},
		{"one division moves nobody", tables(11), rest(tables(11)), "101 102 103 104 105 106 107 108 109 110 111"},
	} {
		got := Divide(c.last, c.entrants)
		if drawn(got) != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, drawn(got), c.want)
		}
		if err := leaguetest.CheckDivisions(c.last, c.entrants, got); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// TestDivideThousandsOfSeasons has leagues grow and shrink, a little or at once.
func TestDivideThousandsOfSeasons(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 4))
	seasons := 0
	for range 180 {
		var last [][]bot.PlayerID
		left := map[bot.PlayerID]int{}
		ratings := map[bot.PlayerID]rating.Rating{}
		for range 12 {
			wanted, stay, back := r.IntN(301), r.Float64(), r.Float64()
			if r.IntN(3) > 0 {
				stay, back = 0.9, 0.3
			}
			var entrants []Entrant
			for i, table := range last {
				alive := stay
				if r.IntN(6) == 0 { // a whole division leaves
					alive = 0
				}
				for _, p := range table {
					if r.Float64() < alive {
						entrants = append(entrants, Entrant{Player: p, Rating: ratings[p]})
						delete(left, p)
					} else {
						left[p] = i + 1
					}
				}
			}
			for _, p := range slices.Sorted(func(yield func(bot.PlayerID) bool) {
				for p := range left {
					if !yield(p) {
						return
					}
				}
			}) {
				if in := slices.ContainsFunc(last, func(table []bot.PlayerID) bool { return slices.Contains(table, p) }); !in && r.Float64() < back {
					entrants = append(entrants, Entrant{Player: p, Rating: ratings[p], Left: left[p]})
					delete(left, p)
				}
			}
			for len(entrants) < wanted {
				p := bot.PlayerID(len(ratings) + 1)
				ratings[p] = rating.Rating{Value: 1500 + 300*r.NormFloat64(), Deviation: 50 + 300*r.Float64()}
				entrants = append(entrants, Entrant{Player: p, Rating: ratings[p]})
			}
			divisions := Divide(last, entrants)
			if err := leaguetest.CheckDivisions(last, entrants, divisions); err != nil {
				t.Fatalf("%v\nlast %v\nentrants %v\ndivisions %v", err, last, entrants, divisions)
			}
			mixed := slices.Clone(entrants)
			r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			if again := Divide(last, mixed); !reflect.DeepEqual(again, divisions) {
				t.Fatalf("in another order of entrants: %v, not %v", again, divisions)
			}
			if divisions == nil {
				continue
			}
			seasons++
			last = nil
			for _, members := range divisions {
				table := slices.Clone(members)
				r.Shuffle(len(table), func(i, j int) { table[i], table[j] = table[j], table[i] })
				last = append(last, table)
			}
		}
	}
	if seasons < 2000 {
		t.Errorf("only %d seasons took place", seasons)
	}
}

// TestZones checks that as many go up to a division as come down from it.
func TestZones(t *testing.T) {
	for _, sizes := range [][]int{{6}, {6, 6}, {8, 11}, {7, 7, 6}, {8, 8, 8, 9}} {
		down := 0
		for i, size := range sizes {
			up, next := Zones(sizes, i+1)
			if up != down || i > 0 && up != (size+3)/4 || up+next > size {
				t.Errorf("%v: %d go up from division %d, %d come down to it, %d leave it", sizes, up, i+1, down, next)
			}
			down = next
		}
		if down != 0 {
			t.Errorf("%v: %d go down from the lowest division", sizes, down)
		}
	}
}
