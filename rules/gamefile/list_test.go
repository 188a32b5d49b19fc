package gamefile_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// TestListedCells checks boards given as a list of cells: pieces move by vectors between listed
// cells only.
func TestListedCells(t *testing.T) {
	// The tutorial's game with only the corners of the two middle levels.
	cells := `"aa ab ac ad da db dc dd", "ba1 ba4 bd1 bd4", "ca1 ca4 cd1 cd4"`
	text := strings.Replace(tutorial(t), `geometry = "cubic"`, "geometry = \"list\"\ncells = ["+cells+"]", 1)
	text = text[:strings.Index(text, "[check]")]
	g, err := gamefile.Read("list.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	board := g.Variant.Board
	if board.Len() != 40 {
		t.Errorf("the board has %d cells, want 40", board.Len())
	}
	if _, there := board.Cell("bb2"); there {
		t.Error("bb2 is there, though nobody has listed it")
	}
	position, err := rules.ReadPosition(g.Variant, "w KINac1,ROOaa1 KINdc4 - - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	rook, _ := board.Cell("aa1")
	var moves []string
	for _, m := range position.LegalFrom(rook) {
		moves = append(moves, g.Variant.Text(m))
	}
	slices.Sort(moves)
	if want := []string{"aa1-aa2", "aa1-aa3", "aa1-aa4", "aa1-ab1", "aa1-ba1", "aa1-ca1", "aa1-da1"}; !slices.Equal(moves, want) {
		t.Errorf("the Rook goes %v, want %v", moves, want)
	}
	written := gamefile.Write(g)
	again, err := gamefile.Read("again.toml", written)
	if err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
	if !bytes.Equal(gamefile.Write(again), written) || again.Variant.Board.Len() != 40 {
		t.Errorf("read again the board has %d cells", again.Variant.Board.Len())
	}
}
