package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestBeginsFromTheForm begins games from the form for all games and from that of a game's rules.
func TestBeginsFromTheForm(t *testing.T) {
	h := open(t).enter()
	if page := h.page("/as/ana/rules/dragonchess"); !strings.Contains(page, `action="/as/ana/play"`) {
		t.Error("the rules have no form")
	}
	w := h.do(form("/as/ana/play", "variant", "dragonchess", "level", "2", "colour", "black", "against", "computer"))
	if to := w.Header().Get("Location"); w.Code != http.StatusSeeOther || to != "/as/ana/game/1" {
		t.Fatalf("%d to %s: %s", w.Code, to, w.Body)
	}
	if page := h.page("/as/ana/game/1"); !strings.Contains(page, "Dragonchess") {
		t.Error("it is another game")
	}
	h.do(form("/as/ana/play", "variant", "alicechess", "level", "2", "colour", "white", "against", "anybody"))
	if page := h.page("/as/ben/"); !strings.Contains(page, "Alice Chess") || !strings.Contains(page, "seeks an opponent") {
		t.Error("nobody is sought")
	}
}

// TestPlayFormSentAgain sends a form twice, which begins one game, and again with another choice,
// as a person does who has gone back to the page.
func TestPlayFormSentAgain(t *testing.T) {
	h := open(t).enter()
	for n, c := range []struct{ variant, to string }{{"raumschach", "/as/ana/game/1"}, {"raumschach", "/as/ana/"}, {"alicechess", "/as/ana/game/2"}} {
		w := h.do(form("/as/ana/play", "variant", c.variant, "level", "1", "colour", "white", "against", "computer", "event", "same"))
		if to := w.Header().Get("Location"); w.Code != http.StatusSeeOther || to != c.to {
			t.Errorf("form %d leads to %s: %d %s", n, to, w.Code, w.Body)
		}
	}
}

// TestForgedPlayForms sends forms that begin games with values that the page does not offer, and
// without being signed in. Each is refused with a sentence.
func TestForgedPlayForms(t *testing.T) {
	room, site := open(t).enter(), openPublic(t)
	for _, c := range []struct {
		h      *hall
		path   string
		values []string
		status int
		says   string
	}{
		{room, "/as/ana/play", []string{"variant", "nochess", "against", "computer"}, http.StatusNotFound, "There is no game called “nochess”."},
		{room, "/as/ana/play", []string{"variant", "nochess", "against", "anybody"}, http.StatusNotFound, "There is no game called “nochess”."},
		{room, "/as/ana/play", []string{"variant", "raumschach", "level", "99", "against", "computer"}, http.StatusUnprocessableEntity, "levels from 1 to 8, not “99”"},
		{room, "/as/ana/play", []string{"variant", "raumschach", "level", "1", "colour", "pink", "against", "computer"}, http.StatusUnprocessableEntity, "“pink”"},
		{room, "/as/ana/play", []string{"against", "computer"}, http.StatusUnprocessableEntity, "Which game shall it be?"},
		{site, "/play", []string{"variant", "raumschach", "level", "1", "colour", "white", "against", "computer"}, http.StatusForbidden, "Sign in first"},
	} {
		r := form(c.path, c.values...)
		r.Header.Set("Accept", "application/json")
		w := c.h.do(r)
		var said struct{ Text string }
		if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Code != c.status || !strings.Contains(said.Text, c.says) {
			t.Errorf("%s: %d %s", c.values, w.Code, w.Body)
		}
	}
	if page := room.page("/as/ana/games"); strings.Contains(page, "/game/1\"") {
		t.Error("a forged form has begun a game")
	}
}
