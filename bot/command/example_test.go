package command

import (
	"reflect"
	"testing"
)

// TestNearestIsRepeatable compares a sentence with the examples many times: what it is most like must not depend on the order of a map, in
// which sums of small numbers differ in their last digits.
func TestNearestIsRepeatable(t *testing.T) {
	e := mustReadExamples()
	for _, text := range []string{"what piece doing me can", "how does my unicorn get out of there, please", "show me who is best here"} {
		s := readSentence(text)
		want, closest := e.nearest(&s)
		if len(want) < 2 {
			t.Fatalf("%q is like too little to tell anything: %v", text, want)
		}
		for range 200 {
			if got, near := e.nearest(&s); near != closest || !reflect.DeepEqual(got, want) {
				t.Fatalf("%q is like %v (%v), then like %v (%v)", text, want, closest, got, near)
			}
		}
	}
}
