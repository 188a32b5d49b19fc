// Tune finds what to add to the formula's values of a variant's pieces, from games of the engine
// against itself: Texel's method, which fits the evaluation of quiet positions to how their games ended.
//
//	go run ./tune -variant raumschach -games 3000 -nodes 200 -o ../bot/engine/tuned
//	go run ./ladder play -sprt 0:40 -games 4000 -variants raumschach nodes:500/formula:500
//
// The first makes the file, the second tests it against the formula alone. The same command gives the same file.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"raumbot/bot/engine"
	"raumbot/bot/engine/match"
	"raumbot/rules"
)

func main() {
	name := flag.String("variant", "", "the variant")
	games := flag.Int("games", 3000, "games to learn from")
	nodes := flag.Uint64("nodes", 200, "nodes of each move")
	seed := flag.Uint64("seed", 1, "chooses the openings")
	out := flag.String("o", ".", "the folder of the file")
	flag.Parse()
	v, err := rules.Find(*name)
	if err == nil {
		err = run(v, *games, *nodes, *seed, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A sample is a quiet position: its evaluation by the formula, the terms that are tuned, and White's points.
type sample struct {
	score  float64
	terms  []float64
	points float64
	// held positions are not learned from, but show whether what was learned holds for others.
	held bool
}

// A recorder plays both sides of a game and collects quiet positions.
type recorder struct {
	match.Limited
	random  *rand.Rand
	samples []sample
}

// apart is the mean distance of positions from one game, in plies, sharing that each of them counts
// for less than one, as they have one result.
const (
	apart   = 8
	sharing = 0.25
)

// Move implements [match.Player].
func (r *recorder) Move(ctx context.Context, game *rules.Game) (rules.Move, error) {
	info := r.Engine.Search(ctx, game, r.Limits, nil)
	m, ok := info.Best()
	if !ok {
		return m, fmt.Errorf("no move in %s", game.Position().Line())
	}
	p := game.Position()
	_, victim := p.Capture(m)
	_, mate := info.Lines[0].Score.Mate()
	if r.random.IntN(apart) == 0 && victim == rules.NoPiece && m.Promotion == rules.NoKind && !mate && !game.SearchPosition().Checked() {
		score := float64(engine.EvaluateFormula(p))
		if p.Turn() == rules.Black {
			score = -score
		}
		r.samples = append(r.samples, sample{score: score, terms: engine.Terms(p)})
	}
	return m, nil
}

func run(v *rules.Variant, games int, nodes, seed uint64, folder string) error {
	ctx := context.Background()
	began := time.Now()
	var samples []sample
	random := rand.New(rand.NewPCG(seed, 42))
	r := &recorder{match.Limited{Engine: engine.Formula(1 << 20), Limits: engine.Limits{Nodes: nodes}}, random, nil}
	for n := range games {
		r.samples = r.samples[:0]
		half, err := match.Game(ctx, match.Opening(ctx, v, random), r, r)
		if err != nil {
			return err
		}
		for _, s := range r.samples {
			s.points, s.held = float64(half)/2, n%10 == 9
			samples = append(samples, s)
		}
	}
	fmt.Printf("%s: %d positions from %d games in %.0f s\n", v.Name, len(samples), games, time.Since(began).Seconds())
	scale := scaleOf(samples)
	weights := fit(samples, scale)
	before, after := loss(samples, scale, nil, true), loss(samples, scale, weights, true)
	fmt.Printf("%s: scale %.0f; loss of positions held back %.5f, tuned %.5f\n", v.Name, scale, before, after)
	var b strings.Builder
	fmt.Fprintf(&b, "# Made by `go run ./tune -variant %s -games %d -nodes %d -seed %d` in bench: what is added to the formula's values,\n", v.Name, games, nodes, seed)
	fmt.Fprintf(&b, "# opening and ending, for the piece, the activity of its cell, the centre, and being ahead. %d positions; loss of those held back %.5f, before %.5f.\n", len(samples), after, before)
	each := len(weights) / len(v.Kinds)
	for id := 1; id < len(v.Kinds); id++ {
		b.WriteString(v.Kinds[id].Code)
		for _, w := range weights[id*each : (id+1)*each] {
			fmt.Fprintf(&b, " %.0f", w)
		}
		b.WriteByte('\n')
	}
	return os.WriteFile(filepath.Join(folder, v.Name+".txt"), []byte(b.String()), 0o644)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// loss returns the mean log loss of the positions held back, or of the others.
func loss(samples []sample, scale float64, weights []float64, held bool) float64 {
	sum, n := 0.0, 0
	for _, s := range samples {
		if s.held != held {
			continue
		}
		p := min(1-1e-9, max(1e-9, sigmoid((s.score+dot(weights, s.terms))/scale)))
		sum -= s.points*math.Log(p) + (1-s.points)*math.Log(1-p)
		n++
	}
	return sum / float64(max(1, n))
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// scaleOf returns the scale at which the formula predicts results best: its evaluation divided by it is the
// logarithm of the odds.
func scaleOf(samples []sample) float64 {
	best, least := 0.0, math.Inf(1)
	for scale := 50.0; scale < 5000; scale *= 1.03 {
		if l := loss(samples, scale, nil, false); l < least {
			best, least = scale, l
		}
	}
	return best
}

// How far values are expected to lie from the formula's, in hundredths of a Pawn: those of pieces, and those of places.
const (
	doubtOfPieces = 100
	doubtOfPlaces = 30
)

// fit returns the most probable weights, by Newton's method.
func fit(samples []sample, scale float64) []float64 {
	n := len(samples[0].terms)
	w := make([]float64, n)
	for range 8 {
		gradient := make([]float64, n)
		hessian := make([][]float64, n)
		for i := range hessian {
			doubt := float64(doubtOfPlaces)
			if i%8 < 2 {
				doubt = doubtOfPieces
			}
			hessian[i] = make([]float64, n)
			hessian[i][i] = 1 / (doubt * doubt)
			gradient[i] = w[i] / (doubt * doubt)
		}
		var used []int
		for _, s := range samples {
			if s.held {
				continue
			}
			p := sigmoid((s.score + dot(w, s.terms)) / scale)
			slope, bend := sharing*(p-s.points)/scale, sharing*p*(1-p)/(scale*scale)
			used = used[:0]
			for i, x := range s.terms {
				if x != 0 {
					used = append(used, i)
				}
			}
			for _, i := range used {
				gradient[i] += slope * s.terms[i]
				row := hessian[i]
				for _, k := range used {
					row[k] += bend * s.terms[i] * s.terms[k]
				}
			}
		}
		for i, step := range solve(hessian, gradient) {
			w[i] -= step
		}
	}
	return w
}

// solve solves a system of equations whose matrix is positive definite, by elimination.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for k := i + 1; k < n; k++ {
			f := a[k][i] / a[i][i]
			if f == 0 {
				continue
			}
			for c := i; c < n; c++ {
				a[k][c] -= f * a[i][c]
			}
			b[k] -= f * b[i]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < n; k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
