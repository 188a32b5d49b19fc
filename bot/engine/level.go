package engine

import (
	"context"

	"raumbot/rules"
)

// Levels is the number of strengths at which the engine plays against people, from 1 to Levels.
const Levels = 8

// strength describes how a level plays. A weak level searches little and does not distinguish good
// moves from nearly as good ones.
type strength struct {
	depth int
	nodes uint64 // for a game with at most as many pieces as Raumschach
	lines int
	// blur is how much worse than the best, in hundredths of a Pawn, a chosen move may be.
	blur int
	// careless is the percentage of moves chosen at random among all legal ones. The search is made
	// even then, for the score.
	careless int
}

var strengths = [Levels + 1]strength{
	1: {depth: 1, nodes: 2_000, lines: 12, blur: 250, careless: 50},
	2: {depth: 1, nodes: 3_000, lines: 10, blur: 180},
	3: {depth: 2, nodes: 6_000, lines: 4, blur: 60},
	4: {depth: 4, nodes: 15_000, lines: 3, blur: 20},
	5: {depth: 6, nodes: 36_000, lines: 2, blur: 8},
	6: {nodes: 250_000, lines: 1},
	7: {nodes: 1_200_000, lines: 1},
	8: {nodes: 7_000_000, lines: 1},
}

// A Choice is the move that a level plays.
type Choice struct {
	Move rules.Move
	// Score is the score of the engine's best move, which need not be this one.
	Score Score
	Nodes uint64
}

// Choose returns the move that a level from 1 to [Levels] plays. ok is false if there is none. The
// move depends only on the game, the level and the seed. If the context ends before the search is
// complete, which is meant for emergencies, it also depends on the machine.
func (e *Engine) Choose(ctx context.Context, game *rules.Game, level int, seed uint64) (Choice, bool) {
	st := strengths[level]
	random := newDice(seed, uint64(game.Ply())<<8|uint64(level))
	limits := Limits{Depth: st.depth, Nodes: LevelNodes(game.Position().Variant(), level), Lines: st.lines}
	info := e.Search(ctx, game, limits, nil)
	if len(info.Lines) == 0 {
		return Choice{}, false
	}
	choice := Choice{Move: info.Lines[0].Moves[0], Score: info.Lines[0].Score, Nodes: info.Nodes}
	if random.below(100) < st.careless {
		legal := game.Position().Legal()
		choice.Move = legal[random.below(len(legal))]
		return choice, true
	}
	best := Score(-endless)
	for _, line := range info.Lines {
		score := line.Score
		if st.blur > 0 {
			score += Score(random.below(st.blur))
		}
		if score > best {
			best, choice.Move = score, line.Moves[0]
		}
	}
	return choice, true
}

// LevelNodes returns how many nodes a level searches per move. The last level takes about equally
// long in every game, so it searches fewer nodes where pieces have more moves than in most games,
// because a node takes longer there. Levels 6 and 7 search fewer nodes in games with more pieces
// than Raumschach, because these take more moves.
func LevelNodes(v *rules.Variant, level int) uint64 {
	const (
		fewMen   = 40
		ordinary = 6.5 // the number of moves of a piece
		step     = 1000
	)
	nodes := strengths[level].nodes
	switch {
	case level == Levels:
		if breadth := evaluatorOf(v, true).breadth; breadth > ordinary {
			nodes = uint64(float64(nodes)*ordinary/breadth) / step * step
		}
	// Levels up to 5 search as many nodes in large games: choosing among hundreds of moves needs at
	// least as many as choosing among a few dozen.
	case level > 5:
		if men := menOf(v.Start()); men > fewMen {
			nodes = nodes * fewMen / uint64(men)
		}
	}
	return nodes
}
