package rules

import (
	"strings"
	"testing"
)

// TestExamples shows moves of the pieces of some games as a player reads them.
func TestExamples(t *testing.T) {
	for piece, want := range map[string]string{"raumschach ROO": "cc3: cc4 cc5; ", "raumschach BIS": "cc3: dc4 ec5; ", "raumschach UNI": "cc3: dd4 ee5; ", "raumschach KNI": "cc3: ec4; ", "raumschach PAW": "cc3: cc4; dc4", "raumschach QUE": "cc3: cc4 cc5, dc4 ec5, dd4 ee5; ", "octhex146 UNI": "uc3: td3, td4, sc4, tb5; ", "stockschach216 STO": "xd3: xd4, wd4; xe4, we4"} {
		name, code, _ := strings.Cut(piece, " ")
		v := mustFind(t, name)
		id, _ := v.KindByCode(code)
		from, moves, captures := v.Examples(id)
		write := func(ways [][]Cell) string {
			var all []string
			for _, way := range ways {
				var names []string
				for _, c := range way {
					names = append(names, v.Board.Name(c))
				}
				all = append(all, strings.Join(names, " "))
			}
			return strings.Join(all, ", ")
		}
		got := v.Board.Name(from) + ": " + write(moves) + "; " + write(captures)
		if got != want {
			t.Errorf("%s: %s", piece, got)
		}
	}
}
