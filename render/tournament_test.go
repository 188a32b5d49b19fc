package render

import (
	"math"
	"strings"
	"testing"
)

func smallTable() Crosstable {
	t := Crosstable{Title: "Summer Cup of the Cube", Note: "Round robin, in round 3 of 3", Heads: []string{"1", "2", "3", "4"}, TieBreaks: []string{"DE", "SB"}, Key: []string{"DE: direct encounter, SB: Sonneborn-Berger", "+ or -: won or lost by forfeit"}}
	for i, row := range []struct{ name, cells, points string }{
		{"Ada", "# 1 ½ …", "1½"}, {"Benedetta Castelnuovo-Tedesco the Younger", "0 # 1 1", "2"}, {"Zoë", "½ 0 # +", "1½"}, {"Eve", "… 0 - #", "0"},
	} {
		r := CrosstableRow{Place: string(rune('1' + i)), Name: row.name, Points: row.points, Gone: row.name == "Eve", Apart: i == 2, TieBreaks: []string{"½", "2.25"}}
		for _, text := range strings.Fields(row.cells) {
			c := CrosstableCell{Text: text, Score: map[string]Score{"1": Won, "+": Won, "½": Drew, "0": Lost, "-": Lost, "#": Self}[text]}
			if c.Score == Self {
				c.Text = ""
			}
			r.Cells = append(r.Cells, c)
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func smallBracket() Bracket {
	return Bracket{
		Title: "Cup of the Den", Note: "Knockout, in the final",
		Rounds: []BracketRound{
			{"semi-finals", []BracketMatch{{{"Ada", "1½", true}, {"Benedetta Castelnuovo-Tedesco the Younger", "½", false}}, {{"Zoë", "", true}, {}}}},
			{"final", []BracketMatch{{{"Ada", "", false}, {"Zoë", "", false}}}},
		},
		Third: &BracketMatch{{"Benedetta Castelnuovo-Tedesco the Younger", "", true}, {}},
	}
}

func TestTournamentPicturesAreGolden(t *testing.T) {
	dark := smallTable()
	dark.Theme = Dark
	contrast := smallBracket()
	contrast.Theme, contrast.Third = HighContrast, nil
	named := smallTable()
	named.Title, named.Rows, named.Heads = "The Great Cup of the Friends of Raumschach and All Levels 12", named.Rows[:1], named.Heads[:1]
	named.Rows[0].Cells = named.Rows[0].Cells[:1]
	for name, draw := range map[string]func() ([]byte, error){
		"crosstable-named": named.PNG, "crosstable": smallTable().PNG, "crosstable-dark": dark.PNG, "bracket": smallBracket().PNG, "bracket-contrast": contrast.PNG,
	} {
		t.Run(name, func(t *testing.T) {
			picture, err := draw()
			if err != nil {
				t.Fatal(err)
			}
			compare(t, name, picture)
		})
	}
}

// TestTournamentPicturesRefuse checks that inconsistent tables are refused.
func TestTournamentPicturesRefuse(t *testing.T) {
	ragged := smallTable()
	ragged.Rows[1].Cells = ragged.Rows[1].Cells[:2]
	untied := smallTable()
	untied.Rows[2].TieBreaks = nil
	crooked := smallBracket()
	crooked.Rounds[0].Matches = crooked.Rounds[0].Matches[:1]
	for name, draw := range map[string]func() ([]byte, error){"a row too short": ragged.PNG, "a row without its tie-breaks": untied.PNG, "a final of one side": crooked.PNG, "no rounds": Bracket{}.PNG} {
		if _, err := draw(); err == nil {
			t.Errorf("%s was drawn", name)
		}
	}
}

func TestTournamentAlt(t *testing.T) {
	if got, want := smallTable().Alt(), "Summer Cup of the Cube, a table of 4 players. Round robin, in round 3 of 3. First: 1 Ada with 1½; 2 Benedetta"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q", got)
	}
	if got, want := smallBracket().Alt(), "Cup of the Den, the tree of a knockout from 2 matches on. Knockout, in the final. The final: Ada against Zoë."; got != want {
		t.Errorf("got %q", got)
	}
}

// TestLargeTablesFitTheBoxes checks that the table of a tournament of 16 players is not higher than
// wide and no wider than the posted pictures, so that names and points can be read in a chat; and
// that its results do not overlap.
func TestLargeTablesFitTheBoxes(t *testing.T) {
	table := smallTable()
	row := table.Rows[1]
	row.Cells, table.Heads, table.Rows = nil, nil, nil
	for range 16 {
		row.Cells = append(row.Cells, CrosstableCell{Text: "½", Score: Drew})
		table.Heads = append(table.Heads, "16")
	}
	for range 16 {
		table.Rows = append(table.Rows, row)
	}
	l := table.measure()
	if l.width > glanceWidth || l.height > l.width {
		t.Errorf("the table is %d by %d", l.width, l.height)
	}
	if letters := tableText * shownWidth / float64(l.width); letters < 10 {
		t.Errorf("names are written in letters of %.1f pixels", letters)
	}
	if need := textWidth("½", l.scale*tableText); need > float64(l.cell) {
		t.Errorf("a result needs %.0f of %d pixels", need, l.cell)
	}
	tree := Bracket{Title: "Cup"}
	for n := 8; n > 0; n /= 2 {
		tree.Rounds = append(tree.Rounds, BracketRound{"round", make([]BracketMatch, n)})
	}
	if l := tree.measure(); l.width > glanceWidth || l.height > l.width || l.letters*shownWidth/float64(l.width) < 9 {
		t.Errorf("the tree of 16 players is %d by %d, in letters of %.0f pixels", l.width, l.height, l.letters)
	}
}

// TestResultsCanBeToldInGrey checks that the fill for a win, for a draw, and for the winner of a
// match differs in lightness from the background in every theme.
func TestResultsCanBeToldInGrey(t *testing.T) {
	grey := func(c rgb) float64 {
		r, g, b := c.parts()
		return 0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)
	}
	for theme := range themeCount {
		colors := &themes[theme]
		if apart := math.Abs(grey(colors.mark) - grey(colors.background)); apart < 24 {
			t.Errorf("%s: a win is %.0f steps of grey from the background, want 24", theme, apart)
		}
	}
}
