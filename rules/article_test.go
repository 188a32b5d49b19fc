package rules

import (
	"slices"
	"strings"
	"testing"
)

// The tests in this file check the examples and counts of the articles. Where RULES.md corrects an
// article, the test follows the correction.

func mustFind(t testing.TB, name string) *Variant {
	t.Helper()
	v, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// reachNames returns the cells to which a lone White piece can move or on which it can capture.
func reachNames(v *Variant, code, from string) []string {
	moves, captures := v.Reach(v.mustKind(code), White, v.mustCell(from))
	var names []string
	for _, c := range slices.Concat(moves, captures) {
		if name := v.Board.Name(c); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// hasPath reports whether the kind can move along the dashed path of cells.
func hasPath(v *Variant, code, path string) bool {
	var cells []Cell
	for name := range strings.SplitSeq(path, "-") {
		cells = append(cells, v.mustCell(name))
	}
	k := &v.Kinds[v.mustKind(code)]
	for _, m := range k.Moves {
		for _, walk := range m.paths(v.Board, White, cells[0]) {
			if len(walk) >= len(cells)-1 && slices.Equal(walk[:len(cells)-1], cells[1:]) {
				return true
			}
		}
	}
	return false
}

func TestStockschachArticlePaths(t *testing.T) {
	for _, line := range []string{
		// variant, piece, path, cells beyond its ends that it does not reach
		"stockschach216 SBK za1-za2-za3-za4-za5-za6",
		"stockschach216 SBK yb2-xb3-wb4-vb5 zb1 ub6",
		"stockschach216 SBK yb2-yc3-yd4-ye5 ya1 yf6",
		"stockschach216 SBK yc1-yb2-xb3-wb4-vb5-vc6",
		"stockschach216 SBK xb1-yb2-yc3-yd4-ye5-xe6",
		"stockschach216 SBK za1-yb1-xc1-wd1-ve1-uf1",
		"stockschach216 SBK zd1-yd1-xd1 wd1",
		"stockschach216 SBK wa1-wb1-wc1 wd1",
		"stockschach216 SBK zc1-yc1-xc1-xb1-xa1",
		"stockschach512 SBK za1-za2-za3-za4-za5-za6-za7-za8",
		"stockschach512 SBK yb2-xb3-wb4-vb5-ub6-tb7 zb1 sb8",
		"stockschach512 SBK yb2-yc3-yd4-ye5-yf6-yg7 ya1 yh8",
		"stockschach512 SBK yc1-yb2-xb3-wb4-vb5-ub6-tb7-tc8",
		"stockschach512 SBK xb1-yb2-yc3-yd4-ye5-yf6-yg7-xg8",
		"stockschach512 SBK za1-yb1-xc1-wd1-ve1-uf1-tg1-sh1",
		"stockschach512 SBK zd1-yd1-xd1-wd1 vd1",
		"stockschach512 SBK wa1-wb1-wc1-wd1 we1",
		"stockschach512 SBK zc1-yc1-xc1-xb1-xa1",
		"stockschach216 SUN za1-yb2-xc3-wd4-ve5-uf6",
		"stockschach216 SUN zd1-yd2-xd3 wd4",
		"stockschach216 SUN wa1-wb2-wc3 wd4",
		"stockschach216 SUN zc1-yc2-xc3-xb4-xa5",
		"stockschach512 SUN za1-yb2-xc3-wd4-ve5-uf6-tg7-sh8",
		"stockschach512 SUN zd1-yd2-xd3-wd4 vd5",
		"stockschach512 SUN wa1-wb2-wc3-wd4 we5",
		"stockschach512 SUN zc1-yc2-xc3-xb4-xa5",
		// One leap of each of the Stocknsexton's seven kinds, with a like one over a thin boundary.
		"stockschach216 SNS xa1-yb3",
		"stockschach216 SNS zc1-yc3",
		"stockschach216 SNS xa1-xb3",
		"stockschach216 SNS xa1-zc2",
		"stockschach216 SNS zc1-xc2",
		"stockschach216 SNS xa1-xc2",
		"stockschach216 SNS ya1-zb2",
		"stockschach216 SNS za1-yb3 zb3 ya3 zc2 xa2",
		// Stockchaturanga takes one or exactly two steps of the Stockunicorn's lines.
		"stockchaturanga216 SVI za1-yb2 xc3",
		"stockchaturanga216 SVI zd1-yd2 xd3",
		"stockchaturanga216 SEU za1-xc3 yb2 wd4",
		"stockchaturanga216 SEU zd1-xd3 yd2",
	} {
		fields := strings.Fields(line)
		v, code, path := mustFind(t, fields[0]), fields[1], fields[2]
		if !hasPath(v, code, path) {
			t.Errorf("%s cannot go %s in %s", code, path, v.Name)
		}
		from, _, _ := strings.Cut(path, "-")
		for _, beyond := range fields[3:] {
			if slices.Contains(reachNames(v, code, from), beyond) {
				t.Errorf("%s goes from %s to %s in %s", code, from, beyond, v.Name)
			}
		}
	}
}

// The numbers of noncapturing and capturing moves by the classes of files
// (a) to (f) of the Blocschach and Gutenschach articles.
func TestStockbrokerCounts(t *testing.T) {
	classes := []struct {
		files            string
		quiet, capturing int
	}{
		{"tb tg uc uf vd ve wd we xc xf yb yg", 3, 6},
		{"tc td te tf ud ue xd xe yc yd ye yf", 3, 6},
		{"ub ug vb vc vf vg wb wc wf wg xb xg", 3, 6},
		{"sb sc sd se sf sg zb zc zd ze zf zg", 3, 3},
		{"ta th ua uh va vh wa wh xa xh ya yh", 3, 3},
		{"sa sh za zh", 3, 1},
	}
	v := mustFind(t, "gutenschach")
	files := 0
	for _, class := range classes {
		for name := range strings.FieldsSeq(class.files) {
			files++
			moves, captures := v.Reach(v.mustKind("STO"), White, v.mustCell(name+"4"))
			if len(moves) != class.quiet || len(captures) != class.capturing {
				t.Errorf("a Stockbroker on file %s has %d quiet moves and %d captures, want %d and %d",
					name, len(moves), len(captures), class.quiet, class.capturing)
			}
		}
	}
	if files != 64 {
		t.Errorf("the classes have %d files, want 64", files)
	}
}

// "18 pieces have the Rook move and 26 of the remainder have the Wazir
// move", and so for Bishop and Unicorn (Blocschach, Notes).
func TestBlocschachCounts(t *testing.T) {
	v := mustFind(t, "blocschach")
	for _, family := range []Family{RookWise, BishopWise, UnicornWise} {
		riders, steppers := 0, 0
		for c := range Cell(v.Board.Len()) {
			piece := v.Start().At(c)
			if piece == NoPiece || piece.Side() == Black || v.Kind(piece).Pawn {
				continue
			}
			center := v.Board.Center()
			reached, _ := v.Reach(piece.Kind(), White, center)
			rides, steps := true, true
			for _, path := range ride(family).paths(v.Board, White, center) {
				steps = steps && slices.Contains(reached, path[0])
				for _, c := range path {
					rides = rides && slices.Contains(reached, c)
				}
			}
			if rides {
				riders++
			} else if steps {
				steppers++
			}
		}
		if riders != 18 || steppers != 26 {
			t.Errorf("family %s: %d pieces ride and %d more step, want 18 and 26", family, riders, steppers)
		}
	}
}

func TestTunnelchessArticlePaths(t *testing.T) {
	v := mustFind(t, "tunnelchess-paired-everything")
	for _, line := range []string{
		"RHI a2-a3-b4-c4-d3", "RHI a2-a3-e4-i4-m3", "RHI a2-b3-b4-a5", "RHI a2-b3-c3", "RHI a2-e3-e4-a5", "RHI a2-e3-i3",
		"APO m2-i3-f3", "APO m2-i3-j4-o4", "APO m2-n3-j4-e4", "APO m2-n3-k3", "APO m2-j2-f3-e4", "APO m2-j2-k3-o4",
	} {
		fields := strings.Fields(line)
		if !hasPath(v, fields[0], fields[1]) {
			t.Errorf("%s cannot go %s", fields[0], fields[1])
		}
	}
	// In the array the paths through j2 are blocked, the others open.
	var ends []string
	for _, m := range v.Start().LegalFrom(v.mustCell("m2")) {
		ends = append(ends, v.Board.Name(m.To))
	}
	for _, want := range []string{"f3", "o4", "e4", "k3"} {
		if !slices.Contains(ends, want) {
			t.Errorf("the Apostle of the array cannot reach %s, only %v", want, ends)
		}
	}
}

func TestCoheirArticleExamples(t *testing.T) {
	v := mustFind(t, "tunnelchess-paired-linepiece")
	id := v.mustKind("COH")
	for _, example := range []struct {
		side     Side
		from     string
		can, not string
	}{
		{White, "b2", "a3 f3 g3", "c3 e3"},
		{Black, "f5", "a4 b4 c4 e4 i4", "g4 j4 k4"},
	} {
		reached, _ := v.Reach(id, example.side, v.mustCell(example.from))
		for name := range strings.FieldsSeq(example.can) {
			if !slices.Contains(reached, v.mustCell(name)) {
				t.Errorf("the Coheir on %s cannot go to %s", example.from, name)
			}
		}
		for name := range strings.FieldsSeq(example.not) {
			if slices.Contains(reached, v.mustCell(name)) {
				t.Errorf("the Coheir on %s goes to %s", example.from, name)
			}
		}
	}
}

// The article's summary of moves from the middle of a 5x5 level to this
// level and those below it.
func TestOctHexMoveDiagram(t *testing.T) {
	v := mustFind(t, "octhex146")
	diagram := map[string]string{
		"t": "BNRNB NBRBN RR*RR NBRBN BNRNB",
		"u": "------ -NUUN- -URRU- -URRU- -NUUN- ------",
		"v": "----- -RUR- -UBU- -RUR- -----",
		"w": "R--R -NN- -NN- R--R",
		"x": "--- -B- ---",
		"y": "-- --",
		"z": "B",
	}
	from := v.mustCell("tc4")
	for _, level := range v.Board.Levels() {
		want, ok := diagram[level.Name]
		if !ok {
			continue
		}
		var rows []string
		for _, row := range level.Rows {
			text := ""
			for _, c := range row {
				mark := "-"
				if c == from {
					mark = "*"
				}
				for letter, code := range map[string]string{"R": "ROO", "B": "BIS", "U": "UNI", "N": "KNI"} {
					if slices.Contains(reachNames(v, code, "tc4"), v.Board.Name(c)) {
						mark = letter
					}
				}
				text += mark
			}
			rows = append(rows, text)
		}
		if got := strings.Join(rows, " "); got != want {
			t.Errorf("level %s: %s, want %s", level.Name, got, want)
		}
	}
}

func TestOctHexBoard(t *testing.T) {
	b := mustFind(t, "octhex146").Board
	ranks, bindings := map[int]int{}, map[int]int{}
	for c := range Cell(b.Len()) {
		ranks[b.Place(c).Rank]++
		bindings[b.BishopBinding(c)]++
	}
	for rank, want := range []int{21, 25, 27, 27, 25, 21} {
		if ranks[rank] != want {
			t.Errorf("rank %d has %d cells, want %d", rank+1, ranks[rank], want)
		}
	}
	sizes := []int{bindings[0], bindings[1], bindings[2], bindings[3]}
	slices.Sort(sizes)
	if !slices.Equal(sizes, []int{32, 38, 38, 38}) {
		t.Errorf("the Bishop bindings have %v cells, want 38, 38, 38 and 32", sizes)
	}
}
