package match

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"raumbot/bot/engine"
	"raumbot/rules"
)

func TestElo(t *testing.T) {
	r := Result{Wins: 30, Draws: 20, Losses: 10}
	for range 10 {
		r.pairs = append(r.pairs, 2, 1.5, 0.5)
	}
	elo, low, high := r.Elo()
	if math.Abs(elo-120.4) > 0.5 { // 2/3 of the points
		t.Errorf("Elo %v", elo)
	}
	if !(low < elo && elo < high && low > 0) {
		t.Errorf("from %v to %v", low, high)
	}
	if elo, _, _ := (Result{Wins: 2, pairs: []float64{2}}).Elo(); !math.IsInf(elo, 1) {
		t.Errorf("all won is %v", elo)
	}
}

// TestBeatsRandomMover checks that the engine beats random moves, by checkmate and by extinction.
func TestBeatsRandomMover(t *testing.T) {
	for _, name := range []string{"raumschach", "octhex146"} {
		v, err := rules.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		a := Limited{engine.New(1 << 20), engine.Limits{Nodes: 300}}
		b := Random{rand.New(rand.NewPCG(5, 5))}
		r, err := Play(context.Background(), v, a, b, 1, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Wins != 2 {
			t.Errorf("%s: %s", v.Name, r)
		}
	}
}

func TestMatchIsRepeatable(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	play := func() Result {
		random := func() *rand.Rand { return rand.New(rand.NewPCG(5, 5)) }
		a := Level{engine.New(1 << 20), 2, random()}
		r, err := Play(context.Background(), v, a, Greedy{random()}, 2, 9, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if one, other := play(), play(); one.String() != other.String() || one.Games() != 4 {
		t.Errorf("%s, then %s", one, other)
	}
}

type silent struct{}

func (silent) Move(context.Context, *rules.Game) (rules.Move, error) {
	return rules.Move{}, errors.New("no idea")
}

func TestPlayerThatFails(t *testing.T) {
	if _, err := Play(context.Background(), rules.Variants()[0], silent{}, silent{}, 1, 1, nil); err == nil {
		t.Error("the match went on")
	}
}
