package web_test

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"raumbot/adapters/web"
	"raumbot/bot/service"
	"raumbot/storage"
	"raumbot/storage/storagetest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	storagetest.StopShared()
	os.Exit(code)
}

// TestSeveralProcesses has two processes serve one public site: whatever a visitor asks the one or the other, they are who they are, see what
// has happened, and hear of what happens.
func TestSeveralProcesses(t *testing.T) {
	server := storagetest.Postgres(t)
	var all [2]*hall
	for i := range all {
		store, err := storage.Join(t.Context(), server, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		all[i] = openPorts(t, service.Ports{Store: store, Leases: store.Leases(), Shared: true},
			web.Options{Address: "127.0.0.1:0", Public: &url.URL{Scheme: "https", Host: "chess.example.org"}})
		store.Hear(all[i].service.Hear)
	}
	one, other := all[0], all[1]
	one.chats("alice", "challenge bob raumschach white")
	other.chats("bob", "accept")
	if w := other.signIn(one.link("alice")); w.Code != http.StatusSeeOther {
		t.Fatalf("a link of the one process does not sign in with the other: %d %s", w.Code, w.Body)
	}
	one.cookies = other.cookies
	for _, h := range all {
		if page := h.page("/"); !strings.Contains(page, "<strong>alice</strong>") {
			t.Errorf("alice is not signed in:\n%s", page)
		}
	}

	next, leave := other.listen(other.serve()+"/game/1/events", "", "event: log")
	defer leave()
	before := next()
	for _, h := range all { // the form is sent to both
		if w := h.do(form("/game/1/move", "move", "ba2-ba3", "event", "once")); w.Code >= http.StatusBadRequest {
			t.Errorf("the move is answered with %d %s", w.Code, w.Body)
		}
	}
	if after := next(); after == before || !strings.Contains(after, `"ply":1`) {
		t.Errorf("the stream of the other process says %q", after)
	}
	var board struct{ Ply int }
	other.data("/game/1/board.json", &board)
	if board.Ply != 1 {
		t.Errorf("the other process shows the position after %d plies", board.Ply)
	}

	if w := one.do(form("/leave")); w.Code != http.StatusSeeOther {
		t.Errorf("leaving: %d", w.Code)
	}
	for _, h := range all {
		h.soon("the session ends with the leaving", func() bool { return !strings.Contains(h.page("/"), "<strong>alice</strong>") })
	}
}
