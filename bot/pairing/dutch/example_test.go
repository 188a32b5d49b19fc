package dutch_test

import (
	"fmt"

	"raumbot/bot/pairing/dutch"
)

// Five players are paired for the second of three rounds. 1 and 2 have won against 3 and 4, and 5
// had the bye, and so does not float down to meet 3.
func Example() {
	won, lost := []dutch.Colour{dutch.White}, []dutch.Colour{dutch.Black}
	games, bye, err := dutch.Pair(dutch.Field{Played: 1, Initial: dutch.White, Players: []dutch.Player{
		{Number: 1, Score: 2, Met: []int{3}, Colours: won, MayBye: true},
		{Number: 2, Score: 2, Met: []int{4}, Colours: lost, MayBye: true},
		{Number: 3, Met: []int{1}, Colours: lost, MayBye: true},
		{Number: 4, Met: []int{2}, Colours: won, MayBye: true},
		{Number: 5, Score: 2, Floats: [2]dutch.Float{dutch.Down}},
	}})
	fmt.Println(games, bye, err)
	// Output: [{5 1} {2 3}] 4 <nil>
}
