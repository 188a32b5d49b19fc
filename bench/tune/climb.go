package main

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"raumbot/bot/engine"
	"raumbot/bot/engine/match"
	"raumbot/rules"
)

// A climb is the state of tuning: the point reached, in units of the coordinates, and the points
// after each pair of games.
type climb struct {
	v           *rules.Variant
	nodes, seed uint64
	coordinates []coordinate
	at          []float64
	path        [][]float64
}

// How far a pair that one side won moves each coordinate, in units, at first; and after
// how many pairs steps begin to shrink.
const (
	stride    = 0.1
	shrinking = 200
)

// step plays a pair of games between two points, which lie one unit to each side of the current
// point in every coordinate.
func (c *climb) step(ctx context.Context) error {
	random := rand.New(rand.NewPCG(c.seed, uint64(len(c.path))))
	signs := make([]float64, len(c.at))
	one, other := make([]float64, len(c.at)), make([]float64, len(c.at))
	for i, x := range c.at {
		signs[i] = float64(2*random.IntN(2) - 1)
		one[i], other[i] = x+signs[i], x-signs[i]
	}
	r, err := match.Play(ctx, c.v, c.player(one), c.player(other), 1, random.Uint64(), nil)
	if err == nil && len(r.Forfeits) > 0 {
		err = errors.New(r.Forfeits[0])
	}
	if err != nil {
		return err
	}
	length := stride / math.Sqrt(1+float64(len(c.path))/shrinking)
	for i := range c.at {
		c.at[i] += length * float64(r.Wins-r.Losses) / 2 * signs[i]
	}
	c.path = append(c.path, slices.Clone(c.at))
	return nil
}

// mean returns the mean of the later half of the path, which scatters less than its end.
func (c *climb) mean() []float64 {
	mean := make([]float64, len(c.at))
	half := c.path[len(c.path)/2:]
	for _, point := range half {
		for i, x := range point {
			mean[i] += x / float64(len(half))
		}
	}
	return mean
}

// player returns a player with the values of a point.
func (c *climb) player(at []float64) match.Player {
	return match.Limited{Engine: engine.Valued(1<<20, c.v, c.values(at)), Limits: engine.Limits{Nodes: c.nodes, Plain: true}}
}
