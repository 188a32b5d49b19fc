package coach

import (
	"slices"
	"testing"

	"raumbot/bot/action"
	"raumbot/rules"
)

// TestLessons solves every lesson on every variant: each has a move that solves it, and one that
// does not unless every move is right, and the reason why not is told. The lessons on a variant are
// about each piece that Raumschach has not or that moves otherwise there.
func TestLessons(t *testing.T) {
	known, err := rules.Find(action.LessonVariant)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range rules.Variants() {
		taught := map[string]bool{}
		for i, l := range course(v) {
			p, err := rules.ReadPosition(v, l.position)
			if err != nil {
				t.Errorf("%s %d: %v", v.Name, i+1, err)
				continue
			}
			right, wrong := 0, 0
			for _, text := range p.LegalTexts() {
				_, fault, err := l.try(p, text)
				switch {
				case err != nil:
					t.Errorf("%s %d: %v", v.Name, i+1, err)
				case fault == "":
					right++
				default:
					wrong++
				}
			}
			if right == 0 || wrong == 0 && l.goal != anyLegal {
				t.Errorf("%s %d: %d moves of %s are right, %d are wrong", v.Name, i+1, right, l.position, wrong)
			}
			if l.hint == "" {
				t.Errorf("%s %d has no hint", v.Name, i+1)
			}
			if c, ok := v.Board.Cell(l.chosen); ok {
				taught[v.Kind(p.At(c)).Name] = true
			}
		}
		for _, k := range v.Kinds[1:] {
			old := slices.ContainsFunc(known.Kinds[1:], func(o rules.Kind) bool {
				return o.Name == k.Name && slices.Equal(o.MoveWords(), k.MoveWords())
			})
			if v != known && taught[k.Name] == old {
				t.Errorf("%s: the %s is taught: %t, and known from Raumschach: %t", v.Name, k.Name, taught[k.Name], old)
			}
		}
	}
}
