package engine

import (
	"context"
	"runtime"
	"testing"
	"weak"

	"raumbot/rules"
)

// TestDroppedGameIsForgotten checks that what an engine computes for a game is freed together with
// the game.
func TestDroppedGameIsForgotten(t *testing.T) {
	e := New(DefaultHash)
	dropped := playAndDrop(t, e)
	for range 5 {
		if runtime.GC(); dropped.Value() == nil {
			break
		}
	}
	if dropped.Value() != nil {
		t.Error("a game that was dropped is still in memory")
	}
	runtime.KeepAlive(e)
}

// playAndDrop registers a version of a game, searches in it, and drops it.
func playAndDrop(t *testing.T, e *Engine) weak.Pointer[rules.Variant] {
	t.Helper()
	old, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	next := *old
	next.Version, next.Kinds = "dropped", old.Kinds[1:]
	rules.AddVersion(next.ID(), func() (*rules.Variant, error) {
		v, faults := rules.Define(next)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		return v, nil
	})
	defer rules.DropVersion(next.ID())
	v, err := rules.Find(next.ID())
	if err != nil {
		t.Fatal(err)
	}
	Prepare(v)
	if WorthByFormula(v) != WorthByFormula(old) || Worth(v) != Worth(old) {
		t.Error("the same game has other values")
	}
	if WorthByFormula(v) == Worth(v) {
		t.Error("the two judges of a game are mistaken for each other")
	}
	if info := e.Search(context.Background(), rules.NewGame(v), Limits{Nodes: 100}, nil); len(info.Lines) == 0 {
		t.Error("no move")
	}
	return weak.Make(v)
}
