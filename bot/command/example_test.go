package command

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestNearestIsRepeatable compares a sentence with the examples many times: what it is most like must not depend on the order of a map, in
// which sums of small numbers differ in their last digits.
func TestNearestIsRepeatable(t *testing.T) {
	e := mustReadExamples()
	for _, text := range []string{"what piece doing me can", "how does my unicorn get out of there, please", "show me who is best here"} {
		s := readSentence(text)
		want := e.compare(&s)
		if len(want.commands) < 2 {
			t.Fatalf("%q is like too little to tell anything: %v", text, want)
		}
		for range 200 {
			if got := e.compare(&s); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q is like %v, then like %v", text, want, got)
			}
		}
	}
}

// TestHighest compares the highest of random scores, many of them equal, with those that sorting finds.
func TestHighest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		scores := make([]float64, random.IntN(60))
		var sorted []int
		for i := range scores {
			if scores[i] = float64(random.IntN(9) - 2); scores[i] > 0 {
				sorted = append(sorted, i)
			}
		}
		slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
		if got, want := highest(scores, 12), sorted[:min(12, len(sorted))]; !slices.Equal(got, want) {
			t.Fatalf("the highest of %v are at %v, want %v", scores, got, want)
		}
	}
}
