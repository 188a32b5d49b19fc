package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestEventOfCommand sends two commands with one form ID, as a page does whose first form got lost
// on the way. Both are carried out, each of them once.
func TestEventOfCommand(t *testing.T) {
	h := hasPublicGame(t, "raumschach")
	h.signIn(h.link("alice"))
	for _, command := range []string{"note 1 beware of the rook", "note 1 push the pawn", "note 1 push the pawn"} {
		if w := h.do(form("/say", "text", command, "game", "1", "event", "same")); w.Code >= http.StatusBadRequest {
			t.Errorf("%s: %d %s", command, w.Code, w.Body)
		}
	}
	notes := h.chats("alice", "notes 1")
	for _, note := range []string{"beware of the rook", "push the pawn"} {
		if n := strings.Count(notes, note); n != 1 {
			t.Errorf("%q was noted %d times: %s", note, n, notes)
		}
	}
}

// TestButtonsTwice presses a button of the chat twice, as in a double click. Its command is carried
// out once.
func TestButtonsTwice(t *testing.T) {
	t.Parallel()
	h := open(t).enter()
	h.begin("raumschach", "")
	h.says("ana", "resign 1")
	page := h.page("/as/ana/")
	found := regexp.MustCompile(`name="event" value="(\w+)"><button name="text" value="(resign[^"]*confirm)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no button with an event:\n%s", page)
	}
	for range 2 {
		if w := h.do(form("/as/ana/say", "text", found[2], "event", found[1])); w.Code != http.StatusSeeOther {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if page := h.page("/as/ana/"); strings.Contains(page, "is over") || strings.Count(page, `class="lines">resign 1 confirm<`) != 1 {
		t.Errorf("the button was taken up twice:\n%s", page)
	}
}
