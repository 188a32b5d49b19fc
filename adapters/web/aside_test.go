package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// TestLinesForTheBot says lines in a room with two people. What is meant for the bot is answered to
// its author alone, and nobody else sees it. What is meant for people is seen by all, and the bot
// is silent.
func TestLinesForTheBot(t *testing.T) {
	for _, c := range []struct {
		line   string
		forBot bool
	}{
		{"hi", true}, {"hint please", true}, {"@raumbot how do the pieces move", true}, {"@Raumbot, nothing of this means anything", true}, {"/games", true},
		{"how do I resign?", true}, {"challenge nobody at all", true},
		{"hello ben", false}, {"yes", false}, {"thanks", false}, {"what a lovely day it is in the garden", false}, {"my cat sleeps on the keyboard again, ben", false},
	} {
		h := open(t).enter()
		h.says("ana", "games")
		h.says("ben", "games")
		before := strings.Count(h.page("/as/ana/"), `class="bot aside"`)
		h.says("ana", c.line)
		seen := strings.Contains(h.page("/as/ben/"), `<div class="lines">`+c.line+`</div>`)
		answered := strings.Count(h.page("/as/ana/"), `class="bot aside"`) > before
		if seen == c.forBot || answered != c.forBot {
			t.Errorf("%q: ben sees it: %v; ana has an answer: %v", c.line, seen, answered)
		}
	}
}

// TestAloneWithTheBot says lines in a room without others: all are for the bot.
func TestAloneWithTheBot(t *testing.T) {
	h := open(t).enter()
	for n, line := range []string{"hello ben", "my cat sleeps on the keyboard", "yes"} {
		if h.says("ana", line); strings.Count(h.page("/as/ana/"), `class="bot aside"`) != n+1 {
			t.Errorf("%q has no answer", line)
		}
	}
}

// TestAnswersAreForTheBot answers the bot's question, and plays a move, in a room with two people.
// The other one sees neither line. The same line is for people when nothing is open.
func TestAnswersAreForTheBot(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	seen := func(line string) int {
		return strings.Count(h.page("/as/ben/"), `<div class="lines">`+line+`</div>`)
	}
	h.says("ana", "resign 1")
	for _, line := range []string{"no", "ab2-ab3"} {
		if h.says("ana", line); seen(line) != 0 {
			t.Errorf("ben sees %q", line)
		}
	}
	if page := h.page("/as/ana/game/1"); !strings.Contains(page, "ab2-ab3") {
		t.Error("the move was not played")
	}
	for range 2 { // as in a double click
		h.do(form("/as/ana/say", "text", "no", "event", "same"))
	}
	if n := seen("no"); n != 1 {
		t.Errorf("ben sees what is meant for people %d times", n)
	}
}

// TestPageOfAGameMeansIt gives commands without a number on the page of one of two games.
func TestPageOfAGameMeansIt(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	h.begin("raumschach", "")
	for n, c := range []struct{ line, about string }{{"resign", "Resign game %d"}, {"log", "Game %d"}, {"moves", "game %d"}} {
		for _, game := range []int{2, 1} {
			w := h.do(form("/as/ana/say", "text", c.line, "game", fmt.Sprint(game)))
			if w.Code >= http.StatusBadRequest && w.Code != http.StatusUnprocessableEntity {
				t.Errorf("%d %s: %d", n, c.line, w.Code)
			}
			page := h.page("/as/ana/")
			if last := page[strings.LastIndex(page, `class="bot aside"`):]; !strings.Contains(last, fmt.Sprintf(c.about, game)) {
				t.Errorf("%s on the page of game %d: %s", c.line, game, last[:min(len(last), 600)])
			}
		}
	}
	h.says("ana", "resign 1 confirm")
	w := h.do(form("/as/ana/say", "text", "resign confirm", "game", "1"))
	if page := h.page("/as/ana/games?over=1"); strings.Contains(page, "/game/2\"") || w.Code >= http.StatusInternalServerError {
		t.Errorf("on the page of a game that is over the other one was resigned: %d", w.Code)
	}
}

// TestForgedGameOfAPage sends lines as if from the page of a game that the sender may not see, or
// does not play. Such a line means no more than the same one from the first page.
func TestForgedGameOfAPage(t *testing.T) {
	h := openPublic(t)
	for _, line := range sightLines[:6] { // game 2 is private, game 3 public
		h.speaks(line)
	}
	h.signIn(h.link("carol"))
	for _, game := range []string{"2", "99"} {
		for _, text := range []string{"log", "resign confirm", "note a trap", "export"} {
			plain, forged := h.do(form("/say", "text", text)), h.do(form("/say", "text", text, "game", game))
			if plain.Code != forged.Code || answerIn(plain) != answerIn(forged) {
				t.Errorf("%s as if on the page of game %s: %d %s\nwithout it: %d %s", text, game, forged.Code, answerIn(forged), plain.Code, answerIn(plain))
			}
		}
	}
	if w := h.do(form("/say", "text", "resign confirm", "game", "3")); w.Code < http.StatusBadRequest {
		t.Errorf("a spectator resigns: %d %s", w.Code, answerIn(w))
	}
	if page := h.page("/game/3"); strings.Contains(page, "resigned") {
		t.Error("a spectator has resigned a game")
	}
}

// answerIn returns what the bot says on a page.
func answerIn(w *httptest.ResponseRecorder) string {
	_, said, _ := strings.Cut(w.Body.String(), `<div class="answer">`)
	said, _, _ = strings.Cut(said, "</div>")
	return regexp.MustCompile(`name="event" value="[^"]*"`).ReplaceAllString(said, "")
}

// TestWebOnAPage asks for the pages where they are.
func TestWebOnAPage(t *testing.T) {
	room := open(t).enter()
	room.says("ana", "web")
	if page := room.page("/as/ana/"); !strings.Contains(page, "on the pages already") {
		t.Errorf("the room does not say that one is there: %s", page)
	}
	site := openPublic(t)
	site.signIn(site.link("alice"))
	if w := site.do(form("/say", "text", "web")); !strings.Contains(w.Body.String(), "on the pages already") {
		t.Errorf("the site does not say that one is there: %s", w.Body)
	}
}
