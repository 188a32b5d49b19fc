package matching_test

import (
	"fmt"

	"raumbot/bot/pairing/matching"
)

// Four players are paired so that as few as possible have met, and then so that the sum of the
// differences of their ratings is small.
func Example() {
	g := matching.New(4, 2)
	g.Join(0, 1, []int64{-1, -10}) // have met
	g.Join(2, 3, []int64{0, -10})
	g.Join(0, 2, []int64{0, -200})
	g.Join(1, 3, []int64{0, -200})
	g.Join(0, 3, []int64{0, -300})
	g.Join(1, 2, []int64{0, -150})
	fmt.Println(g.Solve(), g.Mate(0), g.Mate(1))

	g.Cut(0, 2)
	fmt.Println(g.Solve(), g.Mate(0), g.Mate(1))
	// Output:
	// true 2 3
	// true 3 2
}
