package board

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"raumbot/rules"
	"raumbot/rules/games"
)

// all returns every game, those in files too.
func all(t testing.TB) []*rules.Variant {
	t.Helper()
	if err := games.Install(); err != nil {
		t.Fatal(err)
	}
	return rules.Variants()
}

func find(t testing.TB, name string) *rules.Variant {
	t.Helper()
	all(t)
	v, err := rules.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestEveryCellHasItsPlace checks that each cell is once on the levels, and that no cells overlap
// in any grid.
func TestEveryCellHasItsPlace(t *testing.T) {
	for _, v := range all(t) {
		l := LayoutOf(v)
		if len(l.Cells) != v.Board.Len() || len(l.Shades) != len(l.Cells) {
			t.Fatalf("%s: %d names and %d shades for %d cells", v.Name, len(l.Cells), len(l.Shades), v.Board.Len())
		}
		seen := map[int]int{}
		for _, level := range l.Levels {
			for _, row := range level.Rows {
				if len(row) != len(level.Files) {
					t.Errorf("%s, level %s: a row of %d cells below %d letters", v.Name, level.Name, len(row), len(level.Files))
				}
				for _, c := range row {
					if c >= 0 {
						seen[c]++
					}
				}
			}
		}
		for c := range l.Cells {
			if seen[c] != 1 {
				t.Errorf("%s: %s stands on the levels %d times", v.Name, l.Cells[c], seen[c])
			}
			at, ok := l.Place(c)
			want := v.Board.Place(rules.Cell(c))
			if !ok || at.Level != want.Level || at.Column != want.File {
				t.Errorf("%s: %s lies at %v, not on level %d, file %d", v.Name, l.Cells[c], at, want.Level, want.File)
			}
		}
		for i, g := range l.Grids {
			taken := map[[2]int]string{} // by quarters of cells
			for k, level := range l.Levels {
				for x := range 4 * level.Columns() {
					for y := range 4 * len(level.Rows) {
						spot := [2]int{int(math.Round(4*g.At[k][0])) + x, int(math.Round(4*g.At[k][1])) + y}
						if other, ok := taken[spot]; ok {
							t.Fatalf("%s, grid %d: level %s lies on level %s", v.Name, i, level.Name, other)
						}
						taken[spot] = level.Name
					}
				}
				if right, bottom := g.At[k][0]+float64(level.Columns()), g.At[k][1]+float64(len(level.Rows)); right > g.Width || bottom > g.Height {
					t.Errorf("%s, grid %d: level %s ends at %g, %g on a sheet of %g, %g", v.Name, i, level.Name, right, bottom, g.Width, g.Height)
				}
			}
		}
		pages := 0
		for _, p := range l.Pages {
			pages += len(p)
		}
		if pages != len(l.Levels) {
			t.Errorf("%s: the pages show %d of %d levels: %v", v.Name, pages, len(l.Levels), l.Pages)
		}
	}
}

// TestNoLevelCoversAnother projects the corners of the levels of each tower. On the screen, the
// lowest point of a level lies above the highest point of the next.
func TestNoLevelCoversAnother(t *testing.T) {
	for _, v := range all(t) {
		l := LayoutOf(v)
		tower := l.Tower
		sinTilt, cosTilt := math.Sincos(tower.Tilt * math.Pi / 180)
		sinYaw, cosYaw := math.Sincos(tower.Yaw * math.Pi / 180)
		extent := func(level int) (low, high float64) {
			n, m := float64(l.Levels[level].Columns())/2, float64(len(l.Levels[level].Rows))/2
			low, high = math.Inf(1), math.Inf(-1)
			for _, corner := range [4][2]float64{{-n, -m}, {n, -m}, {n, m}, {-n, m}} {
				y := (corner[0]*sinYaw+corner[1]*cosYaw)*sinTilt + tower.Rise[level]*cosTilt
				low, high = min(low, y), max(high, y)
			}
			return low, high
		}
		for _, levels := range tower.Towers {
			for i := range levels[1:] {
				low, _ := extent(levels[i])
				_, high := extent(levels[i+1])
				if low < high || low > high+0.3 {
					t.Errorf("%s: level %s ends at %.2f, level %s begins at %.2f", v.Name, l.Levels[levels[i]].Name, low, l.Levels[levels[i+1]].Name, high)
				}
			}
		}
	}
}

// TestDefaultPosture compares the choice of postures and the size of cells with values from real
// windows, to within a few pixels.
func TestDefaultPosture(t *testing.T) {
	for _, want := range []struct {
		name        string
		posture     Posture
		towers      int
		stack, grid float64 // cells in pixels
	}{
		{"raumschach", Stack, 1, 48, 53},
		{"stockschach216", Stack, 2, 46, 46},
		{"gutenschach", Page, 2, 36, 35},
		{"blocschach", Page, 2, 36, 35},
		{"tunnelchess-paired-linepiece", Grid, 1, 41, 62},
		{"octhex146", Grid, 1, 30, 45},
		{"dragonchess", Stack, 1, 45, 35},
		{"alicechess", Stack, 1, 75, 69},
		{"cubicchess", Stack, 2, 46, 46},
	} {
		l := LayoutOf(find(t, want.name))
		near := func(got, want float64) bool { return math.Abs(got-want) <= 3 }
		grid := math.Floor(gridCell(l.Grids, gridFull, gridTop))
		if l.Default != want.posture || len(l.Tower.Towers) != want.towers || !near(l.Tower.Cell, want.stack) || !near(grid, want.grid) {
			t.Errorf("%s: %s, %d towers of %g, grid of %g; want %s, %d of %g, %g",
				want.name, l.Default, len(l.Tower.Towers), l.Tower.Cell, grid, want.posture, want.towers, want.stack, want.grid)
		}
	}
}

// TestLayoutAsJSON checks the names by which scripts read a layout, and its size.
func TestLayoutAsJSON(t *testing.T) {
	for _, v := range all(t) {
		text, err := json.Marshal(LayoutOf(v))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{`"cells":["`, `"shades":[`, `"levels":[{"name":"`, `"default":"`, `"tower":{"towers":[[`, `"grids":[{"width":`, `"pages":[[`} {
			if !strings.Contains(string(text), name) {
				t.Errorf("%s: no %s in the layout", v.Name, name)
			}
		}
		if len(text) > 24_000 {
			t.Errorf("%s: a layout of %d bytes", v.Name, len(text))
		}
	}
}
