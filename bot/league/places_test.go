package league_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/bot"
	. "raumbot/bot/league"
	"raumbot/bot/league/leaguetest"
	"raumbot/bot/pairing"
	"raumbot/bot/tournament"
)

func ids(n int) (all []bot.PlayerID) {
	for i := range n {
		all = append(all, bot.PlayerID(i+1))
	}
	return all
}

// everyResult are all results that a game can end in.
var everyResult = []pairing.Result{pairing.WhiteWins, pairing.BlackWins, pairing.Drawn, pairing.WhiteForfeits, pairing.BlackForfeits, pairing.BothForfeit}

// bruteForce returns the ranges of places by trying out all results of all open games.
func bruteForce(t *testing.T, d *tournament.Tournament) []Range {
	ranges := make([]Range, len(d.Entrants))
	for i := range ranges {
		ranges[i].Best = len(d.Entrants) + 1
	}
	var try func(open []*bot.TournamentGame)
	try = func(open []*bot.TournamentGame) {
		if len(open) > 0 {
			for _, r := range everyResult {
				open[0].Result = r
				try(open[1:])
			}
			open[0].Result = pairing.Pending
			return
		}
		places, err := d.Standings()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range places {
			r := &ranges[p.Entrant-1]
			r.Best, r.Worst = min(r.Best, p.Place), max(r.Worst, p.Place)
		}
	}
	try(leaguetest.Open(d))
	return ranges
}

// randomTable returns a division of which some games are open, and all others decided.
func randomTable(t *testing.T, r *rand.Rand, entrants, open int) *tournament.Tournament {
	d := leaguetest.NewDivision(ids(entrants))
	d.Double = r.IntN(6) == 0
	if err := d.PairAll(); err != nil {
		t.Fatal(err)
	}
	if r.IntN(2) == 0 {
		d.TieBreaks = [][]pairing.TieBreak{nil, {pairing.DirectEncounter}, {pairing.SonnebornBerger}, {pairing.GamesAsBlack, pairing.MostWins},
			{pairing.DirectEncounter, pairing.MostWins, pairing.GamesAsBlack}, {pairing.DirectEncounter, pairing.GamesAsBlack, pairing.SonnebornBerger}}[r.IntN(6)]
	}
	games := leaguetest.Open(d.Tournament)
	r.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	for _, g := range games[min(open, len(games)):] {
		g.Result = everyResult[r.IntN(len(everyResult))]
		if r.IntN(3) > 0 { // more points that are equal
			g.Result = pairing.Drawn
		}
	}
	if r.IntN(4) == 0 { // an organiser has removed somebody
		e := &d.Entrants[r.IntN(entrants)]
		e.Gone, d.Barred = true, append(d.Barred, e.Player)
	}
	return d.Tournament
}

func TestRangesAreThoseOfBruteForce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 1))
	narrow := 0
	for n := range 900 {
		open := n % 4
		switch {
		case n == 500:
			open = 6
		case n%150 == 149:
			open = 5
		}
		d := randomTable(t, r, 3+r.IntN(6), open)
		want := bruteForce(t, d)
		got, err := Ranges(d)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("table %d: %v, by brute force %v\nremoved %v, by %v\n%v", n, got, want, d.Barred, d.TieBreaks, d.Rounds)
		}
		for _, x := range want {
			if open > 1 && x.Worst-x.Best < len(want)-1 {
				narrow++
			}
		}
	}
	if narrow < 500 {
		t.Errorf("only %d ranges were narrower than the table, so the test shows little", narrow)
	}
}

func TestRangesOfLongDivisions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 8))
	for n := range 60 {
		d := leaguetest.NewDivision(ids(Least + n%(Most-Least+1)))
		if n%8 == 0 { // these count rounds, so that no range is exact before the end
			d.TieBreaks = []pairing.TieBreak{pairing.Buchholz, pairing.Progressive}
		}
		if err := d.PlayAtRandom(r, n%2 == 0); err != nil {
			t.Fatalf("division %d: %v", n, err)
		}
	}
}

// TestRangesWithAnything tries tables on which everything is decided, or nothing is.
func TestRangesWithAnything(t *testing.T) {
	d := leaguetest.NewDivision(ids(8))
	for _, paired := range []bool{false, true} {
		if paired {
			if err := d.PairAll(); err != nil {
				t.Fatal(err)
			}
		}
		got, err := Ranges(d.Tournament)
		if want := slices.Repeat([]Range{{1, 8}}, 8); err != nil || !slices.Equal(got, want) {
			t.Errorf("nothing is played, and the ranges are %v, %v", got, err)
		}
	}
	for _, g := range leaguetest.Open(d.Tournament) { // the lower number wins
		if g.Result = pairing.WhiteWins; g.Black < g.White {
			g.Result = pairing.BlackWins
		}
	}
	got, err := Ranges(d.Tournament)
	if want := []Range{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("everything is played, and the ranges are %v, %v", got, err)
	}
	d.Groups = [][]int{{1, 2, 3, 4}, {5, 6, 7, 8}}
	if _, err := Ranges(d.Tournament); err == nil {
		t.Error("a tournament with groups has ranges")
	}
}
