package rules

import (
	"reflect"
	"testing"
)

// TestMovementEqual checks that every field of a movement counts in a comparison.
func TestMovementEqual(t *testing.T) {
	whole := Movement{
		Shape: Leap, Mode: Quiet, Families: []Family{RookWise}, Vectors: []Vector{{0, 0, 1}}, Turns: []Vector{{1, 0, 0}}, Mirror: AcrossRanks,
		Angle: 45, Steps: 2, Climb: 1, Aside: [2]int{1, 2}, From: []Zone{Wall}, Levels: []string{"a"},
		Forward: true, Switching: true, Crossing: StraightOrThin, PawnLike: true,
	}
	fields := reflect.TypeFor[Movement]()
	for i := range fields.NumField() {
		other := whole
		field := reflect.ValueOf(&other).Elem().Field(i)
		if field.IsZero() {
			t.Errorf("the example has no %s", fields.Field(i).Name)
		}
		field.SetZero()
		if whole.Equal(other) {
			t.Errorf("movements are equal that differ in %s", fields.Field(i).Name)
		}
	}
	again := whole
	again.Families, again.Vectors = []Family{RookWise}, []Vector{{0, 0, 1}}
	again.Turns, again.From, again.Levels = []Vector{{1, 0, 0}}, []Zone{Wall}, []string{"a"}
	if !whole.Equal(again) {
		t.Error("two equal movements differ")
	}
}

// TestMovementsWithEqualWords checks that movements described by the same words can be different:
// White's steps are the same here, Black's are mirror images.
func TestMovementsWithEqualWords(t *testing.T) {
	turned := Movement{Shape: Step, Vectors: []Vector{{0, 1, 1}}, Mirror: ThroughCentre}
	across := Movement{Shape: Step, Vectors: []Vector{{0, 1, 1}}, Mirror: AcrossRanks}
	if turned.String() != across.String() {
		t.Fatalf("this test needs movements with equal words: %q, %q", turned, across)
	}
	v := define(Variant{
		Name: "twins", Board: newCube("abcde"), Opposite: AcrossRanks,
		Kinds: []Kind{raumKing(), kind("TUR", "Turned", PawnFigure, PlainPlate, turned), kind("ACR", "Across", PawnFigure, PlainPlate, across)},
		Array: []RankDrawing{{Rank: 1, Drawing: "c ... KIN"}},
	})
	for line, want := range map[string]Status{
		"w KINac1 KINea5,TURad2 - - - 0 1": Check, // Black's goes left
		"w KINac1 KINea5,TURab2 - - - 0 1": Ongoing,
		"w KINac1 KINea5,ACRab2 - - - 0 1": Check, // Black's goes right
		"w KINac1 KINea5,ACRad2 - - - 0 1": Ongoing,
	} {
		p, err := ReadPosition(v, line)
		if err != nil {
			t.Fatal(err)
		}
		if p.Status() != want {
			t.Errorf("%s: %s, want %s", line, p.Status(), want)
		}
	}
}

func TestVectorWords(t *testing.T) {
	for _, test := range []struct {
		vectors []Vector
		mirror  Symmetry
		want    string
	}{
		{[]Vector{{0, 0, 1}, {1, 0, 0}}, ThroughCentre, "straight ahead or straight toward the enemy's levels"},
		{[]Vector{{0, 0, 1}, {1, 0, 0}}, AcrossRanks, "straight ahead or straight up"},
		{[]Vector{{0, 0, 1}, {0, 0, -1}}, AcrossRanks, "straight ahead or back"},
		{[]Vector{{0, 1, 1}, {0, -1, 1}}, AcrossRanks, "diagonally: ahead and aside"},
		{[]Vector{{0, 1, 1}}, AcrossRanks, "diagonally: ahead and to the right"},
		{[]Vector{{-1, 1, 1}, {-1, -1, 1}, {0, 1, 1}, {0, -1, 1}}, AcrossRanks, "diagonally: ahead and aside; or ahead, down, and aside"},
		{[]Vector{{0, 0, 2}}, AcrossRanks, "straight 2 cells ahead"},
		{[]Vector{{1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1}}, 0, "by one level and one rank"},
		{spread(3, 2, 0)[:4], 0, "by 3 levels and 2 files"},
	} {
		if got := vectorWords(test.vectors, test.mirror); got != test.want {
			t.Errorf("%v: %q, want %q", test.vectors, got, test.want)
		}
	}
}
