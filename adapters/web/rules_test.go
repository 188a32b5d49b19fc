package web_test

import (
	"bytes"
	"html"
	"image/png"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/rules/compose"
)

// TestRulesInPictures opens the rules of every game. Each rule that the game has is explained by a
// picture, of which a browser that has it gets no second one, and by a lesson unless Raumschach
// teaches it.
func TestRulesInPictures(t *testing.T) {
	t.Parallel()
	h := openToGuests(t, bot.GuestsAlone)
	for _, v := range rules.Variants() {
		page := h.page("/rules/" + v.Name)
		for _, e := range compose.Examples(v) {
			path := html.UnescapeString(link(t, page, `<img class="shown" src="(/rules/`+v.Name+`/example/`+e.Rule.String()+`\.png[^"]*)"`))
			w := h.get(path)
			picture, err := png.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
			tag := w.Header().Get("ETag")
			if w.Code != http.StatusOK || err != nil || picture.Width < 324 || tag == "" {
				t.Errorf("%s: %d %v, %d pixels wide, %q", path, w.Code, err, picture.Width, tag)
			}
			again := httptest.NewRequest("GET", path, nil)
			again.Header.Set("If-None-Match", tag)
			if w := h.do(again); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
				t.Errorf("%s again: %d, %d bytes", path, w.Code, w.Body.Len())
			}
		}
		for _, lesson := range regexp.MustCompile(`<figcaption>[^<]*<a href="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if task := text(h.page(lesson[1])); !strings.Contains(task, "Task:") {
				t.Errorf("%s: %s has no task", v.Name, lesson[1])
			}
		}
	}
	dark, light := h.get("/rules/raumschach/example/promotion.png?theme=dark"), h.get("/rules/raumschach/example/promotion.png")
	if dark.Code != http.StatusOK || bytes.Equal(dark.Body.Bytes(), light.Body.Bytes()) {
		t.Errorf("the dark picture is the light one: %d", dark.Code)
	}
	for _, path := range []string{"castling.png", "promotion", "x.png", "promotion.png?theme=pink"} {
		if w := h.get("/rules/raumschach/example/" + path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
