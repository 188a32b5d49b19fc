package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"raumbot/bench/prover"
	"raumbot/bot/engine"
	"raumbot/bot/engine/match"
	"raumbot/rules"
)

// Limits of the nodes of one proof.
const (
	mostNodes = 300_000   // in games of unequal players
	longNodes = 3_000_000 // in games of equal players, which take long themselves
	fewNodes  = 40        // in compositions, for each legal move
)

const (
	// deepest is the length of the longest wins, in moves.
	deepest = 3
	// inOneGame is how many wins of each length are taken from a game, or from compositions that
	// differ in some men.
	inOneGame = 3
	// strong and weak are the nodes of unequal players. They are chosen such that the weak player
	// loses, but not all of its pieces first.
	strong, weak = 300, 20
)

// A miner adds positions to a file until it has each of every variant and length. Which positions
// it takes does not depend on what the engine finds in them.
type miner struct {
	each     int
	seed     uint64
	patience time.Duration
	equal    uint64
	composes bool
	out      string

	random *rand.Rand
	lines  []string
	known  map[string]bool
	found  [deepest + 1]int
	end    time.Time
}

// mine looks for positions of a variant.
func (m *miner) mine(v *rules.Variant) error {
	text, err := os.ReadFile(m.out)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	m.lines = strings.Split(strings.TrimSpace(string(text)), "\n")
	m.known = map[string]bool{"": true}
	m.found = [deepest + 1]int{}
	for _, line := range m.lines {
		m.known[line] = true
		for n := 1; n <= deepest; n++ {
			if strings.HasPrefix(line, fmt.Sprintf("%s\t%d\t", v.Name, n)) {
				m.found[n]++
			}
		}
	}
	m.random = rand.New(rand.NewPCG(m.seed, 3))
	m.end = time.Now().Add(m.patience)
	ctx, cancel := context.WithDeadline(context.Background(), m.end)
	defer cancel()
	look := m.games
	if m.composes {
		look = m.compose
	}
	err = look(ctx, v)
	fmt.Printf("%s: %v\n", v.Name, m.found[1:])
	return err
}

// done reports whether enough has been found, or the time is over.
func (m *miner) done() bool { return slices.Min(m.found[1:]) >= m.each || time.Now().After(m.end) }

// games plays games and looks at the positions before their ends in which the winner is to move.
func (m *miner) games(ctx context.Context, v *rules.Variant) error {
	for !m.done() {
		g, err := m.play(ctx, v)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if !g.Outcome().Won {
			continue
		}
		nodes := mostNodes
		if m.equal > 0 {
			nodes = longNodes
		}
		var taken [deepest + 1]int
		failures := 0
		for ply := g.Ply() - 1; ply >= 0 && failures < 2 && !m.done(); ply -= 2 {
			line, n := proven(g.PositionAt(ply), nodes)
			if n == 0 {
				failures++
				continue
			}
			m.take(line, n, &taken)
		}
		if err := m.write(); err != nil {
			return err
		}
	}
	return nil
}

// play plays a game of equal players, or of unequal players who sometimes move at random.
func (m *miner) play(ctx context.Context, v *rules.Variant) (*rules.Game, error) {
	g := rules.NewGameFrom(match.Opening(ctx, v, m.random))
	nodes := [2]uint64{strong, weak}
	if m.equal > 0 {
		nodes = [2]uint64{m.equal, m.equal}
	}
	var players [2]match.Player
	for i := range players {
		players[i] = match.Limited{Engine: engine.Formula(1 << 20), Limits: engine.Limits{Nodes: nodes[i]}}
	}
	white := m.random.IntN(2)
	for !g.Outcome().Over() && g.Claimable() == rules.NotEnded && ctx.Err() == nil {
		next, err := players[(g.Ply()+int(g.PositionAt(0).Turn())+white)%2].Move(ctx, g)
		if m.equal == 0 && m.random.IntN(10) == 0 {
			next = lively(g.Position(), m.random)
		}
		if err == nil {
			err = g.Play(next)
		}
		if err != nil {
			return g, err
		}
	}
	return g, nil
}

// take adds a line with a win in n moves, unless there are enough such lines in the file or from
// this game.
func (m *miner) take(line string, n int, taken *[deepest + 1]int) {
	if taken[n] < inOneGame && m.found[n] < m.each && !m.known[line] {
		taken[n]++
		m.found[n]++
		m.known[line] = true
		m.lines = append(m.lines, line)
	}
}

// write replaces the contents of the file, sorted by variants and lengths.
func (m *miner) write() error {
	slices.SortStableFunc(m.lines, func(a, b string) int {
		first, second := strings.SplitN(a, "\t", 3), strings.SplitN(b, "\t", 3)
		return slices.Compare(first[:min(2, len(first))], second[:min(2, len(second))])
	})
	return os.WriteFile(m.out, []byte(strings.TrimSpace(strings.Join(m.lines, "\n"))+"\n"), 0o644)
}

// proven returns the line of the file for a position with a proven win, and the number of moves to
// the win. n is 0 if no win was proven within the given number of nodes.
func proven(p *rules.Position, nodes int) (line string, n int) {
	for _, forcing := range []bool{true, false} {
		for n := 1; n <= deepest; n++ {
			check := prover.New(p, nodes)
			check.Forcing = forcing
			m, ok := check.WinIn(n)
			switch {
			case check.Spent() && !forcing:
				return "", 0
			case ok && !check.Spent():
				return shortest(p, m, n, max(nodes, mostNodes))
			}
		}
	}
	return "", 0
}

// shortest returns the results of [proven] for a win in n moves, or for a quiet move that wins in
// fewer moves if there is one.
func shortest(p *rules.Position, m rules.Move, n, nodes int) (string, int) {
	sooner, wins, ok := prover.Sooner(p, n, nodes)
	switch {
	case !ok:
		return "", 0
	case wins > 0:
		m, n = sooner, wins
	}
	return fmt.Sprintf("%s\t%d\t%s\t%s", p.Variant().Name, n, p.Text(m), p.Line()), n
}

// lively returns a random move, usually a capture if there is one.
func lively(p *rules.Position, random *rand.Rand) rules.Move {
	legal := p.Legal()
	m := legal[random.IntN(len(legal))]
	for range 6 {
		if _, victim := p.Capture(m); victim != rules.NoPiece {
			break
		}
		m = legal[random.IntN(len(legal))]
	}
	return m
}
