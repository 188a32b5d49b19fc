package engine

import (
	"embed"
	"fmt"
	"math"
	"strings"

	"raumbot/rules"
)

// Some variants have a file of tuned values in the folder tuned, made by bench/tune: a line for each
// kind of piece with its code and what is added to the formula's value of it on each cell, in hundredths
// of a Pawn: for each term while many and when few pieces are left.
//
//go:embed tuned
var tunedFiles embed.FS

// terms are what a kind's value on a cell is tuned by: having the piece, the activity of the
// cell, how near it is to the centre, and how far ahead. All but the first lie between
// -1 and 1.
const terms = 4

// A weighting holds what is added for each term, opening and ending.
type weighting [2 * terms]float64

// tunedOf returns the weightings of a variant's kinds, nil if it has none.
func tunedOf(v *rules.Variant) []weighting {
	text, err := tunedFiles.ReadFile("tuned/" + v.Name + ".txt")
	if err != nil {
		return nil
	}
	w, err := readTuned(v, string(text))
	if err != nil {
		return nil // the tests read every file
	}
	return w
}

func readTuned(v *rules.Variant, text string) ([]weighting, error) {
	w := make([]weighting, len(v.Kinds))
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var code string
		var t weighting
		if _, err := fmt.Sscan(line, &code, &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", v.Name, line, err)
		}
		id, ok := v.KindByCode(code)
		if !ok {
			return nil, fmt.Errorf("%s has no kind %s", v.Name, code)
		}
		w[id] = t
	}
	return w, nil
}

// A ground tells the terms of each cell of a board.
type ground struct {
	v             *rules.Variant
	central, push []float64
}

func groundOf(v *rules.Variant) *ground {
	cells := v.Board.Len()
	g := &ground{v, make([]float64, cells), make([]float64, cells)}
	start := v.Start()
	point := func(c int) [3]float64 {
		p := v.Board.Place(rules.Cell(c))
		return [3]float64{float64(p.Level), float64(p.File), float64(p.Rank)}
	}
	// Ahead is from where White's pieces stand in the array, to where Black's do.
	var middle, ahead [3]float64
	for c := range cells {
		at := point(c)
		for i := range at {
			middle[i] += at[i] / float64(cells)
			switch piece := start.At(rules.Cell(c)); {
			case piece == rules.NoPiece:
			case piece.Side() == rules.White:
				ahead[i] -= at[i]
			default:
				ahead[i] += at[i]
			}
		}
	}
	for c := range cells {
		at := point(c)
		far, along := 0.0, 0.0
		for i := range at {
			far += (at[i] - middle[i]) * (at[i] - middle[i])
			along += (at[i] - middle[i]) * ahead[i]
		}
		g.central[c], g.push[c] = -math.Sqrt(far), along
	}
	center(g.central)
	center(g.push)
	return g
}

// center shifts and scales values to a mean of 0 and a greatest size of 1.
func center(values []float64) {
	mean, most := 0.0, 0.0
	for _, x := range values {
		mean += x / float64(len(values))
	}
	for i := range values {
		values[i] -= mean
		most = max(most, math.Abs(values[i]))
	}
	for i := range values {
		if most > 0 {
			values[i] /= most
		}
	}
}

// of returns the terms of a kind on each cell.
func (g *ground) of(id rules.KindID, s rules.Side, activity []float64) [][terms]float64 {
	active := append([]float64(nil), activity...)
	center(active)
	on := make([][terms]float64, len(active))
	for c := range on {
		push := g.push[c]
		if s == rules.Black {
			push = -push
		}
		on[c] = [terms]float64{1, active[c], g.central[c], push}
	}
	return on
}

// Formula returns an engine like [New] that evaluates by the formula alone, also where there
// are tuned values: what these are measured against.
func Formula(hash int) *Engine {
	e := New(hash)
	e.formula = true
	return e
}

// EvaluateFormula evaluates a position for the player to move, without a search and by the formula alone.
func EvaluateFormula(p *rules.Position) Score {
	j := judgeOf(p.Variant(), true)
	return j.evaluate(p, j.balanceOf(p))
}

// Terms returns what the evaluation of a position is linear in, for tuning: eight numbers for each kind, the
// terms opening and ending of White's pieces minus those of Black's. What a file of tuned values
// adds for White is the sum of its numbers times these.
func Terms(p *rules.Position) []float64 {
	j := judgeOf(p.Variant(), true)
	j.termsOnce.Do(j.listTerms)
	sums := make([]float64, len(j.variant.Kinds)*2*terms)
	early := 0.0
	if j.full > 0 {
		early = float64(min(j.balanceOf(p).phase, j.full)) / float64(j.full)
	}
	for c := range rules.Cell(j.variant.Board.Len()) {
		piece := p.At(c)
		if piece == rules.NoPiece {
			continue
		}
		sign := 1.0
		if piece.Side() == rules.Black {
			sign = -1
		}
		row := sums[int(piece.Kind())*2*terms:]
		for i, x := range j.termsOn[piece][c] {
			row[2*i] += sign * early * x
			row[2*i+1] += sign * (1 - early) * x
		}
	}
	return sums
}

// listTerms lists the terms of all pieces.
func (j *judge) listTerms() {
	g := groundOf(j.variant)
	j.termsOn = make([][][terms]float64, 2*len(j.variant.Kinds))
	for id := rules.KindID(1); int(id) < len(j.variant.Kinds); id++ {
		for _, s := range []rules.Side{rules.White, rules.Black} {
			on, _ := activity(j.variant, id, s, j.occupied)
			j.termsOn[rules.MakePiece(id, s)] = g.of(id, s, on)
		}
	}
}
