package coach

import (
	"fmt"
	"testing"

	"raumbot/bot"
	"raumbot/render"
)

// TestTurningPointsAreTheWorst checks that of many blunders those are listed that cost most.
func TestTurningPointsAreTheWorst(t *testing.T) {
	var j judgedGame
	for ply := range 10 {
		j.moves = append(j.moves, judgedMove{ply: ply, fault: render.Blunder, lost: 0.3 + float64(ply)/100})
	}
	j.moves[0].fault, j.moves[0].lost = render.Mistake, 0.29
	if got := fmt.Sprint(j.turningPoints()); got != "[4 5 6 7 8 9]" {
		t.Errorf("turning points %s", got)
	}
}

// TestAccuracyCountsWhereItMatters checks that good moves in a game that is decided hardly raise an
// accuracy, and that one bad move lowers it more than one good move raises it.
func TestAccuracyCountsWhereItMatters(t *testing.T) {
	positions := []bot.Judged{{Score: 0}, {Score: 20}, {Score: -900}, {Score: -950}, {Score: -5000}, {Score: -6000}, {Score: -6000}, {Score: -7000}}
	even, decided := weightOf(positions, 2), weightOf(positions, 7)
	if even < 10*decided {
		t.Errorf("a blunder in an even game counts %v, a move in a decided one %v", even, decided)
	}
	bad := judgedSide{moves: 5, accuracies: []weighedAccuracy{{5, even}, {100, decided}, {100, decided}, {100, decided}, {100, decided}}}
	plain := (5.0 + 4*100) / 5
	if got := bad.accuracy(); got > plain/2 {
		t.Errorf("an accuracy of %.0f %%, though the only move that mattered was bad; the mean is %.0f %%", got, plain)
	}
	if perfect := (judgedSide{moves: 2, accuracies: []weighedAccuracy{{100, even}, {100, decided}}}); perfect.accuracy() != 100 {
		t.Errorf("the best moves alone are %v", perfect.accuracy())
	}
}
