package processes

import (
	"math/rand/v2"
	"testing"

	"raumbot/rules"
)

// walk is a game of random legal moves, deterministic for a seed.
type walk struct {
	t      *testing.T
	game   *rules.Game
	random *rand.Rand
}

func newWalk(t *testing.T, variant string, seed uint64) *walk {
	v, err := rules.Find(variant)
	if err != nil {
		t.Fatal(err)
	}
	return &walk{t, rules.NewGame(v), rand.New(rand.NewPCG(seed, 7))}
}

// step makes a move and returns its text, "" when the game is over.
func (w *walk) step() string {
	if w.game.Outcome().Over() {
		return ""
	}
	position := w.game.Position()
	legal := position.Legal()
	m := legal[w.random.IntN(len(legal))]
	text := position.Text(m)
	if err := w.game.Play(m); err != nil {
		w.t.Fatal(err)
	}
	return text
}

// follow makes a move that was chosen elsewhere.
func (w *walk) follow(text string) {
	w.t.Helper()
	m, err := w.game.Position().ReadText(text)
	if err == nil {
		err = w.game.Play(m)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
