package bot_test

import (
	"testing"

	"raumbot/bot"
	"raumbot/rules"
)

// TestDiagramAfter checks that transpositions, also with the other side to move, have the same diagram.
func TestDiagramAfter(t *testing.T) {
	diagram := func(variant string, moves ...string) bot.Diagram {
		d, ok := bot.DiagramAfter(variant, moves)
		if !ok || d == 0 {
			t.Fatalf("%s cannot be played in %s", moves, variant)
		}
		return d
	}
	knights := diagram("raumschach", "ab1-ac3", "eb5-ec3", "ad1-cc1", "ed5-cc5")
	for name, same := range map[string]bot.Diagram{
		"other moves": diagram("raumschach", "ad1-cc1", "ed5-cc5", "ab1-ac3", "eb5-ec3"),
		"more moves":  diagram("raumschach", "ab1-ac3", "eb5-ec3", "ad1-cc1", "ed5-cc5", "cc1-ad1", "cc5-ed5", "ad1-cc1", "ed5-cc5"),
	} {
		if same != knights {
			t.Errorf("%s lead to another diagram", name)
		}
	}
	for name, other := range map[string]bot.Diagram{
		"one move less": diagram("raumschach", "ab1-ac3", "eb5-ec3", "ad1-cc1"),
		"another game":  diagram("stockschach216"),
	} {
		if other == knights {
			t.Errorf("%s has the same diagram", name)
		}
	}
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	var both [2]bot.Diagram
	for i, line := range []string{"w KINaa1 KINee5,PAWeb4 - - - 0 1", "b KINaa1 KINee5,PAWeb4 - - - 7 30"} {
		p, err := rules.ReadPosition(v, line)
		if err != nil {
			t.Fatal(err)
		}
		both[i] = bot.DiagramOf(p)
	}
	if both[0] != both[1] {
		t.Error("with the other side to move it is another diagram")
	}
	if _, ok := bot.DiagramAfter("raumschach", []string{"ab1-ab2"}); ok {
		t.Error("an illegal move leads to a diagram")
	}
	if _, ok := bot.DiagramAfter("no such game", nil); ok {
		t.Error("a game that nobody knows has a diagram")
	}
}
