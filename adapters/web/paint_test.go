package web_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"raumbot/bot"
)

// firstPaint is the limit in bytes of what a browser loads before it shows a page.
const firstPaint = 100_000

// What a browser loads before it shows a page: styles, the icon, scripts that are not deferred, and
// pictures that are not lazy. Of the styles for some looks only, it loads no pictures.
var (
	needs    = regexp.MustCompile(`<link rel="(?:stylesheet|icon)"[^>]*>|<script src[^>]*>|<img [^>]*>`)
	address  = regexp.MustCompile(` (?:href|src)="([^"]+)"`)
	pictures = regexp.MustCompile(`url\("([^"]*)"\)`)
	later    = regexp.MustCompile(` defer| type="module"| async| loading="lazy"`)
	oneLook  = regexp.MustCompile(` media="\((?:prefers-color-scheme: dark|prefers-contrast: more)\)"`)
)

// TestFirstPaint adds up the sizes of what a browser loads before it shows a page, compressed as they
// are sent.
func TestFirstPaint(t *testing.T) {
	t.Parallel()
	h := openToGuests(t, bot.GuestsAlone)
	h.beginsPublicly("blocschach")
	h.comesAs("ana")
	_, puzzle := h.opensPuzzle("stockschach512")
	type weighed struct {
		size int
		body string
	}
	known := map[string]weighed{}
	weigh := func(path string) (int, string) {
		t.Helper()
		if of, ok := known[path]; ok {
			return of.size, of.body
		}
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := h.do(r)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d", path, w.Code)
		}
		known[path] = weighed{w.Body.Len(), h.page(path)}
		return w.Body.Len(), known[path].body
	}
	for _, path := range []string{"/", "/games", "/game/1", "/game/1?cell=we2", "/puzzle", "/puzzles", puzzle, "/learn", "/learn/stockschach512/1", "/rules", "/rules/blocschach", "/search", "/preferences"} {
		whole, page := weigh(path)
		files, alone := 1, whole
		for _, tag := range needs.FindAllString(page, -1) {
			found := address.FindStringSubmatch(tag)
			if later.MatchString(tag) || found == nil || strings.HasPrefix(found[1], "data:") {
				continue
			}
			size, styles := weigh(html.UnescapeString(found[1]))
			whole, files = whole+size, files+1
			if oneLook.MatchString(tag) || !strings.Contains(tag, "stylesheet") {
				continue
			}
			for _, picture := range pictures.FindAllStringSubmatch(styles, -1) {
				size, _ := weigh(picture[1])
				whole, files = whole+size, files+1
			}
		}
		t.Logf("%s: %d bytes in %d files, %d of them the page", path, whole, files, alone)
		if files < 4 || whole > firstPaint {
			t.Errorf("%s loads %d bytes in %d files before it is shown", path, whole, files)
		}
	}
}
