package engine

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/rules"
)

// TestTunedFiles checks that every file of tuned values is one of a variant and can be read.
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
			_, err = readTuned(v, string(text))
		}
		if err != nil {
			t.Error(err)
		}
	}
}

func TestTunedMistakes(t *testing.T) {
	v := rules.Variants()[0]
	for _, text := range []string{"QUE 1 2 3\n", "XYZ 1 2 3 4 5 6 7 8\n", "QUE 1 2 3 4 5 6 7 x\n"} {
		if _, err := readTuned(v, text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// TestTermsAreLinear checks that what tuning takes the evaluation for is what the engine makes of it: the formula's
// evaluation and the weights times the terms.
func TestTermsAreLinear(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *rules.Variant) {
		random := newDice(7, 11)
		tuned := make([]weighting, len(v.Kinds))
		for id := range tuned {
			for i := range tuned[id] {
				tuned[id][i] = float64(random.below(61) - 30)
			}
		}
		j := newJudge(v, true)
		j.tune(tuned)
		for _, g := range BenchGames(v) {
			p := g.Position()
			added, men := 0.0, 0
			for i, x := range Terms(p) {
				added += x * tuned[i/(2*terms)][i%(2*terms)]
			}
			for c := range rules.Cell(v.Board.Len()) {
				if p.At(c) != rules.NoPiece {
					men++
				}
			}
			if p.Turn() == rules.Black {
				added = -added
			}
			got, want := float64(j.evaluate(p, j.balanceOf(p))), float64(EvaluateFormula(p))+added
			// Each piece is rounded, and sets that lose their key by more than their values.
			if len(j.sets) == 0 && math.Abs(got-want) > 1+float64(men)/2 {
				t.Errorf("%v, not %v", got, want)
			}
		}
	})
}

// TestFormulaIsNotTuned checks that what tuned values are measured against has none.
func TestFormulaIsNotTuned(t *testing.T) {
	for _, v := range rules.Variants() {
		p := BenchGames(v)[2].Position()
		if tuned := tunedOf(v) != nil; !tuned && Evaluate(p) != EvaluateFormula(p) {
			t.Errorf("%s has no tuned values, but another evaluation", v.Name)
		} else if tuned && judgeOf(v, true).worth == judgeOf(v, false).worth {
			t.Errorf("the tuned values of %s change nothing", v.Name)
		}
	}
}
