package match

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"

	"raumbot/bot/engine"
	"raumbot/rules"
)

var errNoMove = errors.New("there is no move to play")

// Limited plays with the engine and limits for each move.
type Limited struct {
	Engine *engine.Engine
	Limits engine.Limits
}

// Move implements [Player].
func (l Limited) Move(ctx context.Context, game *rules.Game) (rules.Move, error) {
	m, ok := l.Engine.Search(ctx, game, l.Limits, nil).Best()
	if !ok {
		return m, errNoMove
	}
	return m, nil
}

// Level plays with the engine at one of its levels.
type Level struct {
	Engine *engine.Engine
	Level  int
	// Random provides a seed for each move.
	Random *rand.Rand
	// Resigns makes it resign as soon as its own scores are hopeless, as in a game against people.
	Resigns bool
	// Sure is the lead, or deficit, for several moves from which on it is sure of the result. It never
	// is if Sure is 0.
	Sure engine.Score
	// Draws makes it agree to draws, as in a game against people.
	Draws bool

	scores []engine.Score
	ply    int // the ply of the game at the last score
}

// Start implements [Starter].
func (l *Level) Start(context.Context) error {
	l.scores = nil
	return nil
}

// Move implements [Player]. The error is [ErrResigned] if it resigns.
func (l *Level) Move(ctx context.Context, game *rules.Game) (rules.Move, error) {
	choice, ok := l.Engine.Choose(ctx, game, l.Level, l.Random.Uint64())
	if !ok {
		return rules.Move{}, errNoMove
	}
	l.scores, l.ply = append(l.scores, choice.Score), game.Ply()
	if l.Resigns && engine.Hopeless(l.scores, game.Position(), game.Position().Turn()) {
		return rules.Move{}, ErrResigned
	}
	return choice.Move, nil
}

// Standing implements [Assessor].
func (l *Level) Standing() int {
	if l.Sure == 0 {
		return 0
	}
	return engine.Standing(l.scores, l.Sure)
}

// Even implements [Assessor].
func (l *Level) Even() bool { return l.Draws && engine.Even(l.scores, l.ply) }

// Random plays any legal move.
type Random struct{ *rand.Rand }

// Move implements [Player].
func (r Random) Move(_ context.Context, game *rules.Game) (rules.Move, error) {
	legal := game.Position().Legal()
	return legal[r.IntN(len(legal))], nil
}

// Greedy plays a winning move if there is one. Otherwise it captures the most valuable piece that
// it can, or plays at random.
type Greedy struct{ *rand.Rand }

// Move implements [Player].
func (y Greedy) Move(_ context.Context, game *rules.Game) (rules.Move, error) {
	p := game.Position()
	worth := engine.Worth(p.Variant())
	legal := p.Legal()
	best, most := legal[y.IntN(len(legal))], 0
	for _, m := range legal {
		next, err := p.Play(m)
		if err != nil {
			return m, err
		}
		if _, won := next.Winner(); won {
			return m, nil
		}
		if _, victim := p.Capture(m); victim != rules.NoPiece && worth[victim.Kind()] > most {
			best, most = m, worth[victim.Kind()]
		}
	}
	return best, nil
}

// Named returns the player that a word describes: random, greedy, level:N, nodes:N, or formula:N
// for nodes without tuned values. ok is false if the word describes none. seed determines the
// random choices of players that make any.
func Named(word string, seed uint64) (player Player, ok bool) {
	random := rand.New(rand.NewPCG(seed, 146))
	kind, value, _ := strings.Cut(word, ":")
	n, err := strconv.ParseUint(value, 10, 31)
	switch {
	case word == "random":
		return Random{random}, true
	case word == "greedy":
		return Greedy{random}, true
	case err != nil || n == 0:
		return nil, false
	case kind == "level" && n <= engine.Levels:
		return &Level{Engine: engine.New(engine.DefaultHash), Level: int(n), Random: random}, true
	case kind == "nodes":
		return Limited{Engine: engine.New(engine.DefaultHash), Limits: engine.Limits{Nodes: n}}, true
	case kind == "formula":
		return Limited{Engine: engine.Formula(engine.DefaultHash), Limits: engine.Limits{Nodes: n}}, true
	}
	return nil, false
}
