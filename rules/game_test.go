package rules

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// mustGame begins a game at a position line, and plays some moves.
func mustGame(t *testing.T, variant, line, moves string) *Game {
	t.Helper()
	p, err := ReadPosition(mustFind(t, variant), line)
	if err != nil {
		t.Fatal(err)
	}
	g := NewGameFrom(p)
	play(t, g, moves)
	return g
}

func play(t *testing.T, g *Game, moves string) {
	t.Helper()
	for text := range strings.FieldsSeq(moves) {
		m, err := g.Position().ReadMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

const shuffle = " za1-ya1 uf6-vf6 ya1-za1 vf6-uf6"

func TestRepetition(t *testing.T) {
	g := mustGame(t, "stockschach216", "w EPRza1,STOwc2 EPRuf6 - - - 0 1", shuffle)
	if g.Occurrences() != 2 || g.Claimable() != NotEnded {
		t.Fatalf("after one round the position stands for the %dth time, claimable %q", g.Occurrences(), g.Claimable())
	}
	play(t, g, " za1-ya1 uf6-vf6 ya1-za1")
	last, err := g.Position().ReadMove("vf6-uf6")
	if err != nil {
		t.Fatal(err)
	}
	if g.Claimable() != NotEnded || g.ClaimableWith(last) != ByThreefold {
		t.Errorf("before the third time: claimable %q, with the move %q", g.Claimable(), g.ClaimableWith(last))
	}
	play(t, g, "vf6-uf6")
	if g.Claimable() != ByThreefold || g.Outcome().Over() {
		t.Errorf("at the third time: claimable %q, outcome %q", g.Claimable(), g.Outcome().Ending)
	}
	play(t, g, shuffle+shuffle)
	if o := g.Outcome(); o.Ending != ByFivefold || o.Won || g.Claimable() != NotEnded {
		t.Errorf("at the fifth time: %+v, claimable %q", o, g.Claimable())
	}
	if err := g.Play(last); err == nil {
		t.Error("a game that is over goes on")
	}
}

// TestRepetitionTellsRights checks that positions with the same placement but different rights are
// different.
func TestRepetitionTellsRights(t *testing.T) {
	const moves = " ve1-ue1 ve8-ue8 ue1-ve1 ue8-ve8"
	g := mustGame(t, "stockschach512", "w EPRve1,SBKva1,STOta3 EPRve8 va1 - - 0 1", moves)
	if g.Occurrences() != 1 {
		t.Errorf("with the right to castle lost, the position counts as the %dth", g.Occurrences())
	}
	play(t, g, moves)
	if g.Occurrences() != 2 {
		t.Errorf("without rights to lose, the position counts as the %dth, want the 2nd", g.Occurrences())
	}
}

// TestRepetitionTellsCapturesInPassing checks that a position after a double step counts as a
// repetition, unless an en passant capture is possible.
func TestRepetitionTellsCapturesInPassing(t *testing.T) {
	for _, test := range []struct {
		black string
		want  int
	}{{"EPRsa8", 2}, {"EPRsa8,STOue4", 1}} {
		line := fmt.Sprintf("b EPRza1,STOvd4 %s - vd3>vd4 - 0 1", test.black)
		g := mustGame(t, "stockschach512", line, " sa8-sb8 za1-zb1 sb8-sa8 zb1-za1")
		if g.Occurrences() != test.want {
			t.Errorf("%s: the position counts as the %dth, want %d", line, g.Occurrences(), test.want)
		}
	}
}

func TestFiftyMoves(t *testing.T) {
	at := func(half int) *Game {
		return mustGame(t, "stockschach216", fmt.Sprintf("w EPRza1,STOwc2 EPRuf6 - - - %d 90", half), "")
	}
	if g := at(99); g.Claimable() != NotEnded {
		t.Errorf("99 plies: claimable %q", g.Claimable())
	} else if m, _ := g.Position().ReadMove("za1-ya1"); g.ClaimableWith(m) != ByFiftyMoves {
		t.Errorf("99 plies and a quiet move: claimable %q", g.ClaimableWith(m))
	} else if m, _ := g.Position().ReadMove("wc2-wc3"); g.ClaimableWith(m) != NotEnded {
		t.Errorf("99 plies and a Stockbroker's move: claimable %q", g.ClaimableWith(m))
	}
	if g := at(100); g.Claimable() != ByFiftyMoves || g.Outcome().Over() {
		t.Errorf("100 plies: claimable %q, outcome %q", g.Claimable(), g.Outcome().Ending)
	}
	g := at(149)
	play(t, g, "za1-ya1")
	if o := g.Outcome(); o.Ending != BySeventyFive || o.Won {
		t.Errorf("150 plies: %+v", o)
	}
}

func TestBareRoyals(t *testing.T) {
	g := mustGame(t, "stockschach216", "w EPRza1 EPRuf6,SNSza2 - - - 0 1", "za1-za2")
	if o := g.Outcome(); o.Ending != ByBareRoyals || o.Won {
		t.Errorf("two bare Emperors: %+v", o)
	}
	// The games without a royal piece have no draw by bare royals.
	g = mustGame(t, "octhex146", "w QUEua1,CAVua2,ROOub1 QUEuc5,CAVuf6,GOVuf5 - - - 0 1", "")
	if o := g.Outcome(); o.Over() {
		t.Errorf("OctHex: %+v", o)
	}
}

func TestOutcomesByTheBoard(t *testing.T) {
	for _, test := range []struct {
		variant, line, move string
		want                Ending
		won                 bool
	}{
		{"blocschach", "w EPRve1,EPStg1,QUEua7 EPRsa8 - - - 0 1", "tg1-uf1", ByMarriage, true},
		{"gutenschach", "w UNIve1,LIBvd1,HOSsa1,ROUsh1 UNIve5,LIBsa8,HOSzh8,ROUza8 - - - 0 1", "ve1-ve5", ByTriples, true},
		{"octhex146", "w ROOub1,CAVua2,GOVua1 QUEub3,CAVuf6,UNIuf5 - - - 0 1", "ub1-ub3", ByExtinction, true},
	} {
		g := mustGame(t, test.variant, test.line, test.move)
		o := g.Outcome()
		if o.Ending != test.want || o.Won != test.won || o.Winner != White {
			t.Errorf("%s: %+v, want %q for White", test.variant, o, test.want)
		}
	}
}

func TestCheckmateComesBeforeTheCount(t *testing.T) {
	v := mustFind(t, "stockschach216")
	lines, err := os.ReadFile("testdata/vectors/positions-stockschach216.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if fields[3] != "checkmate" {
			continue
		}
		words := strings.Fields(fields[0])
		words[6] = "150"
		p, err := ReadPosition(v, strings.Join(words, " "))
		if err != nil {
			t.Fatal(err)
		}
		if o := NewGameFrom(p).Outcome(); o.Ending != ByCheckmate || !o.Won || o.Winner == p.Turn() {
			t.Errorf("mate at 150 plies: %+v", o)
		}
		return
	}
	t.Error("no mate among the positions")
}

// TestExtinctionIsOfThePosition checks that in a position in which a family is already lost, every
// move ends the game.
func TestExtinctionIsOfThePosition(t *testing.T) {
	for _, test := range []struct{ variant, line string }{
		{"octhex146", "w CAVua2,QUEua1 QUEuc5 - - - 0 1"},
		{"gutenschach", "w HOSsb2,LIBsb1,ROUsa2,UNIsa1 UNIsh8 - - - 0 1"},
	} {
		p, err := ReadPosition(mustFind(t, test.variant), test.line)
		if err != nil {
			t.Fatal(err)
		}
		if n := Perft(p, 2); n != 0 {
			t.Errorf("%s: perft 2 is %d, want 0", test.line, n)
		}
	}
}

// TestSignedMoves compares the signs of the moves of whole games with those computed for each move
// separately.
func TestSignedMoves(t *testing.T) {
	checks, captures := 0, 0
	for _, v := range Variants() {
		g := NewGame(v)
		for ply, text := range vectorMoves(t, v.Name) {
			m, err := g.Position().ReadText(text)
			if err == nil {
				err = g.Play(m)
			}
			if err != nil {
				t.Fatal(err)
			}
			got, want := g.Signed(ply), g.PositionAt(ply).Signed(m)
			if got != want {
				t.Fatalf("%s: move %d is %q in the game, %q alone", v.Name, ply+1, got, want)
			}
			if strings.HasSuffix(got, "+") || strings.HasSuffix(got, "#") {
				checks++
			}
			if strings.Contains(got, "x") {
				captures++
			}
		}
	}
	if checks < 10 || captures < 100 {
		t.Errorf("%d checks and %d captures: too few to tell anything", checks, captures)
	}
}
