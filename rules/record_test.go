package rules

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestRecordRoundTrip(t *testing.T) {
	for _, v := range Variants() {
		t.Run(v.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			r := NewRecord(v)
			r.Tags = []Tag{{"White", `Ada "the Rook" \ Lovelace`}, {"Black", "Bob\nNewline"}, {"Date", "2026-11-21"}, {"Termination", "resignation"}}
			r.Result = BlackWins
			g := NewGame(v)
			at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
			for ply := range 60 {
				legal := g.Position().Legal()
				if g.Outcome().Over() || len(legal) == 0 {
					break
				}
				m := RecordMove{Move: rareMove(g.Position(), legal, random)}
				if ply%2 == 0 {
					m.At = at.Add(time.Duration(ply) * time.Hour)
				}
				if ply%5 == 0 {
					m.Comment = "so {it} goes \\ {[%at x]}\non"
				}
				if err := g.Play(m.Move); err != nil {
					t.Fatal(err)
				}
				r.Moves = append(r.Moves, m)
			}
			again, err := ReadRecord(r.String())
			if err != nil {
				t.Fatalf("%v\n%s", err, r)
			}
			if !reflect.DeepEqual(again.Moves, r.Moves) || !reflect.DeepEqual(again.Tags, r.Tags) || again.Result != r.Result || again.String() != r.String() {
				t.Errorf("read back:\n%s\nwritten:\n%s", again, r)
			}
			replayed, err := again.Game()
			if err != nil || replayed.Position().Line() != g.Position().Line() {
				t.Errorf("the record replays to another position: %v", err)
			}
		})
	}
}

func TestRecordFromAPosition(t *testing.T) {
	v := mustFind(t, "stockschach216")
	p, err := ReadPosition(v, "b EPRza1,STOwc2 EPRza6 - - - 3 17")
	if err != nil {
		t.Fatal(err)
	}
	r := &Record{Variant: v, Start: p, Result: Unknown}
	m, err := p.ReadMove("za6-ya6")
	if err != nil {
		t.Fatal(err)
	}
	r.Moves = []RecordMove{{Move: m}}
	text := r.String()
	if !strings.Contains(text, "17... za6-ya6 *") {
		t.Errorf("Black's first move is not numbered:\n%s", text)
	}
	if again, err := ReadRecord(text); err != nil || again.String() != text {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestReadRecordRefuses(t *testing.T) {
	const head = "[Variant \"stockschach216\"]\n\n"
	for _, test := range []struct{ text, want string }{
		{"", "begins with the tag"},
		{"1. wc2-wc3", "begins with the tag"},
		{"[Variant \"chess\"]", "there is no variant"},
		{head + "1. wc2-wc3 wc2-wc3", "move 2 of the record"},
		{head + "1. wc2-wc3 {never closed", "no closing brace"},
		{head + "1. wc2-wc3 (1. wc2-wc4 (deeper) {never ) closed", "no closing bracket"},
		{"[Variant \"stockschach216\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n", "the tag FEN holds a position on a flat board"},
		{head + "1. wc2-wc3 1-0 uc5-uc4", "something follows the result"},
		{"[Variant \"stockschach216\"]\n[Result \"0-1\"]\n1. wc2-wc3 1-0", "its tag says 0-1"},
		{"[Variant \"stockschach216\"]\n[Result \"2-0\"]\n", "no result"},
		{head + "1. wc2-wc3 {[%at yesterday]}", "no time"},
		{"[Variant \"stockschach216\"]\n[Position \"w - -\"]\n", "tag Position"},
	} {
		if _, err := ReadRecord(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want a refusal with %q", test.text, err, test.want)
		}
	}
}

// TestReadRecordAsOthersWrite reads records with what other programs and people put into them.
func TestReadRecordAsOthersWrite(t *testing.T) {
	const plain = "[Variant \"raumschach\"]\n[White \"Ada\"]\n[Result \"1/2-1/2\"]\n\n"
	const moves = "1. ab2-ab3 eb4-eb3 2. ac2-ac3 1/2-1/2\n"
	for name, test := range map[string]struct{ text, want string }{
		"variations":          {plain + "1. ab2-ab3 (1. ac2-ac3 eb4-eb3 (1... ec4-ec3 {a :) b})) eb4-eb3 (x)2. ac2-ac3 1/2-1/2", plain + moves},
		"first comment":       {plain + "{A quiet game} 1. ab2-ab3 eb4-eb3 2. ac2-ac3 1/2-1/2", plain + "{A quiet game} " + moves},
		"numbers":             {plain + "1 ab2-ab3 eb4-eb3 2 ac2-ac3 1/2-1/2", plain + moves},
		"joined numbers":      {plain + "1.ab2-ab3 1...eb4-eb3 2.ac2-ac3 1/2-1/2", plain + moves},
		"glyphs":              {plain + "1. ab2-ab3 $1 eb4-eb3 $16 2. ac2-ac3 1/2-1/2", plain + moves},
		"signs":               {"[Variant “raumschach”]\n[White „Ada“]\n[Result \"½–½\"]\n1. ab2–ab3 eb4—eb3 2. ac2−ac3 ½-½", plain + moves},
		"half":                {plain + "1. ab2-ab3 eb4-eb3 2. ac2-ac3 ½", plain + moves},
		"case":                {"[VARIANT \"raumschach\"]\n[White \"Ada\"]\n[result \"1/2-1/2\"]\n1. ab2-ab3 eb4-eb3 2. ac2-ac3", plain + moves},
		"a quote in the name": {"[Variant \"raumschach\"] [White \"Ada “the first”\"] 1. ab2-ab3 1–0", "[Variant \"raumschach\"]\n[White \"Ada “the first”\"]\n[Result \"1-0\"]\n\n1. ab2-ab3 1-0\n"},
	} {
		if r, err := ReadRecord(test.text); err != nil || r.String() != test.want {
			t.Errorf("%s: %v\n%s\nwant:\n%s", name, err, r, test.want)
		}
	}
	if r, err := ReadRecord("[variant \"raumschach\"] [WHITE \"Ada\"]"); err != nil || r.Tag("White") != "Ada" {
		t.Errorf("the tag White is %q: %v", r.Tag("White"), err)
	}
}

func FuzzReadRecord(f *testing.F) {
	f.Add("[variant “raumschach”]\n{a} 1 ab2–ab3 (1 ac2-ac3 {)} (x)) $1 eb4-eb3 ½–½")
	f.Add("[Variant \"stockschach216\"]\n[White \"a\\\"b\"]\n\n1. wc2-wc3 {x \\} y} uc5-uc4 2. ud2-ud3 1-0\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadRecord(text)
		if err != nil {
			return
		}
		again, err := ReadRecord(r.String())
		if err != nil || again.String() != r.String() {
			t.Errorf("%q does not read back: %v", r.String(), err)
		}
	})
}
