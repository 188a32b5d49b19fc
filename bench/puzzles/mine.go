package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"raumbot/bench/prover"
	"raumbot/bot/engine"
	"raumbot/rules"
)

const (
	// glance, look and study are the node limits of the successive searches that a position has
	// to pass.
	glance, look, study = 1_000, 6_000, 100_000
	// gain is how much the best move must win, and margin how much
	// better it must be than any other, in hundredths of a Pawn.
	gain, margin = 150, 150
	// decided is a score above which winning more material makes no good puzzle.
	decided = 700
	// proof limits the nodes of the proof of a win.
	proof = 400_000
	// inOneGame is the greatest number of puzzles from one game.
	inOneGame = 10
	// apart is the least number of plies between two puzzles of a game.
	apart     = 3
	mostPlies = 240
)

// miner generates the puzzles of one variant.
type miner struct {
	ctx    context.Context
	v      *rules.Variant
	random *rand.Rand
	// quick chooses the moves of the games.
	quick  *engine.Engine
	lines  []string
	found  int
	gains  int // the greatest number of puzzles that win material
	themes map[string]int
}

func newMiner(ctx context.Context, v *rules.Variant, seed uint64) *miner {
	return &miner{ctx: ctx, v: v, quick: engine.New(1 << 20),
		random: rand.New(rand.NewPCG(seed, 16)), themes: map[string]int{}}
}

// playGame plays a game between weak levels, and collects puzzles from it.
func (m *miner) playGame(most int) {
	seed := m.random.Uint64()
	m.mine(most, func(g *rules.Game) (rules.Move, bool) {
		choice, ok := m.quick.Choose(m.ctx, g, 2+m.random.IntN(2), seed)
		return choice.Move, ok
	})
}

// mine plays a game with the moves that next returns, until that returns false. It collects puzzles
// from the game as long as there are fewer than most.
func (m *miner) mine(most int, next func(*rules.Game) (rules.Move, bool)) {
	g := rules.NewGame(m.v)
	var puzzles []string
	last, lastPly := 0, 0
	for !g.Outcome().Over() && g.Claimable() == rules.NotEnded && g.Ply() < mostPlies && m.ctx.Err() == nil {
		if g.Ply() > 6 && g.Ply() >= last+apart && len(puzzles) < inOneGame && m.found+len(puzzles) < most {
			if text, ok := m.puzzle(g); ok {
				puzzles = append(puzzles, fmt.Sprintf("%d %s", g.Ply(), text))
				last, lastPly = g.Ply(), g.Ply()
			}
		}
		move, ok := next(g)
		if !ok || g.Play(move) != nil {
			break
		}
	}
	if len(puzzles) == 0 || m.ctx.Err() != nil {
		return
	}
	var moves []string
	for ply, move := range g.Moves()[:lastPly] {
		moves = append(moves, g.PositionAt(ply).Text(move))
	}
	m.lines = append(append(m.lines, "game "+strings.Join(moves, " ")), puzzles...)
	m.found += len(puzzles)
}

// puzzle returns the puzzle in the current position of a game; ok is false if there is none.
func (m *miner) puzzle(g *rules.Game) (text string, ok bool) {
	p := g.Position()
	now := engine.Evaluate(p)
	first := m.search(g, glance, 1)
	if len(first) == 0 || first[0].Score < now+gain {
		return "", false
	}
	if n, mate := first[0].Score.Mate(); mate {
		if n < 1 || n > 3 {
			return "", false
		}
		return m.win(g, first[0], n)
	}
	if m.themes["gain"] >= m.gains {
		return "", false
	}
	lines := m.search(g, look, 2)
	if len(lines) < 2 {
		return "", false
	}
	if now < -decided || now > decided || !stands(lines, now) || retakes(g, lines[0].Moves[0]) {
		return "", false
	}
	// The depth at which the search first finds the gain is a measure of difficulty.
	var depths []rules.Move
	info := engine.New(engine.DefaultHash).Search(m.ctx, g, engine.Limits{Nodes: study, Lines: 2}, func(i engine.Info) {
		depths = append(depths, i.Lines[0].Moves[0])
	})
	if lines = info.Lines; len(lines) < 2 || !stands(lines, now) || lines[0].Moves[0] != first[0].Moves[0] {
		return "", false
	}
	seen := len(depths)
	for seen > 0 && depths[seen-1] == lines[0].Moves[0] {
		seen--
	}
	m.themes["gain"]++
	return fmt.Sprintf("gain %d %s", min(1000+200*seen, 2000), m.text(p, lines[0].Moves, 5)), true
}

// stands reports whether the best of two lines gains something that no other move does.
func stands(lines []engine.Line, before engine.Score) bool {
	return lines[0].Score >= before+gain && lines[0].Score >= lines[1].Score+margin && lines[0].Score > -margin
}

// retakes reports whether a move captures the piece that has just captured. Such a move is too
// obvious for a puzzle.
func retakes(g *rules.Game, move rules.Move) bool {
	last := g.Moves()[g.Ply()-1]
	_, taken := g.PositionAt(g.Ply() - 1).Capture(last)
	return taken != rules.NoPiece && move.To == last.To
}

// win returns the puzzle of a win in n moves, if it is proven and the first move is the only
// winning one.
func (m *miner) win(g *rules.Game, line engine.Line, n int) (string, bool) {
	p := g.Position()
	key := line.Moves[0]
	if len(line.Moves) < 2*n-1 {
		return "", false
	}
	if fault(p, key, n, proof) != "" {
		return "", false
	}
	theme := fmt.Sprintf("mate%d", n)
	m.themes[theme]++
	return fmt.Sprintf("%s %d %s", theme, []int{0, 900, 1400, 1800}[n], m.text(p, line.Moves, 2*n-1)), true
}

// fault returns the reason why a move is not proven to be the only one that wins in n moves, and
// that no move wins sooner. Each proof may take the given number of nodes. It returns "" if that
// is proven.
func fault(p *rules.Position, key rules.Move, n, nodes int) string {
	check := prover.New(p, nodes)
	if !check.Wins(key, n) || check.Spent() {
		return fmt.Sprintf("%s is not proven to win in %d", p.Text(key), n)
	}
	// A second solution may be a quiet move without a threat, too.
	others := prover.New(p, nodes)
	others.Patient = true
	for _, other := range p.Legal() {
		if other != key && others.Wins(other, n) {
			return p.Text(other) + " wins as fast"
		}
	}
	if others.Spent() {
		return "it takes too long to prove that no other move wins as fast"
	}
	switch m, sooner, ok := prover.Sooner(p, n, nodes); {
	case !ok:
		return "it takes too long to prove that no move wins sooner"
	case sooner > 0:
		return fmt.Sprintf("%s wins in %d", p.Text(m), sooner)
	}
	return ""
}

// text returns up to most moves of a line in canonical form.
func (m *miner) text(p *rules.Position, moves []rules.Move, most int) string {
	var words []string
	for _, move := range moves[:min(most, len(moves))] {
		words = append(words, p.Text(move))
		next, err := p.Play(move)
		if err != nil {
			break
		}
		p = next
	}
	return strings.Join(words, " ")
}

func (m *miner) search(g *rules.Game, nodes uint64, lines int) []engine.Line {
	return engine.New(4<<20).Search(m.ctx, g, engine.Limits{Nodes: nodes, Lines: lines}, nil).Lines
}
