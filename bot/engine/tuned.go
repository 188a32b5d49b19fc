package engine

import (
	"embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"raumbot/rules"
)

// Some variants have a file of tuned values in the folder tuned, made by bench/tune: lines with a word and a number
// for what concerns no single kind, and a line for each kind of piece with its code and what is added to the formula's value of it on each
// cell, in hundredths of a Pawn: for each term while many and when few pieces are left.
//
//go:embed tuned
var tunedFiles embed.FS

// terms are what a kind's value on a cell is tuned by: having the piece, the activity of the
// cell, how near it is to the centre, and how far ahead. All but the first lie between
// -1 and 1.
const terms = 4

// A Weighting holds what is added for each term, opening and ending in turn.
type Weighting [2 * terms]float64

// Values are what tuning changes in the evaluation of a variant.
type Values struct {
	// Tempo is the value of having the move.
	Tempo int
	// In games with families of which some must be kept, Last is the penalty for having none to spare, and Few is the
	// scale of that for having few.
	Last, Few int
	// Added holds what is added for each kind.
	Added []Weighting
}

// Neutral returns the values of the formula.
func Neutral(v *rules.Variant) Values {
	return Values{Tempo: 12, Last: 400, Few: 200, Added: make([]Weighting, len(v.Kinds))}
}

// words are the names of the single values in files.
func (x *Values) words() map[string]*int {
	return map[string]*int{"tempo": &x.Tempo, "last": &x.Last, "few": &x.Few}
}

// tunedOf returns the tuned values of a variant; ok is false if it has none.
func tunedOf(v *rules.Variant) (values Values, ok bool) {
	text, err := tunedFiles.ReadFile("tuned/" + v.Name + ".txt")
	if err == nil {
		values, err = ReadValues(v, string(text))
	}
	return values, err == nil // the tests read every file
}

// ReadValues reads the values of a variant from the text of a file; what it does not name is as in the formula.
func ReadValues(v *rules.Variant, text string) (Values, error) {
	x := Neutral(v)
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if single := x.words()[word]; single != nil {
			if _, err := fmt.Sscan(rest, single); err != nil {
				return x, fmt.Errorf("%s: %q: %w", v.Name, line, err)
			}
			continue
		}
		var w Weighting
		if _, err := fmt.Sscan(rest, &w[0], &w[1], &w[2], &w[3], &w[4], &w[5], &w[6], &w[7]); err != nil {
			return x, fmt.Errorf("%s: %q: %w", v.Name, line, err)
		}
		id, ok := v.KindByCode(word)
		if !ok {
			return x, fmt.Errorf("%s has no kind %s", v.Name, word)
		}
		x.Added[id] = w
	}
	return x, nil
}

// Text returns the values as a file has them, in whole numbers.
func (x Values) Text(v *rules.Variant) string {
	var b strings.Builder
	words := x.words()
	for _, word := range slices.Sorted(maps.Keys(words)) {
		fmt.Fprintf(&b, "%s %d\n", word, *words[word])
	}
	for id := 1; id < len(v.Kinds); id++ {
		b.WriteString(v.Kinds[id].Code)
		for _, w := range x.Added[id] {
			fmt.Fprintf(&b, " %d", int(math.Round(w)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// with returns a judge like this one, which is by the formula, with other values.
func (j *judge) with(x Values) *judge {
	tuned := *j
	tuned.opening, tuned.ending = slices.Clone(j.opening), slices.Clone(j.ending)
	tuned.tempo, tuned.last, tuned.few = int32(x.Tempo), int32(x.Last), int32(x.Few)
	g := groundOf(j.variant)
	for id := rules.KindID(1); int(id) < len(j.variant.Kinds); id++ {
		w := x.Added[id]
		if id != j.royal {
			tuned.worth[id] = max(30, j.worth[id]+int(math.Round((w[0]+w[1])/2)))
		}
		for _, s := range []rules.Side{rules.White, rules.Black} {
			piece := rules.MakePiece(id, s)
			sign := 1.0
			if s == rules.Black {
				sign = -1
			}
			for c, on := range g.of(s, j.active[piece]) {
				early, late := 0.0, 0.0
				for i, x := range on {
					early += w[2*i] * x
					late += w[2*i+1] * x
				}
				tuned.opening[int(piece)<<9|c] += int32(math.Round(sign * early))
				tuned.ending[int(piece)<<9|c] += int32(math.Round(sign * late))
			}
		}
	}
	return &tuned
}

// A ground tells the terms of each cell of a board.
type ground struct {
	central, push []float64
}

func groundOf(v *rules.Variant) *ground {
	cells := v.Board.Len()
	g := &ground{make([]float64, cells), make([]float64, cells)}
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
func (g *ground) of(s rules.Side, activity []float64) [][terms]float64 {
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

// Valued returns an engine like [Formula] that evaluates positions of one variant with other values, which are being
// tuned.
func Valued(hash int, v *rules.Variant, values Values) *Engine {
	e := Formula(hash)
	e.values = judgeOf(v, true).with(values)
	return e
}

// judge returns the judge of a variant's positions.
func (e *Engine) judge(v *rules.Variant) *judge {
	if e.values != nil && e.values.variant == v {
		return e.values
	}
	return judgeOf(v, e.formula)
}
