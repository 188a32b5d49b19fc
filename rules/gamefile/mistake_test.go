package gamefile_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"raumbot/rules/gamefile"
)

// TestMistakes makes changes to the tutorial's game that must each be reported as one mistake, with
// line, key and problem.
func TestMistakes(t *testing.T) {
	for _, test := range []struct{ before, after, key, problem string }{
		{`format = 1`, `format = 2`, "format", "format = 1"},
		{`name   = "pocketcube"`, `name   = "Pocket Cube"`, "name", "small letters"},
		{`title  = "Pocket Cube"`, `title  = 7`, "title", "must be a text, not a number"},
		{`title  = "Pocket Cube"`, `titel  = "Pocket Cube"`, "titel", "no such key"},
		{`geometry = "cubic"`, `geometry = "round"`, "board.geometry", "none of cubic, list and octahedral"},
		{`levels   = "dcba"`, `levels   = "dcbb"`, "board", "different small letters"},
		{`geometry = "cubic"`, "geometry = \"list\"", "board.cells", "names all of its cells"},
		{`geometry = "cubic"`, "geometry = \"list\"\ncells = [\"ab1\", \"ae1\"]", "board", "no cell and no file \"ae1\""},
		{`geometry = "cubic"`, "geometry = \"cubic\"\nholes = \"zz9\"", "board", "no cell and no file \"zz9\""},
		{`files    = 4`, `files    = 30`, "board.files", "from 0 to 26"},
		{`levels   = "dcba"`, `levels   = "zyxwvutsrqponmlkjihgfedcba"`, "", ""}, // 26 levels are allowed
		{`ranks    = 4`, `ranks    = 1`, "board", "2 to 9 ranks"},
		{`opposite = "centre"`, `opposite = "sideways"`, "board.opposite", "none of ranks"},
		{`royal  = true`, `royal  = false`, "piece", "needs a royal piece"},
		{`code   = "BIS"`, `code   = "ROO"`, "piece[2].code", "two pieces"},
		{`code   = "KNI"`, `code   = "Kni"`, "piece[3].code", "three capitals"},
		{`ride = "rook"`, `ride = "rok"`, "piece[1].moves[0]", "no family of directions \"rok\""},
		{`{ ride = "bishop" }`, `{ ride = "bishop", step = "rook" }`, "piece[2].moves[0].step", "a move has one of"},
		{`{ ride = "bishop" }`, `{ crooked = ["rook", "bishop"], angle = 30 }`, "piece[2].moves[0].angle", "degrees apart"},
		{`{ ride = "bishop" }`, `{ ride = [], vectors = [[0, 0, 0]] }`, "piece[2].moves[0].vectors", "leads nowhere"},
		{`{ ride = "bishop" }`, `{ ride = "bishop", levels = "q" }`, "piece[2].moves[0].levels", "no level \"q\""},
		{`{ ride = "bishop" }`, `{ follow = "chain" }`, "piece[2].moves[0]", "only a board with rings"},
		{`to = ["ROO", "BIS", "KNI"]`, `to = ["QUE"]`, "piece[4].promotion.menu[0].to", "no piece \"QUE\""},
		{`menu = [{ to = ["ROO", "BIS", "KNI"] }]`, `menu = []`, "piece[4].promotion.menu", "what it may become"},
		{`to = ["ROO", "BIS", "KNI"]`, `to = ["KIN"]`, "piece[4].promotion.menu[0].to", "nothing can become the royal piece"},
		{`drawing = "a  BIS KIN ROO KNI"`, `drawing = "a  BIS KNG ROO KNI"`, "array[0].drawing", "no piece \"KNG\""},
		{`drawing = "a  BIS KIN ROO KNI"`, `drawing = "a  BIS KIN ROO KNI ROO"`, "array[0].drawing", "no cell"},
		{`drawing = "a  BIS KIN ROO KNI"`, `drawing = "a  KIN KIN ROO KNI"`, "array", "once, not 2 times"},
		{"rank = 2\n", "rank = 1\n", "array[1].drawing", "two pieces stand on"},
		{`opposite = "centre"`, `opposite = "files"`, "array", "both stand on"},
		{`[check]`, "[rules]\ncastling = [\"ad1\"]\n[check]", "rules.castling[0]", "three cells away"},
		{`[check]`, "[rules]\ncastling = [\"cc3\"]\n[check]", "rules.castling[0]", "no partner"},
		{`[check]`, "[rules]\ntransfer = true\n[check]", "rules.transfer", "two whole levels"},
		{`[check]`, "[rules]\nmarriage = \"EMP\"\n[check]", "rules.marriage", "no piece \"EMP\""},
		{`perft = [28, 756]`, `perft = "25"`, "check.perft", "whole numbers"},
		{`format = 1`, "format = 1\nextends = \"nochess\"", "extends", "no variant \"nochess\""},
		{`format = 1`, `format = `, "", "not TOML"},
		{`format = 1`, "format = 1\nformat = 1", "", "not TOML"},
	} {
		text := strings.Replace(tutorial(t), test.before, test.after, 1)
		if text == tutorial(t) {
			t.Fatalf("the tutorial has no %q", test.before)
		}
		_, err := gamefile.Read("game.toml", []byte(text))
		if test.problem == "" {
			if err != nil {
				t.Errorf("%s: %v", test.after, err)
			}
			continue
		}
		var mistakes gamefile.Mistakes
		if !errors.As(err, &mistakes) {
			t.Errorf("%s: %v", test.after, err)
			continue
		}
		found := false
		for _, m := range mistakes {
			found = found || m.Key == test.key && m.Line > 0 && strings.Contains(m.Problem, test.problem)
		}
		if !found {
			t.Errorf("%s: want %s: ...%s..., got\n%v", test.after, test.key, test.problem, err)
		}
	}
}

// TestAllMistakesAtOnce checks that all mistakes of a file are reported, in order of lines.
func TestAllMistakesAtOnce(t *testing.T) {
	text := strings.NewReplacer(`ride = "rook"`, `ride = "rok"`, `BIS KIN ROO KNI`, `BIS KNG ROO KNI`, `pocketcube"`, `Pocket"`).Replace(tutorial(t))
	_, err := gamefile.Read("game.toml", []byte(text))
	var mistakes gamefile.Mistakes
	if !errors.As(err, &mistakes) || len(mistakes) < 3 {
		t.Fatalf("%v", err)
	}
	lines := strings.Split(text, "\n")
	for i, m := range mistakes {
		if i > 0 && m.Line < mistakes[i-1].Line {
			t.Errorf("line %d is told after line %d", m.Line, mistakes[i-1].Line)
		}
	}
	if line := lines[mistakes[1].Line-1]; !strings.Contains(line, `"rok"`) {
		t.Errorf("the second mistake is told of the line %q", line)
	}
}

// TestNoGame checks that a file that is not a game at all has one mistake.
func TestNoGame(t *testing.T) {
	for name, text := range map[string][]byte{
		"empty":          {},
		"too large":      bytes.Repeat([]byte("# nothing\n"), gamefile.MaxSize/8),
		"another coding": {0xff, 0xfe, 'f', 0, 'o', 0},
		"deep":           []byte("a = " + strings.Repeat("[", 100_000)),
		"a picture":      []byte("\x89PNG\r\n\x1a\n"),
	} {
		var mistakes gamefile.Mistakes
		if _, err := gamefile.Read(name, text); !errors.As(err, &mistakes) || len(mistakes) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestExtends checks that a file can extend a game and change parts of it.
func TestExtends(t *testing.T) {
	g, err := gamefile.Read("slow.toml", []byte(`
format = 1
extends = "raumschach"
name = "slowraum"
title = "Slow Raumschach"

[[piece]]
code = "QUE"
moves = [{ step = ["rook", "bishop", "unicorn"] }]
`))
	if err != nil {
		t.Fatal(err)
	}
	v := g.Variant
	queen, _ := v.KindByCode("QUE")
	const words = "Steps one cell orthogonally (as a Rook) or diagonally (as a Bishop) or triagonally (as a Unicorn)."
	if got := v.Kinds[queen].MoveWords(); v.Title != "Slow Raumschach" || len(v.Kinds) != 8 || v.Kinds[queen].Name != "Queen" || len(got) != 1 || got[0] != words {
		t.Errorf("%s has %d kinds and a %s that %q", v.Title, len(v.Kinds)-1, v.Kinds[queen].Name, got)
	}
	_, err = gamefile.Read("slow.toml", []byte("format = 1\nextends = \"raumschach\"\nname = \"slowraum\"\n\n[[piece]]\ncode = \"QUE\"\nmoves = [{ step = \"rok\" }]\n"))
	if err == nil || !strings.Contains(err.Error(), "slow.toml:7: ") {
		t.Errorf("a mistake in a piece that is changed: %v", err)
	}
}
