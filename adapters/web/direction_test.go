package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestNamesAreIsolated opens pages with names that are written from right to left. Each name is an
// element of its own, or is put between marks in a sentence, so that it does not change the order
// of the text around it.
func TestNamesAreIsolated(t *testing.T) {
	h := open(t).enter()
	white, black := "משה", "داود"
	for _, name := range []string{white, black} {
		if w := h.do(form("/join", "name", name)); w.Code != http.StatusSeeOther {
			t.Fatalf("%s cannot join: %d %s", name, w.Code, w.Body)
		}
	}
	at := "/as/" + url.PathEscape(white)
	h.says(url.PathEscape(white), "challenge "+black+" raumschach white")
	h.says(url.PathEscape(black), "accept")
	for path, want := range map[string][]string{
		at + "/":         {"<bdi>" + white + "</bdi>", "\u2068" + white + "\u2069 against \u2068" + black + "\u2069"},
		at + "/game/1":   {"<bdi>" + white + "</bdi>", "\u2068" + black + "\u2069</a></bdi>"},
		at + "/player/2": {"<h1><bdi>"},
	} {
		page := h.page(path)
		for _, text := range want {
			if !strings.Contains(page, text) {
				t.Errorf("%s has no %q:\n%s", path, text, page)
			}
		}
	}
}
