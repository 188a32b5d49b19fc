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

// tunedFiles has a file of tuned values for some variants, made by bench/tune. A line with a word
// and a number holds a value that concerns no single kind. A line with the code of a kind holds
// what is added, in hundredths of a Pawn, to the formula's value of the kind on each cell: for each
// term, the additions while many and while few pieces are left.
//
//go:embed tuned
var tunedFiles embed.FS

// terms is the number of terms by which a kind's value on a cell is tuned: having the piece, the
// activity of the cell, how near it is to the centre, and how far ahead it is. All but the first
// lie between -1 and 1.
const terms = 4

// A Weighting holds what is added for each term, opening and ending in turn.
type Weighting [2 * terms]float64

// Values are what tuning changes in the evaluation of a variant.
type Values struct {
	// Tempo is the value of having the move.
	Tempo int
	// Last is the penalty for having no piece of a family to spare, in games in which some must be
	// kept. Few scales the penalty for having few.
	Last, Few int
	// Added holds what is added for each kind.
	Added []Weighting
}

// Neutral returns the values of the formula.
func Neutral(v *rules.Variant) Values {
	return Values{Tempo: 12, Last: 400, Few: 200, Added: make([]Weighting, len(v.Kinds))}
}

// words maps the names of single values in files to the values.
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

// ReadValues reads the values of a variant from the text of a file. Values that the text does not
// name are those of the formula.
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

// Text returns the values in the form of a file, as whole numbers.
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

// with returns an evaluator with other values. ev must be the evaluator by the formula.
func (ev *evaluator) with(x Values) *evaluator {
	tuned := *ev
	tuned.opening, tuned.ending = slices.Clone(ev.opening), slices.Clone(ev.ending)
	tuned.tempo, tuned.last, tuned.few = int32(x.Tempo), int32(x.Last), int32(x.Few)
	g := cellTermsOf(ev.variant)
	for id := rules.KindID(1); int(id) < len(ev.variant.Kinds); id++ {
		w := x.Added[id]
		if id != ev.royal {
			tuned.worth[id] = max(30, ev.worth[id]+int(math.Round((w[0]+w[1])/2)))
		}
		for _, s := range []rules.Side{rules.White, rules.Black} {
			piece := rules.MakePiece(id, s)
			sign := 1.0
			if s == rules.Black {
				sign = -1
			}
			for c, on := range g.of(s, ev.active[piece]) {
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

// cellTerms holds the terms of each cell of a board.
type cellTerms struct {
	central, push []float64
}

func cellTermsOf(v *rules.Variant) *cellTerms {
	cells := v.Board.Len()
	g := &cellTerms{make([]float64, cells), make([]float64, cells)}
	start := v.Start()
	point := func(c int) [3]float64 {
		p := v.Board.Place(rules.Cell(c))
		return [3]float64{float64(p.Level), float64(p.File), float64(p.Rank)}
	}
	// ahead points from where White's pieces stand in the array to where Black's do.
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

// center shifts and scales values to a mean of 0 and a maximum size of 1.
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
func (g *cellTerms) of(s rules.Side, activity []float64) [][terms]float64 {
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

// Formula returns an engine like [New] that evaluates by the formula alone, even if there are tuned
// values. It is the standard by which these are measured.
func Formula(hash int) *Engine {
	e := New(hash)
	e.formula = true
	return e
}

// Valued returns an engine like [Formula] that evaluates positions of one variant with other
// values, which are being tuned.
func Valued(hash int, v *rules.Variant, values Values) *Engine {
	e := Formula(hash)
	e.values = evaluatorOf(v, true).with(values)
	return e
}

// evaluator returns the evaluator of a variant's positions.
func (e *Engine) evaluator(v *rules.Variant) *evaluator {
	if e.values != nil && e.values.variant == v {
		return e.values
	}
	return evaluatorOf(v, e.formula)
}
