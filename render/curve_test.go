package render

import (
	"math"
	"strings"
	"testing"
)

// smallCurve is a game of 21 moves with faults of all kinds, and with positions that are left out.
func smallCurve() Curve {
	v := Curve{Title: "Game 7: Raumschach", Note: "Ada (White) won by resignation",
		Sides: [2]CurveSide{{Name: "Ada", Accuracy: "92 %", Loss: "0.41", Faults: [...]int{17, 3, 1, 0}}, {Name: "Benedetta Castelnuovo-Tedesco the Younger", Accuracy: "71 %", Loss: "1.20", Faults: [...]int{15, 2, 2, 2}}}}
	for i := range 42 {
		p := CurvePoint{Chances: math.Sin(float64(i)/9) * float64(i) / 60, Figure: "+0.3", Hidden: i < 3 || i == 25}
		switch i {
		case 12:
			p.Fault = Inaccuracy
		case 20:
			p.Fault, p.Chances = Mistake, -0.3
		case 35:
			p.Fault, p.Chances = Blunder, -0.9
		case 41:
			p.Fault, p.Chances, p.Figure = Blunder, 1, "+#2"
		}
		v.Points = append(v.Points, p)
	}
	return v
}

func TestCurveIsGolden(t *testing.T) {
	dark := smallCurve()
	dark.Theme = Dark
	for name, v := range map[string]Curve{"curve": smallCurve(), "curve-dark": dark} {
		t.Run(name, func(t *testing.T) {
			picture, err := v.PNG()
			if err != nil {
				t.Fatal(err)
			}
			compare(t, name, picture)
		})
	}
}

// TestCurveHides draws a curve with other figures where positions are left out: nothing of them
// shows.
func TestCurveHides(t *testing.T) {
	known, other := smallCurve(), smallCurve()
	for i := range other.Points {
		if p := &other.Points[i]; p.Hidden {
			p.Chances, p.Figure, p.Fault = 0.9, "+9.9", Blunder
		}
	}
	a, err := known.PNG()
	if err != nil {
		t.Fatal(err)
	}
	b, err := other.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if string(a) != string(b) || known.Words() != other.Words() {
		t.Error("what is left out can be told from the picture or the words")
	}
}

func TestCurveWords(t *testing.T) {
	words := smallCurve().Words() + "\n" + smallCurve().Alt()
	for _, want := range []string{"1. left out left out; 2. +0.3 +0.3;", "6. +0.3 +0.3?!;", "\n11. ", "21. +#2??", "Ada: accuracy 92 %, average loss 0.41, inaccuracies 3, mistakes 1, blunders 0."} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is missing in:\n%s", want, words)
		}
	}
	if words := smallCurve().Words(); strings.Contains(words, "accuracy") {
		t.Errorf("the accuracies are told twice:\n%s", words)
	}
	if _, err := (Curve{Points: make([]CurvePoint, 1)}).PNG(); err == nil {
		t.Error("a curve of one position is drawn")
	}
}
