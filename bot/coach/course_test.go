package coach

import (
	"slices"
	"testing"

	"raumbot/bot/action"
	"raumbot/rules"
)

// TestLessons solves every lesson on every variant: each has a move that solves it, and one that
// does not unless every move is right, and the reason why not is told. No other piece than the one
// that the task names solves it. The lessons on a variant are about each piece that Raumschach has
// not or that moves otherwise there.
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
			chosen, named := v.Board.Cell(l.chosen)
			for _, text := range p.LegalTexts() {
				m, fault, err := l.try(p, text)
				switch {
				case err != nil:
					t.Errorf("%s %d: %v", v.Name, i+1, err)
				case fault == "" && named && m.From != chosen:
					t.Errorf("%s %d: %s solves %q, though another piece has to", v.Name, i+1, text, l.task)
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
			if named {
				taught[v.Kind(p.At(chosen)).Name] = true
			}
			for _, f := range l.figures(p) {
				if len(f.cells) == 0 {
					t.Errorf("%s %d: the figure %s is empty", v.Name, i+1, f.name)
				}
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

// TestFigures looks at what is shown in space: the rings of a rank, which together are the rank; the
// ranks of OctHex, which are the board; and the lines of a Unicorn.
func TestFigures(t *testing.T) {
	for variant, want := range map[string][]int{
		"stockschach216": {20, 12, 4}, "stockschach512": {28, 20, 12, 4}, "octhex146": {21, 25, 27, 27, 25, 21}, "raumschach": nil,
	} {
		v, err := rules.Find(variant)
		if err != nil {
			t.Fatal(err)
		}
		l := course(v)[0]
		p, err := rules.ReadPosition(v, l.position)
		if err != nil {
			t.Fatal(err)
		}
		var sizes []int
		all := l.figures(p)
		for _, f := range all[len(all)-len(want):] {
			sizes = append(sizes, len(f.cells))
		}
		if !slices.Equal(sizes, want) {
			t.Errorf("%s: the figures have %d cells, want %d", variant, sizes, want)
		}
	}
}
