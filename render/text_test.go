package render

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"raumbot/rules"
)

func TestHeadSaysWhatHappened(t *testing.T) {
	tests := []struct {
		name, variant, line, move string
		turn, last                string
	}{
		{"a step", "stockschach512", "w EPRtc4,STOsd5 EPRza8,SBKua5 - - - 0 30", "tc4-td4",
			"Black to move, move 30", "White: EPR tc4 to td4"},
		{"in passing", "stockschach512", "w EPRtc4,STOsd5 EPRza8,SBKua5,STOtc5 - tc6>tc5 - 0 30", "sd5-tc6",
			"Black to move, move 30", "White: STO sd5 takes STO on tc6, in passing"},
		{"check", "blocschach", "b EPRsa1 EPRzh8,MARsb8 - - - 0 7", "sb8-sa8",
			"White to move, move 8: CHECK on sa1", "Black: MAR sb8 to sa8"},
		{"castling", "blocschach", "w BARsc2,DUKsb2,EPRve1,GOVza1,PNCsa2,QUEvh1 EPRve8 vh1,za1 - - 0 30", "ve1-vg1",
			"Black to move, move 30", "White: EPR ve1 to vg1, castling"},
		{"an end", "octhex146", "w CAVve1,QUEua1,UNItc4,UNIvc3 CAVta6,PAWud5,PAWvc2,QUEuf6 - - - 0 30", "ua1-uf6",
			"White wins by extinction", "White: QUE ua1 takes QUE on uf6"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := at(t, test.variant, test.line)
			m, err := s.Position.ReadMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			next, err := s.Position.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			s.Before, s.Last, s.Position = s.Position, m, next
			if got := s.turnLine(); !strings.HasPrefix(got, test.turn) {
				t.Errorf("the head says %q, want %q", got, test.turn)
			}
			if got := s.moveLine(); got != test.last {
				t.Errorf("the head says %q, want %q", got, test.last)
			}
			if picture, err := PNG(s); err != nil || len(picture) == 0 {
				t.Errorf("no picture: %v", err)
			}
		})
	}
}

// TestResultTakesThePlaceOfTheTurn covers games that end although the position does not.
func TestResultTakesThePlaceOfTheTurn(t *testing.T) {
	s := NewScene(rules.Variants()[0].Start())
	s.Result = "White wins: Black resigned"
	if got := s.turnLine(); got != s.Result {
		t.Errorf("the head says %q, want the result", got)
	}
	if got := Alt(s); strings.Contains(got, "to move") || !strings.Contains(got, s.Result) {
		t.Errorf("the alt text says %q, want the result and nobody's turn", got)
	}
}

// TestDiscHalves checks that the disc shows the side to move, the winner, or both sides.
func TestDiscHalves(t *testing.T) {
	white, black := rules.White, rules.Black
	for name, c := range map[string]struct {
		result      string
		winner      *rules.Side
		top, bottom rules.Side
	}{
		"to move": {"", nil, white, white},
		"won":     {"Black wins: resignation", &black, black, black},
		"drawn":   {"Draw: agreement", nil, black, white},
	} {
		s := NewScene(rules.Variants()[0].Start())
		s.Result, s.Winner = c.result, c.winner
		if top, bottom := s.discHalves(); top != c.top || bottom != c.bottom {
			t.Errorf("%s: %v over %v", name, top, bottom)
		}
	}
}

// TestNamesMayBeAnything checks that unusual player names cost no time, lines or space.
func TestNamesMayBeAnything(t *testing.T) {
	s := afterMoves(t, "raumschach", 0, 1)
	s.View = Tall
	s.White, s.Black, s.Note = strings.Repeat("Ω\n", 1<<19), "王\u202e\x00", strings.Repeat("W", 300)
	began := time.Now()
	picture, err := PNG(s)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("a name of a megabyte took %v", took)
	}
	if width, want := decode(t, picture).Rect.Dx(), tallLayout(s.Position.Variant().Board, s.Side).width; width != want {
		t.Errorf("the picture is %d wide, want %d as ever", width, want)
	}
	if lines := strings.Split(Text(s), "\n"); !strings.HasPrefix(lines[2], "White: Ω Ω") {
		t.Errorf("the third line of the text is %.40q, want the players", lines[2])
	}
}

// TestTriedMovesAreNamed checks that text, description and picture name the moves tried out,
// however many there are.
func TestTriedMovesAreNamed(t *testing.T) {
	s := NewScene(rules.Variants()[0].Start())
	s.View = Tall
	plain, err := PNG(s)
	if err != nil {
		t.Fatal(err)
	}
	for range 40 {
		s.Tried = append(s.Tried, "17. vc2-vc3")
	}
	for _, text := range []string{Text(s), Alt(s)} {
		if !strings.Contains(text, "Tried, not played: 17. vc2-vc3, 17. vc2-vc3") {
			t.Errorf("the moves are missing in %q", text)
		}
	}
	picture, err := PNG(s)
	if err != nil {
		t.Fatal(err)
	}
	if decode(t, picture).Rect.Dy() <= decode(t, plain).Rect.Dy() {
		t.Error("the picture has no lines for the moves")
	}
	p := newPainter(s, tallLayout(s.Position.Variant().Board, s.Side))
	if named := strings.Count(fmt.Sprint(p.subLines()), "17. vc2-vc3"); named != 40 {
		t.Errorf("the picture names %d of 40 moves", named)
	}
}

func TestQuestionsAboutTheBoard(t *testing.T) {
	p := at(t, "blocschach", "w DUCsc1,EPRve1,PNCsa2,QUEse1,QUEwa4 EPRve8,ST1we4 - - - 0 1").Position
	kind := func(code string) rules.KindID { id, _ := p.Variant().KindByCode(code); return id }
	cell := func(name string) rules.Cell { c, _ := p.Variant().Board.Cell(name); return c }
	canDo := func(c rules.Cell) string { return NewScene(p).canDo(c, p.LegalFrom(c)) }
	standing := func(slice string) string {
		text, err := Standing(p, slice, nil)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	tests := []struct{ question, got, want string }{
		{"what stands on level s", standing("s"), "Level s.\n  White: Prince on sa2; Queen on se1; Duchess (frozen) on sc1."},
		{"what stands on level t", standing("T"), "Level t is empty."},
		{"what stands on rank 4", standing("4"), "Rank 4.\n  White: Queen on wa4.\n  Black: Stockbroker of sets 1 and 2 on we4."},
		{"where are my Queens", Where(p, rules.MakePiece(kind("QUE"), rules.White), nil), "White has Queens on se1 and wa4."},
		{"where is Black's Emperor", Where(p, rules.MakePiece(kind("EPR"), rules.Black), nil), "Black has one Emperor, on ve8."},
		{"what stands on file a", OnFile(p, "A", nil), "File a.\n  White: Prince on sa2; Queen on wa4."},
		{"what stands on file h", OnFile(p, "h", nil), "File h is empty."},
		{"what stands on file z", OnFile(p, "z", nil), ""},
		{"where are Black's Queens", Where(p, rules.MakePiece(kind("QUE"), rules.Black), nil), "Black has no Queen."},
		{"what can sc1 do", canDo(cell("sc1")), "White's Duchess on sc1 is frozen: its set cannot move without its key piece."},
		{"what can tb1 do", canDo(cell("tb1")), "tb1 is empty."},
		{"what can ve8 do", canDo(cell("ve8")), "Black's Emperor on ve8 waits: it is White's turn."},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.question, test.got, test.want)
		}
	}
	if got := canDo(cell("wa4")); !strings.Contains(got, "can take the Stockbroker of sets 1 and 2 on we4") {
		t.Errorf("what can wa4 do: %q, want the capture on we4", got)
	}
	if _, err := Standing(p, "aa", nil); err == nil || !strings.Contains(err.Error(), "choose one of: s, t") {
		t.Errorf("an unknown level is answered with %v, want the choices", err)
	}
}

// TestEveryKindHasWordsAndMarks checks that every kind's movement is described in words and,
// except for pawns without special moves, shown by marks.
func TestEveryKindHasWordsAndMarks(t *testing.T) {
	for _, v := range rules.Variants() {
		for i := range v.Kinds[1:] {
			k := &v.Kinds[i+1]
			words := MovementWords(k, nil)
			if len(words) == 0 || strings.Contains(strings.Join(words, ";"), ": ;") {
				t.Errorf("%s %s: words %q", v.Name, k.Code, words)
			}
			for _, line := range words {
				if strings.HasPrefix(line, ":") || strings.HasSuffix(line, ": ") {
					t.Errorf("%s %s: one of its lines is %q", v.Name, k.Code, line)
				}
			}
			if len(marksOf(k)) == 0 && !k.Pawn {
				t.Errorf("%s %s has no marks", v.Name, k.Code)
			}
			for _, m := range marksOf(k) {
				if m.form == nil {
					t.Errorf("%s %s has a mark without a form", v.Name, k.Code)
				}
			}
		}
	}
}

// TestLegendLinesAndMarksAreWords checks that every line can begin a sentence, and that every
// mark is explained on the contact sheet.
func TestLegendLinesAndMarksAreWords(t *testing.T) {
	for _, v := range rules.Variants() {
		for i := range v.Kinds[1:] {
			for _, line := range MovementWords(&v.Kinds[i+1], nil) {
				if strings.ToUpper(line[:1]) != line[:1] {
					t.Errorf("%s %s: the line %q does not begin with a capital", v.Name, v.Kinds[i+1].Code, line)
				}
				if before, _, found := strings.Cut(line, ":"); found && strings.Contains(before, "along") {
					t.Errorf("%s %s: the line %q says where before what", v.Name, v.Kinds[i+1].Code, line)
				}
			}
		}
		for _, e := range append(markKey(v, nil), plateKey(v)...) {
			if e.words == "" {
				t.Errorf("%s: a sign on the contact sheet has no words", v.Name)
			}
		}
	}
}

// TestEndsByLossSayWhatIsLost checks that a side that has lost by losing a family is told which,
// and how many are left.
func TestEndsByLossSayWhatIsLost(t *testing.T) {
	code := func(k *rules.Kind) string { return k.Code }
	told := 0
	for _, v := range rules.Variants() {
		for n := range 3 {
			if len(v.Survival.Families) == 0 {
				continue
			}
			game := played(t, v, n, -1)
			for i, s := range game {
				reason := s.reason(code)
				if by := s.Position.Status() == v.Survival.Ends; by != (reason != "") {
					t.Fatalf("%s ply %d: %s, and the reason is %q", v.Name, i, s.Position.Status(), reason)
				}
				if reason == "" {
					continue
				}
				told++
				victim := v.Kind(s.trail().victim).Code
				if loser := s.Position.Turn().String(); !strings.HasPrefix(reason, loser+" has ") || !strings.Contains(reason, victim) {
					t.Errorf("%s lost by the capture of %s and is told %q", loser, victim, reason)
				}
			}
		}
	}
	if told == 0 {
		t.Error("no recorded game ends by the loss of a family")
	}
}

// TestPromotedPiecesAreNotCountedAsLost checks that exactly the pieces that left the board are
// listed as lost, with promotions or without.
func TestPromotedPiecesAreNotCountedAsLost(t *testing.T) {
	for _, v := range rules.Variants() {
		begun := pieces(v.Start())
		for _, s := range played(t, v, 0, -1) {
			reserves, gone := 0, 0
			for _, side := range []rules.Side{rules.White, rules.Black} {
				if v.Start().Reserve(side) != s.Position.Reserve(side) {
					reserves++ // a reserve piece that has entered the game
				}
				for _, tally := range lost(s.Position, side) {
					gone += tally.count
				}
			}
			if want := begun + reserves - pieces(s.Position); gone != want {
				t.Fatalf("%s: after %s %d pieces are listed as lost, %d are", v.Name, s.moveLine(), gone, want)
			}
		}
	}
}

func pieces(p *rules.Position) int {
	n := 0
	for c := range p.Variant().Board.Len() {
		if p.At(rules.Cell(c)) != rules.NoPiece {
			n++
		}
	}
	return n
}
