package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"raumbot/adapters/web/board"
	"raumbot/bot"
	"raumbot/rules"
)

// TestExplorePieces opens the page of every piece of some games. What it marks is where the piece
// can go from that cell, and a piece that stands elsewhere goes elsewhere.
func TestExplorePieces(t *testing.T) {
	t.Parallel()
	h := openToGuests(t, bot.GuestsAlone)
	for _, name := range []string{"raumschach", "octhex146", "alicechess", "dragonchess"} {
		v, err := rules.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range v.Kinds[1:] {
			path := "/rules/" + v.Name + "/piece/" + k.Code
			w := h.opens(path)
			to := w.Header().Get("Location")
			if w.Code != http.StatusSeeOther || !strings.HasPrefix(to, path+"?at=") {
				t.Fatalf("%s: %d %q", path, w.Code, to)
			}
			page := h.opens(to).Body.String()
			moves, captures := v.Reach(rules.KindID(i+1), rules.White, v.DiagramCell(rules.KindID(i+1)))
			marked := strings.Count(page, " target hollow") + strings.Count(page, " capture hollow")
			all := slices.Concat(moves, captures)
			slices.Sort(all)
			if reached := len(slices.Compact(all)); marked != reached {
				t.Errorf("%s marks %d cells, want %d", path, marked, reached)
			}
		}
	}
	var there board.Cell
	h.data("/rules/raumschach/piece/ROO/cell.json?at=aa1&cell=aa1", &there)
	if len(there.Moves) != 12 {
		t.Errorf("from aa1 a Rook goes to %d cells", len(there.Moves))
	}
	for _, path := range []string{"/rules/raumschach/piece/XXX", "/rules/nothing/piece/ROO"} {
		if w := h.opens(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
