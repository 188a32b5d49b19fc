package pairing_test

import (
	"testing"

	"raumbot/bot/pairing"
)

// swiss is a tournament of six in four rounds, worked out by hand below.
//
//	      round 1   round 2   round 3   round 4   points
//	1     w 4  1    b 2  1    w 3  ½    b 5  1    3½
//	2     w 5  1    w 1  0    b 4  1    w 3  1    3
//	3     w 6  ½    b 5  1    b 1  ½    b 2  0    2
//	4     b 1  0    w 6  +    w 2  0    bye  1    2     (6 does not come to round 2)
//	5     b 2  0    w 3  0    half bye  w 1  0    ½
//	6     b 3  ½    b 4  -    left      left      ½
func swiss() pairing.State {
	game := func(white, black int, result pairing.Result) pairing.Game {
		return pairing.Game{White: white, Black: black, Result: result}
	}
	s := pairing.State{Total: 4, Swiss: true, Rounds: []pairing.Round{
		{Games: []pairing.Game{game(1, 4, pairing.WhiteWins), game(2, 5, pairing.WhiteWins), game(3, 6, pairing.Drawn)}},
		{Games: []pairing.Game{game(2, 1, pairing.BlackWins), game(5, 3, pairing.BlackWins), game(4, 6, pairing.BlackForfeits)}},
		{Games: []pairing.Game{game(1, 3, pairing.Drawn), game(4, 2, pairing.BlackWins)},
			Byes: []pairing.Bye{{Entrant: 5, Kind: pairing.Half}, {Entrant: 6, Kind: pairing.Zero}}},
		{Games: []pairing.Game{game(5, 1, pairing.BlackWins), game(2, 3, pairing.WhiteWins)},
			Byes: []pairing.Bye{{Entrant: 4, Kind: pairing.Allocated}, {Entrant: 6, Kind: pairing.Zero}}},
	}}
	for n := range 6 {
		s.Entrants = append(s.Entrants, pairing.Entrant{Number: n + 1, Gone: n == 5})
	}
	return s
}

// TestUnplayedRounds compares tie-breaks with FIDE's Handbook C.07 (2024), worked out by hand:
//
// As opponents, all count with their points except 6, who has left: ½, nothing for the forfeit in
// round 2, and half a point for each of the two rounds after the withdrawal, 1½. 5's bye in round 3
// is followed by a game, and counts the ½ scored.
//
//	1: opponents 2, 3, 4, 5 with 3, 2, 2, ½.                    Buchholz 7½, cut 7 (without 5), median 4; Sonneborn 2 + 3 + 2/2 + ½
//	2: 5, 1, 4, 3 with ½, 3½, 2, 2.                             8, 7½, 4; ½ + 0 + 2 + 2
//	3: 6, 5, 1, 2 with 1½, ½, 3½, 3.                            8½, 8, 4½; ¾ + ½ + 1¾ + 0
//	4: 1, 2 with 3½, 3; a forfeit won and a bye, 2 each.        10½, 8½, 5; 0 + 2 + 0 + 2
//	5: 2, 3, 1 with 3, 2, 3½; a bye of one's own request, ½.    9, 8½, 5; half of ½
//	6: 3 with 2; three voluntary rounds against ½.              3½, 3, 1; half of 2
func TestUnplayedRounds(t *testing.T) {
	want := map[int][4]float64{
		1: {7.5, 7, 4, 6.5}, 2: {8, 7.5, 4, 4.5}, 3: {8.5, 8, 4.5, 3}, 4: {10.5, 8.5, 5, 4}, 5: {9, 8.5, 5, 0.25}, 6: {3.5, 3, 1, 1},
	}
	mustRank(t, swiss(), want)
}

// TestVoluntaryRoundIsCutFirst gives 1 a requested bye, whose dummy has more points than an
// opponent: the bye is cut.
func TestVoluntaryRoundIsCutFirst(t *testing.T) {
	s := pairing.State{Total: 3, Swiss: true, Entrants: []pairing.Entrant{{Number: 1}, {Number: 2}, {Number: 3}, {Number: 4}}, Rounds: []pairing.Round{
		{Games: []pairing.Game{{White: 1, Black: 2, Result: pairing.WhiteWins}, {White: 3, Black: 4, Result: pairing.WhiteWins}}},
		{Games: []pairing.Game{{White: 3, Black: 2, Result: pairing.WhiteWins}}, Byes: []pairing.Bye{{Entrant: 1, Kind: pairing.Half}, {Entrant: 4, Kind: pairing.Zero}}},
		{Games: []pairing.Game{{White: 3, Black: 1, Result: pairing.BlackWins}, {White: 4, Black: 2, Result: pairing.Drawn}}},
	}}
	// 1: 2½ points; opponents 2 with ½ and 3 with 2, the bye 2½. 2: ½; 1, 3, 4 with 2½, 2, ½. 3: 2;
	// 4, 2, 1 with ½, ½, 2½. 4: ½; 3 and 2 with 2, ½; and the missed round, which is followed by a
	// game, ½.
	mustRank(t, s, map[int][4]float64{1: {5, 2.5, 0.5, 3.75}, 2: {5, 4.5, 2, 0.25}, 3: {3.5, 3, 0.5, 1}, 4: {3, 2.5, 0.5, 0.25}})
}

// mustRank compares all entrants' Buchholz, Buchholz cut 1, median Buchholz and Sonneborn-Berger.
func mustRank(t *testing.T, s pairing.State, want map[int][4]float64) {
	t.Helper()
	by := []pairing.TieBreak{pairing.Buchholz, pairing.BuchholzCut1, pairing.BuchholzMedian, pairing.SonnebornBerger}
	all, err := pairing.Rank(s, by)
	if err != nil || len(all) != len(want) {
		t.Fatal(all, err)
	}
	for _, st := range all {
		for i, value := range st.TieBreaks {
			if value != want[st.Entrant][i] {
				t.Errorf("%s of %d is %v, want %v", by[i], st.Entrant, value, want[st.Entrant][i])
			}
		}
	}
}
