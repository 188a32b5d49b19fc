package engine

import (
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"raumbot/rules"
)

// TestTunedFiles checks that every file of tuned values belongs to a variant and can be read.
func TestTunedFiles(t *testing.T) {
	files, err := tunedFiles.ReadDir("tuned")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name, ok := strings.CutSuffix(file.Name(), ".txt")
		if !ok {
			continue
		}
		v, err := rules.Find(name)
		if err != nil {
			t.Error(err)
			continue
		}
		text, err := tunedFiles.ReadFile("tuned/" + filepath.Base(file.Name()))
		if err == nil {
			_, err = ReadValues(v, string(text))
		}
		if err != nil {
			t.Error(err)
		}
	}
}

func TestTunedMistakes(t *testing.T) {
	v := rules.Variants()[0]
	for _, text := range []string{"QUE 1 2 3\n", "XYZ 1 2 3 4 5 6 7 8\n", "QUE 1 2 3 4 5 6 7 x\n", "tempo\n", "tempo x\n", "time 4\n"} {
		if _, err := ReadValues(v, text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// someValues returns arbitrary values.
func someValues(v *rules.Variant) Values {
	random := newDice(7, 11)
	x := Values{Tempo: 31, Last: 555, Few: 777, Added: make([]Weighting, len(v.Kinds))}
	for id := 1; id < len(x.Added); id++ {
		for i := range x.Added[id] {
			x.Added[id][i] = float64(random.below(61) - 30)
		}
	}
	return x
}

// TestTunedText checks that values are read as they were written.
func TestTunedText(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *rules.Variant) {
		want := someValues(v)
		got, err := ReadValues(v, "# a comment\n"+want.Text(v))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v, not %v", got, err, want)
		}
	})
}

// TestTunedEvaluation checks that neutral values equal the formula, and that other values add to
// the value of each piece what they say.
func TestTunedEvaluation(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *rules.Variant) {
		formula, values := evaluatorOf(v, true), someValues(v)
		neutral, tuned := formula.with(Neutral(v)), formula.with(values)
		g := cellTermsOf(v)
		for _, game := range BenchGames(v) {
			p := game.Position()
			if got, want := neutral.evaluate(p, neutral.balanceOf(p)), formula.evaluate(p, formula.balanceOf(p)); got != want {
				t.Errorf("neutral values make %d of %d", got, want)
			}
			before, after := formula.balanceOf(p), tuned.balanceOf(p)
			early, late, men := 0.0, 0.0, 0
			for c := range rules.Cell(v.Board.Len()) {
				piece := p.At(c)
				if piece == rules.NoPiece {
					continue
				}
				men++
				sign := 1.0
				if piece.Side() == rules.Black {
					sign = -1
				}
				for i, x := range g.of(piece.Side(), formula.active[piece])[c] {
					early += sign * x * values.Added[piece.Kind()][2*i]
					late += sign * x * values.Added[piece.Kind()][2*i+1]
				}
			}
			// Each piece is rounded.
			if got := float64(after.opening - before.opening); math.Abs(got-early) > float64(men)/2 {
				t.Errorf("%v added while many pieces are left, not %v", got, early)
			}
			if got := float64(after.ending - before.ending); math.Abs(got-late) > float64(men)/2 {
				t.Errorf("%v added when few pieces are left, not %v", got, late)
			}
		}
	})
}

// TestFormulaIsNotTuned checks that the standard by which tuned values are measured has none.
func TestFormulaIsNotTuned(t *testing.T) {
	for _, v := range rules.Variants() {
		p, formula := BenchGames(v)[2].Position(), evaluatorOf(v, true)
		if _, tuned := tunedOf(v); !tuned && Evaluate(p) != formula.evaluate(p, formula.balanceOf(p)) {
			t.Errorf("%s has no tuned values, but another evaluation", v.Name)
		} else if tuned && formula.worth == evaluatorOf(v, false).worth {
			t.Errorf("the tuned values of %s change nothing", v.Name)
		}
	}
}
