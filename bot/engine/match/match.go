// Package match plays matches between engines and estimates the difference in strength.
package match

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// A Player chooses moves.
type Player interface {
	// Move returns a legal move in a game that is not over.
	Move(ctx context.Context, game *rules.Game) (rules.Move, error)
}

// Result counts games as seen by the first player.
type Result struct {
	Wins, Draws, Losses int
	// pairs holds the points of each pair of games from one opening.
	pairs []float64
}

// Add adds another result.
func (r *Result) Add(other Result) {
	r.Wins += other.Wins
	r.Draws += other.Draws
	r.Losses += other.Losses
	r.pairs = append(r.pairs, other.pairs...)
}

// Games returns the number of games.
func (r Result) Games() int { return r.Wins + r.Draws + r.Losses }

// Score returns the first player's share of the points.
func (r Result) Score() float64 {
	return (float64(r.Wins) + float64(r.Draws)/2) / float64(max(1, r.Games()))
}

// Elo returns the rating difference that corresponds to the score, with its 95 %
// confidence interval. This is derived from the variance of the pairs, because two
// games from one opening are not independent; it is infinite if one side won all
// games.
func (r Result) Elo() (elo, low, high float64) {
	mean, n := r.Score(), float64(len(r.pairs))
	if n < 2 {
		return difference(mean), math.Inf(-1), math.Inf(1)
	}
	scatter := 0.0
	for _, points := range r.pairs {
		scatter += (points/2 - mean) * (points/2 - mean)
	}
	deviation := math.Sqrt(scatter / (n - 1) / n)
	const width = 1.96
	return difference(mean), difference(mean - width*deviation), difference(mean + width*deviation)
}

// difference returns the Elo difference that corresponds to a score.
func difference(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// String sums the result up in a line.
func (r Result) String() string {
	elo, low, high := r.Elo()
	return fmt.Sprintf("%d games, +%d =%d -%d, %.1f %%, Elo %+.0f (95 %%: %+.0f to %+.0f)",
		r.Games(), r.Wins, r.Draws, r.Losses, 100*r.Score(), elo, low, high)
}

// mostPlies limits the length of games.
const mostPlies = 400

// Play plays pairs of games of a variant from random openings, each with both
// colours. after is called after each pair, if it is not nil.
func Play(ctx context.Context, v *rules.Variant, a, b Player, pairs int, seed uint64, after func(Result)) (Result, error) {
	var r Result
	random := rand.New(rand.NewPCG(seed, 1907))
	for range pairs {
		opening := openingOf(ctx, v, random)
		points := 0.0
		for _, first := range []bool{true, false} {
			white, black := a, b
			if !first {
				white, black = b, a
			}
			half, err := one(ctx, opening, white, black)
			if err != nil {
				return r, err
			}
			if !first {
				half = 2 - half
			}
			points += float64(half) / 2
			switch half {
			case 2:
				r.Wins++
			case 1:
				r.Draws++
			default:
				r.Losses++
			}
		}
		r.pairs = append(r.pairs, points)
		if after != nil {
			after(r)
		}
	}
	return r, nil
}

// one plays a game from a position and returns White's half points.
func one(ctx context.Context, start *rules.Position, white, black Player) (int, error) {
	g := rules.NewGameFrom(start)
	for !g.Outcome().Over() && g.Claimable() == rules.NotEnded && g.Ply() < mostPlies {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		player := white
		if g.Position().Turn() == rules.Black {
			player = black
		}
		m, err := player.Move(ctx, g)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return 0, fmt.Errorf("%s at ply %d of a game of %s: %w", g.Position().Turn(), g.Ply(), start.Variant().Name, err)
		}
	}
	o := g.Outcome()
	switch {
	case !o.Won:
		return 1, nil
	case o.Winner == rules.White:
		return 2, nil
	}
	return 0, nil
}

// openingOf plays random plies, more on large boards, until the position is
// roughly even.
func openingOf(ctx context.Context, v *rules.Variant, random *rand.Rand) *rules.Position {
	const limit, nodes, large = 150, 1000, 300
	least := 4
	if v.Board.Len() > large {
		least = 8
	}
	e := engine.New(1 << 20)
	for {
		g := rules.NewGame(v)
		for range least + random.IntN(5) {
			legal := g.Position().Legal()
			if len(legal) == 0 {
				break
			}
			if g.Play(legal[random.IntN(len(legal))]) != nil {
				break
			}
		}
		info := e.Search(ctx, g, engine.Limits{Nodes: nodes}, nil)
		if len(info.Lines) > 0 && max(info.Lines[0].Score, -info.Lines[0].Score) <= limit || ctx.Err() != nil {
			return g.Position()
		}
	}
}
