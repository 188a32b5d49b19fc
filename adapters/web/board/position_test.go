package board

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"raumbot/render"
	"raumbot/rules"
)

// played plays so many random moves.
func played(t testing.TB, v *rules.Variant, plies int, seed uint64) *rules.Game {
	t.Helper()
	g := rules.NewGame(v)
	random := rand.New(rand.NewPCG(seed, 17))
	for range plies {
		legal := g.Position().Legal()
		if len(legal) == 0 || g.Outcome().Over() {
			break
		}
		if err := g.Play(legal[random.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// at is a moment of a game.
func at(g *rules.Game, ply int) Moment {
	s := render.NewScene(g.PositionAt(ply))
	if ply > 0 {
		s.Before, s.Last = g.PositionAt(ply-1), g.Moves()[ply-1]
	}
	return Of(s)
}

// TestPositionsAgreeWithTheRules plays every game at random, and compares each position with that
// of package rules.
func TestPositionsAgreeWithTheRules(t *testing.T) {
	for _, v := range all(t) {
		g := played(t, v, 40, 1)
		for ply := 0; ply <= g.Ply(); ply += 4 {
			m := at(g, ply)
			p, drawn := g.PositionAt(ply), m.Position()
			standing := map[int]Man{}
			for _, man := range drawn.Men {
				standing[man.Cell] = man
			}
			for c := range rules.Cell(v.Board.Len()) {
				man, ok := standing[int(c)]
				if piece := p.At(c); ok != (piece != rules.NoPiece) || ok && (rules.MakePiece(rules.KindID(man.Kind), rules.Side(man.Side)) != piece || man.Frozen != p.FrozenAt(c)) {
					t.Fatalf("%s, ply %d, %s: %+v stands where %v should", v.Name, ply, v.Board.Name(c), man, piece)
				}
			}
			if drawn.Turn != int(p.Turn()) || drawn.Ply != ply || (drawn.Last == nil) != (ply == 0) || drawn.Moves != len(p.Legal()) {
				t.Errorf("%s, ply %d: %+v", v.Name, ply, drawn)
			}
			if ply > 0 && (drawn.Last.Text != g.PositionAt(ply-1).Text(g.Moves()[ply-1]) || drawn.Last.From != int(g.Moves()[ply-1].From)) {
				t.Errorf("%s, ply %d: the last move is %+v", v.Name, ply, drawn.Last)
			}
			var givers []int
			if drawn.Check != nil {
				for _, giver := range drawn.Check.Givers {
					givers = append(givers, giver.From)
				}
			}
			if want := cells(p.Checkers()); !slices.Equal(givers, want) {
				t.Errorf("%s, ply %d: checks from %v, not %v", v.Name, ply, givers, want)
			}
		}
	}
}

// TestMovesAgreeWithTheRules asks for the moves of each man. Together they are the legal moves;
// each can be tried; and the cells that it passes and the man that it captures are right.
func TestMovesAgreeWithTheRules(t *testing.T) {
	forms := map[string]int{}
	for _, v := range all(t) {
		g := played(t, v, 24, 2)
		if v.Name == "dragonchess" { // the dragons must come out first
			g = played(t, v, 160, 2)
		}
		for ply := 0; ply <= g.Ply(); ply += 8 {
			m := at(g, ply)
			p := g.PositionAt(ply)
			var texts []string
			for c := range rules.Cell(v.Board.Len()) {
				cell, err := m.Cell(v.Board.Name(c))
				if err != nil {
					t.Fatal(err)
				}
				for _, move := range cell.Moves {
					checkWay(t, v, p, move)
					if !cell.Turn {
						if move.Text != "" {
							t.Errorf("%s: %s although it is not that side's turn", v.Name, move.Text)
						}
						continue
					}
					texts = append(texts, move.Text)
					forms[move.Form]++
				}
			}
			if want := p.LegalTexts(); !slices.Equal(texts, want) {
				t.Errorf("%s, ply %d: %d moves of all men, %d legal ones", v.Name, ply, len(texts), len(want))
			}
			for _, text := range texts[:min(3, len(texts))] {
				after, err := m.Try(text)
				if err != nil {
					t.Fatalf("%s, ply %d, %s: %v", v.Name, ply, text, err)
				}
				if last := after.Position().Last; last.Text != text {
					t.Errorf("%s: tried %s, played %s", v.Name, text, last.Text)
				}
			}
		}
	}
	for _, form := range []string{"leap", "line", "bent", "plane", "double", "rifle"} {
		if forms[form] == 0 {
			t.Errorf("no move of the form %q was met: %v", form, forms)
		}
	}
}

// checkWay makes sure that a move passes empty cells between its ends, and captures only an enemy.
func checkWay(t *testing.T, v *rules.Variant, p *rules.Position, m Move) {
	t.Helper()
	mover := p.At(rules.Cell(m.From))
	for _, c := range m.Over {
		if c == m.From || c == m.To && !v.Transfer {
			t.Errorf("%s: %+v passes one of its ends", v.Name, m)
		}
		if p.At(rules.Cell(c)) != rules.NoPiece && c != m.Take {
			t.Errorf("%s: %+v passes over a man on %s", v.Name, m, v.Board.Name(rules.Cell(c)))
		}
	}
	if m.Take >= 0 && (p.At(rules.Cell(m.Take)) == rules.NoPiece || p.At(rules.Cell(m.Take)).Side() == mover.Side()) {
		t.Errorf("%s: %+v takes no enemy", v.Name, m)
	}
	if m.Form == "line" {
		all := append(append([]rules.Cell{}, toCells(m.Over)...), rules.Cell(m.To))
		if !v.Board.Straight(rules.Cell(m.From), all[:len(all)-1], all[len(all)-1]) {
			t.Errorf("%s: %+v is not straight", v.Name, m)
		}
	}
}

func toCells(list []int) (all []rules.Cell) {
	for _, c := range list {
		all = append(all, rules.Cell(c))
	}
	return all
}

// TestWays checks the ways of some moves.
func TestWays(t *testing.T) {
	for _, test := range []struct {
		game, position string
		moves          []string // before
		cell, text     string
		form, over     string
		press, take    string
	}{
		{game: "alicechess", cell: "ae2", text: "ae2-be4", form: "double", over: "ae3", press: "be4"},
		{game: "raumschach", moves: []string{"ab2-ab3", "dd4-cd4"}, cell: "aa1", text: "aa1-ab1", form: "", press: ""},
	} {
		v := find(t, test.game)
		g := rules.NewGame(v)
		for _, text := range test.moves {
			m, err := g.Position().ReadText(text)
			if err == nil {
				err = g.Play(m)
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", test.game, text, err)
			}
		}
		m := at(g, g.Ply())
		cell, err := m.Cell(test.cell)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(cell.Moves, func(m Move) bool { return m.Text == test.text })
		if test.form == "" {
			if i >= 0 {
				t.Errorf("%s: %s is no move", test.game, test.text)
			}
			continue
		}
		if i < 0 {
			t.Fatalf("%s: no move %s among %+v", test.game, test.text, cell.Moves)
		}
		var over []string
		for _, c := range cell.Moves[i].Over {
			over = append(over, v.Board.Name(rules.Cell(c)))
		}
		if got := cell.Moves[i]; got.Form != test.form || strings.Join(over, " ") != test.over || v.Board.Name(rules.Cell(got.Press)) != test.press {
			t.Errorf("%s: %s is %+v over %v", test.game, test.text, got, over)
		}
	}
}

// TestPositionAsJSON checks the form in which scripts read men, and the size.
func TestPositionAsJSON(t *testing.T) {
	for _, v := range all(t) {
		text, err := json.Marshal(Of(render.NewScene(v.Start())).Position())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), `"men":[[`) || len(text) > 5000 {
			t.Errorf("%s: %d bytes: %.200s", v.Name, len(text), text)
		}
	}
}

// TestNoSuchCell refuses names that are not cells, and plies that do not exist.
func TestNoSuchCell(t *testing.T) {
	g := rules.NewGame(find(t, "raumschach"))
	m := at(g, 0)
	if _, err := m.Cell("zz9"); err == nil {
		t.Error("zz9 is a cell")
	}
	if _, err := m.Try("ab2-ab9"); err == nil {
		t.Error("tried an illegal move")
	}
}
