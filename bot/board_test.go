package bot_test

import (
	"bytes"
	"testing"

	"raumbot/bot"
	"raumbot/rules"
)

// TestBoardAfter checks that transpositions have the same board, even with another side to move.
func TestBoardAfter(t *testing.T) {
	board := func(variant string, moves ...string) bot.Board {
		b, ok := bot.BoardAfter(variant, moves)
		if !ok || b.Shape() == 0 {
			t.Fatalf("%s cannot be played in %s", moves, variant)
		}
		return b
	}
	knights := board("raumschach", "ab1-ac3", "eb5-ec3", "ad1-cc1", "ed5-cc5")
	for name, same := range map[string]bot.Board{
		"other moves": board("raumschach", "ad1-cc1", "ed5-cc5", "ab1-ac3", "eb5-ec3"),
		"more moves":  board("raumschach", "ab1-ac3", "eb5-ec3", "ad1-cc1", "ed5-cc5", "cc1-ad1", "cc5-ed5", "ad1-cc1", "ed5-cc5"),
	} {
		if !bytes.Equal(same, knights) {
			t.Errorf("%s lead to another board", name)
		}
	}
	for name, other := range map[string]bot.Board{
		"one move less": board("raumschach", "ab1-ac3", "eb5-ec3", "ad1-cc1"),
		"another game":  board("stockschach216"),
	} {
		if bytes.Equal(other, knights) {
			t.Errorf("%s has the same board", name)
		}
	}
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	var both [2]bot.Board
	for i, line := range []string{"w KINaa1 KINee5,PAWeb4 - - - 0 1", "b KINaa1 KINee5,PAWeb4 - - - 7 30"} {
		p, err := rules.ReadPosition(v, line)
		if err != nil {
			t.Fatal(err)
		}
		both[i] = bot.BoardOf(p)
	}
	if !bytes.Equal(both[0], both[1]) {
		t.Error("with the other side to move it is another board")
	}
	if _, ok := bot.BoardAfter("raumschach", []string{"ab1-ab2"}); ok {
		t.Error("an illegal move leads to a board")
	}
	if _, ok := bot.BoardAfter("no such game", nil); ok {
		t.Error("a game that nobody knows has a board")
	}
}
