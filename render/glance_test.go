package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"raumbot/rules"
	"raumbot/rules/games"
)

// everyGame returns the games that are defined in Go and those that are defined in files.
func everyGame(t testing.TB) []*rules.Variant {
	t.Helper()
	shipped, err := games.All()
	if err != nil {
		t.Fatal(err)
	}
	every := slices.Clone(rules.Variants())
	for _, g := range shipped {
		every = append(every, g.Variant)
	}
	return every
}

// glances calls check for positions of a game of every variant, from both sides, and for the
// choice of a piece.
func glances(t *testing.T, check func(t *testing.T, g *glance)) {
	t.Helper()
	for _, v := range everyGame(t) {
		t.Run(v.Name, func(t *testing.T) {
			game := played(t, v, 0, 120)
			for i, s := range game {
				if i > 0 && i%7 != 0 && s.inCheck() == rules.NoCell && len(s.trail().via) == 0 {
					continue
				}
				s.Side = rules.Side(i % 2)
				check(t, newGlance(s))
				if moves := s.Position.Legal(); i%21 == 0 && len(moves) > 0 {
					s.Chosen = moves[len(moves)/2].From
					s.Targets = s.Position.LegalFrom(s.Chosen)
					check(t, newGlance(s))
				}
			}
		})
	}
}

// wordsOf returns the words of a line of the head.
func wordsOf(parts []headPart) string {
	var words []string
	for _, h := range parts {
		if h.words != "" {
			words = append(words, h.words)
		}
	}
	return strings.Join(words, " ")
}

// TestHeadNamesTheMove checks that the head names the side to move, the moved piece with its
// cells, the captured piece, and the cells of a check; and that its letters are large.
func TestHeadNamesTheMove(t *testing.T) {
	german := func(format string, args ...any) string {
		words := map[string]string{
			"%s to move": "%s am Zug", "CHECK %s": "SCHACH %s", "MATE %s": "MATT %s", "%s wins": "%s gewinnt", "%s, castling": "%s, Rochade",
		}
		for i, a := range args {
			if side, ok := a.(rules.Side); ok {
				args[i] = []string{"Weiß", "Schwarz"}[side]
			}
		}
		if german, ok := words[format]; ok {
			format = german
		}
		return fmt.Sprintf(format, args...)
	}
	checks, captures := 0, 0
	glances(t, func(t *testing.T, g *glance) {
		if g.Before == nil || g.Chosen != rules.NoCell {
			return
		}
		v, m := g.Position.Variant(), g.Last
		for _, say := range []Say{nil, german} {
			g.Say = say
			lines := g.lines()
			turn, move := wordsOf(lines[0]), wordsOf(lines[1])
			wanted := []string{v.Kind(g.Before.At(m.From)).Code, g.board.Name(m.From), g.board.Name(m.To)}
			if cell, victim := g.Before.Capture(m); victim != rules.NoPiece {
				captures++
				wanted = append(wanted, "× "+v.Kind(victim).Code, g.board.Name(cell))
			}
			for _, word := range wanted {
				if !strings.Contains(move, word) {
					t.Errorf("the head %q does not name %q", move, word)
				}
			}
			if royal := g.inCheck(); royal != rules.NoCell {
				checks++
				for _, c := range append(g.Position.Checkers(), royal) {
					if !strings.Contains(turn, g.board.Name(c)) {
						t.Errorf("the head %q does not name %s", turn, g.board.Name(c))
					}
				}
			}
			ordinary := len(g.last.stops) == 0 && m.Special != rules.Castling && m.Promotion == rules.NoKind && len(g.checkers) < 2
			for _, line := range lines {
				fitted, size := g.fitLine(line)
				if letters := size * shownWidth / float64(g.wide); ordinary && letters < 16 || letters < 12.5 {
					t.Errorf("%q is written in letters of %.1f pixels", wordsOf(line), letters)
				}
				if wordsOf(fitted) != wordsOf(line) {
					t.Errorf("%q is shortened to %q", wordsOf(line), wordsOf(fitted))
				}
			}
		}
	})
	if checks < 20 || captures < 20 {
		t.Errorf("%d checks and %d captures are too few", checks, captures)
	}
}

// TestLongHeadsAreShortened checks that a long result stays within the picture.
func TestLongHeadsAreShortened(t *testing.T) {
	s := afterMoves(t, "raumschach", 0, 3)
	s.Result = strings.Repeat("Draw by agreement after a long talk. ", 9)
	g := newGlance(s)
	parts, size := g.fitLine(g.turnParts())
	if width := lineWidth(parts, size); width > float64(g.wide) {
		t.Errorf("%q takes %.0f pixels of %d", wordsOf(parts), width, g.wide)
	}
	if !strings.HasPrefix(wordsOf(parts), "Draw by agreement") {
		t.Errorf("the head says %q", wordsOf(parts))
	}
}

// TestLineOfCheckIsMarked checks the cells between a rider and the royal piece that it checks, on
// one level and through several, and that a leaper has none.
func TestLineOfCheckIsMarked(t *testing.T) {
	for _, test := range []struct{ name, position, want string }{
		{"along a rank of one level", "w EPRsa1 EPRzh8,MARsa8 - - - 0 1", "sa2 sa3 sa4 sa5 sa6 sa7"},
		{"through levels", "w EPRsa1 EPRzh8,MARxa1 - - - 0 1", "ta1 ua1 va1 wa1"},
		{"by a leap", "w EPRsa1 EPRzh8,CARsb3 - - - 0 1", ""},
	} {
		g := newGlance(at(t, "blocschach", test.position))
		if g.Position.Status() != rules.Check {
			t.Fatalf("%s: the position is %s", test.name, g.Position.Status())
		}
		var names []string
		for _, c := range g.line {
			names = append(names, g.board.Name(c))
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: marked are %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCaptureWithoutMoving checks that a piece that captures without moving is shown and named
// where it stands, and the captured piece on its own level.
func TestCaptureWithoutMoving(t *testing.T) {
	every := everyGame(t)
	dragonchess := every[slices.IndexFunc(every, func(v *rules.Variant) bool { return v.Name == "dragonchess" })]
	before, err := rules.ReadPosition(dragonchess, "w KINgg1,DRAsg4 KINgg8,WARgg4 - - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s := NewScene(before)
	m, err := before.ReadMove("sg4xgg4")
	if err != nil {
		t.Fatal(err)
	}
	s.Before, s.Last = before, m
	if s.Position, err = s.Position.Play(m); err != nil {
		t.Fatal(err)
	}
	g := newGlance(s)
	if got, want := wordsOf(g.lines()[1]), "White DRA sg4 × WAR gg4"; got != want {
		t.Errorf("the head says %q, want %q", got, want)
	}
	for level, want := range map[string]string{"s": "DRA sg4", "g": "× WAR gg4", "u": ""} {
		i := slices.IndexFunc(g.panes, func(p *pane) bool { return p.Name == level })
		title := g.titleOf(g.panes[i])
		if got := strings.Join(title.words, ", "); got != want || (title.tab == 0) != (want == "") {
			t.Errorf("the title of level %s says %q, want %q", level, got, want)
		}
	}
	if got, want := s.lastMove(), "Last move: Dragon on sg4, taking the Warrior on gg4."; got != want {
		t.Errorf("in words it is %q, want %q", got, want)
	}
}

// TestCheckBeforeTheFirstMove checks that a position without a last move shows the levels of the
// check large.
func TestCheckBeforeTheFirstMove(t *testing.T) {
	s := at(t, "blocschach", "w EPRsa1 EPRzh8,MARxa1 - - - 0 1")
	board := s.Position.Variant().Board
	var names []string
	for _, level := range s.large() {
		names = append(names, board.Levels()[level].Name)
	}
	if got := strings.Join(names, " "); got != "s x" {
		t.Errorf("large are the levels %s, want s and x", got)
	}
}

// TestSilhouettesAreDistinct checks that kinds stay apart where pieces are drawn without codes,
// at the size of the smallest box, in grey and to the green-blind.
func TestSilhouettesAreDistinct(t *testing.T) {
	for _, v := range everyGame(t) {
		used := false
		for _, p := range newGlance(NewScene(v.Start())).panes {
			used = used || p.as == silhouette && p.cell*shownWidth/glanceWidth >= 10
		}
		if !used || v.Name == "octhex146" { // whose small levels show families only
			continue
		}
		for name, eye := range map[string]viewer{"in grey": greyEye, "to the green-blind": greenBlind} {
			least, one, two := closestKinds(v, look{size: 64, as: silhouette}, eye, 2)
			t.Logf("%s %s: %s and %s are %.1f apart", v.Name, name, one, two, least)
			if least < 14 {
				t.Errorf("%s %s: %s and %s are %.1f apart, want 14", v.Name, name, one, two, least)
			}
		}
	}
}

// TestGlanceFilesAreSmall checks the size of files after moves, in every theme.
func TestGlanceFilesAreSmall(t *testing.T) {
	t.Parallel()
	const most = 100_000
	largest := 0
	for _, v := range everyGame(t) {
		game := played(t, v, 0, 120)
		for i := 0; i < len(game); i += 9 {
			s := game[i]
			s.Theme, s.Side = Theme(i/9%int(themeCount)), rules.Side(i%2)
			picture, err := PNG(s)
			if err != nil {
				t.Fatal(err)
			}
			if len(picture) > most {
				t.Errorf("%s after %d moves takes %d bytes, want %d at most", v.Name, i, len(picture), most)
			}
			largest = max(largest, len(picture))
		}
	}
	t.Logf("the largest file has %d bytes", largest)
}

// TestReplayKeepsLargeLevels checks that the frames of a replay have one size, show what a move
// concerns, and exchange only levels that the next move does not concern.
func TestReplayKeepsLargeLevels(t *testing.T) {
	for _, v := range everyGame(t) {
		frames := inReplay(played(t, v, 0, 60))
		kept := 0
		for i := range frames {
			s := &frames[i]
			drawn := newGlance(*s)
			if size, first := drawn.Rect, newGlance(frames[0]).Rect; size != first {
				t.Fatalf("%s: frame %d is %v, the first %v", v.Name, i, size, first)
			}
			for _, level := range s.concerned()[:min(2, len(s.concerned()))] {
				if !slices.Contains(s.kept, level) {
					t.Errorf("%s: after %s levels %v are large, want %v", v.Name, s.moveLine(), s.kept, s.concerned())
				}
			}
			if i == 0 {
				continue
			}
			for k, level := range frames[i-1].kept {
				if slices.Contains(s.concerned()[:min(2, len(s.concerned()))], level) && s.kept[k] != level {
					t.Errorf("%s: after %s level %d has changed its place", v.Name, s.moveLine(), level)
				}
				if s.kept[k] == level {
					kept++
				}
			}
		}
		if kept < len(frames)/2 {
			t.Errorf("%s: in %d frames only %d levels were kept", v.Name, len(frames), kept)
		}
	}
}

// TestCrowdedBoards checks which games have a button for the whole board.
func TestCrowdedBoards(t *testing.T) {
	for _, v := range everyGame(t) {
		if got, want := Crowded(v.Board), v.Board.Len() == rules.MaxCells || v.Name == "octhex146"; got != want {
			t.Errorf("%s is crowded: %t, want %t", v.Name, got, want)
		}
	}
}
