package web_test

import (
	"bytes"
	"encoding/base64"
	"html"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestLineToTheBot has a user without a game write to the bot on the first page of a public site.
// The answer comes on a page, of which a script takes the part to be read aloud. The message is
// from the user who has signed in; unknown visitors have no such field.
func TestLineToTheBot(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	h.chats("carol", "hi")
	const line = `<form id="write"`
	if page := h.page("/"); strings.Contains(page, line) {
		t.Errorf("a stranger can write to the bot:\n%s", page)
	}
	h.signIn(h.link("carol"))
	answerOf := func(w int, page string) string {
		t.Helper()
		found := regexp.MustCompile(`(?s)<main[^>]*>\s*<h1>[^<]*</h1>\s*<div class="answer">(.*)</div>`).FindStringSubmatch(page)
		if found == nil {
			t.Fatalf("%d without an answer:\n%s", w, page)
		}
		return html.UnescapeString(found[1])
	}
	writes := func(text string) (status int, answer string) {
		t.Helper()
		page := h.page("/")
		at := strings.Index(page, line)
		if at < 0 || !regexp.MustCompile(`<div id="answer" [^>]*aria-live="polite"`).MatchString(page[at:]) {
			t.Fatalf("carol cannot write to the bot, or is not read the answer:\n%s", page)
		}
		w := h.do(form(link(t, page[at:], `action="([^"]*)"`), "text", text, "event", link(t, page[at:], `name="event" value="([^"]*)"`)))
		return w.Code, answerOf(w.Code, w.Body.String())
	}
	if status, answer := writes("seek raumschach"); status != http.StatusOK || !strings.Contains(answer, "Raumschach") {
		t.Errorf("%d %s", status, answer)
	}
	if seeks := h.chats("bob", "seeks"); !strings.Contains(seeks, "carol") {
		t.Errorf("carol has not sought an opponent: %s", seeks)
	}
	if status, answer := writes("move 7 ab2-ab3"); status != http.StatusNotFound || !strings.Contains(answer, "7") {
		t.Errorf("a move in no game: %d %s", status, answer)
	}
	if status, answer := writes("rules"); status != http.StatusUnprocessableEntity || !strings.Contains(answer, `value="rules raumschach">`) {
		t.Errorf("a question: %d %s", status, answer)
	}
	if status, answer := writes("challenge computer raumschach"); status != http.StatusOK || !strings.Contains(answer, `<option value="challenge computer raumschach level 1">`) {
		t.Errorf("a menu: %d %s", status, answer)
	}
	for _, text := range []string{"piece raumschach knight", "learn", "puzzle"} {
		status, answer := writes(text)
		source := regexp.MustCompile(`<img class="shown" src="data:image/png;base64,([^"]+)" alt="[^"]+">`).FindStringSubmatch(answer)
		if status != http.StatusOK || source == nil {
			t.Errorf("%s: %d without a picture: %s", text, status, answer)
			continue
		}
		picture, err := base64.StdEncoding.DecodeString(source[1])
		if err == nil {
			_, err = png.Decode(bytes.NewReader(picture))
		}
		if err != nil {
			t.Errorf("the picture of %s: %v", text, err)
		}
	}
	h.chats("bob", "challenge carol raumschach black public")
	if status, answer := writes("accept"); status != http.StatusOK && status != http.StatusSeeOther || !strings.Contains(answer, `href="/game/`) {
		t.Errorf("a game that begins: %d %s", status, answer)
	}
	if status, answer := writes("board"); status != http.StatusOK || !strings.Contains(answer, `href="/game/`) {
		t.Errorf("a board: %d %s", status, answer)
	}

	h.cookies = nil
	if w := h.do(form("/say", "text", "seek raumschach")); w.Code != http.StatusForbidden || strings.Contains(w.Body.String(), `class="answer"`) {
		t.Errorf("a stranger is answered: %d %s", w.Code, w.Body)
	}
}
