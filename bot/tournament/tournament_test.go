package tournament_test

import (
	"reflect"
	"slices"
	"testing"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/tournament"
)

// cup is a round robin of two whose only game is ongoing.
func cup() *tournament.Tournament {
	return tournament.Of(bot.Tournament{
		ID: 1, Terms: bot.Terms{System: bot.RoundRobin, AtOnce: 1}, Phase: bot.Running, Groups: [][]int{{1, 2}},
		Entrants: []bot.Entrant{{Player: 7}, {Player: 8}},
		Rounds:   []bot.Round{{Games: []bot.TournamentGame{{Game: pairing.Game{White: 1, Black: 2}, ID: 3}}}},
	})
}

// TestHypotheticalWins checks IfWon, and that it does not change the tournament.
func TestHypotheticalWins(t *testing.T) {
	for number := 1; number <= 2; number++ {
		c := cup()
		won := c.IfWon(3, number)
		places, err := won.Standings()
		if err != nil {
			t.Fatal(err)
		}
		if first := places[0]; first.Entrant != number || first.Points != 1 {
			t.Errorf("with a win of entrant %d the first is %+v", number, first)
		}
		if !reflect.DeepEqual(c, cup()) {
			t.Errorf("trying a win of entrant %d out has changed the tournament", number)
		}
	}
}

// TestClone makes all changes in a clone that games make, and checks that the original stays the
// same.
func TestClone(t *testing.T) {
	original := cup()
	c := original.Clone()
	c.Rounds[0].Games[0].Result = pairing.Drawn
	c.Rounds[0].Closed = true
	c.Entrants[0].Gone = true
	if !reflect.DeepEqual(original, cup()) {
		t.Errorf("the original is %+v", original)
	}
}

// TestLatestLines checks that the games of a ladder are listed newest first, those that go on before
// others, without changing the ladder.
func TestLatestLines(t *testing.T) {
	ladder := func() *tournament.Tournament {
		c := cup()
		c.System = bot.Ladder
		c.Rounds[0].Games = append(c.Rounds[0].Games, bot.TournamentGame{Game: pairing.Game{White: 2, Black: 1, Result: pairing.Drawn}, ID: 9})
		return c
	}
	l := ladder()
	if tournament.LatestLines(l) == "" {
		t.Error("no games are shown")
	}
	if !reflect.DeepEqual(l, ladder()) {
		t.Errorf("showing the ladder has changed it: %+v", l.Rounds)
	}
	l.Rounds = []bot.Round{{Games: []bot.TournamentGame{{ID: 3}, {Game: pairing.Game{Result: pairing.Drawn}, ID: 9}, {}}}, {Games: []bot.TournamentGame{{ID: 5}}}}
	var order []bot.GameID
	for _, g := range l.Latest() {
		order = append(order, g.ID)
	}
	if !slices.Equal(order, []bot.GameID{5, 3, 9}) {
		t.Errorf("the latest games are %v", order)
	}
}
