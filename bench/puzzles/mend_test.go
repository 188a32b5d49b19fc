package main

import "testing"

// TestReplaced puts another puzzle in the place of one, within the puzzles of a game and at its
// beginning: all others stay as they are.
func TestReplaced(t *testing.T) {
	const file = "# made\ngame a b c\n1 gain 1000 b\n2 gain 1000 c\ngame d e\n1 gain 1000 e\n"
	another := func() (string, string, error) { return "game x y", "1 mate1 900 y", nil }
	for n, want := range []string{
		"# made\ngame x y\n1 mate1 900 y\ngame a b c\n2 gain 1000 c\ngame d e\n1 gain 1000 e\n",
		"# made\ngame a b c\n1 gain 1000 b\ngame x y\n1 mate1 900 y\ngame d e\n1 gain 1000 e\n",
		"# made\ngame a b c\n1 gain 1000 b\n2 gain 1000 c\ngame x y\n1 mate1 900 y\n",
	} {
		got, err := replaced(file, map[int]bool{n: true}, another)
		if err != nil || got != want {
			t.Errorf("without puzzle %d:\n%s", n, got)
		}
	}
	if got, err := replaced(file, nil, another); err != nil || got != file {
		t.Errorf("nothing replaced:\n%s", got)
	}
}
