package web_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/pages"
	"raumbot/bot/service"
)

// found returns the numbers of the games that a page lists, in order.
func found(page string) (all []int) {
	for _, m := range regexp.MustCompile(`<a href="/game/(\d+)">`).FindAllStringSubmatch(page, -1) {
		n, _ := strconv.Atoi(m[1])
		all = append(all, n)
	}
	return all
}

// ends has bob and another user play a public game of which the second is White, and ends it.
func (h *hall) ends(number int, white, variant, move, loser string) {
	h.t.Helper()
	h.chats(white, "challenge bob "+variant+" white public")
	h.chats("bob", fmt.Sprintf("accept %d", number))
	h.chats(white, fmt.Sprintf("move %d %s", number, move))
	h.chats(loser, fmt.Sprintf("resign %d confirm", number))
	h.clock.Advance(time.Minute)
}

// TestSearch searches games by each field of the form, on the page of the search and on those of
// players. What the form does not have selects nothing special.
func TestSearch(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi") // player 1
	h.ends(1, "alice", "raumschach", "ab2-ab3", "bob")
	h.ends(2, "alicia", "raumschach", "bb2-bb3", "alicia")
	h.ends(3, "carol", "alicechess", "none", "bob")
	h.ends(4, "alice", "raumschach", "ab2-ab3", "alice")
	h.clock.Advance(400 * 24 * time.Hour)
	h.ends(5, "alice", "raumschach", "bb2-bb3", "bob")
	h.chats("dora", "challenge bob raumschach white public")
	h.chats("bob", "accept 6")
	first, last := time.Now().UTC().Year(), h.clock.Now().UTC().Year()
	for _, c := range []struct {
		path string
		want []int
	}{
		{"/search", []int{5, 4, 3, 2, 1}},
		{"/search?state=ongoing", []int{6}},
		{"/search?name=ALIC", []int{5, 4, 2, 1}},
		{"/search?name=alicia", []int{2}},
		{"/search?name=bo", []int{5, 4, 3, 2, 1}},
		{"/search?game=alicechess", []int{3}},
		{"/search?result=won", []int{5, 3, 1}},
		{"/search?result=lost", []int{4, 2}},
		{"/search?result=drawn", nil},
		{fmt.Sprintf("/search?year=%d", last), []int{5}},
		{fmt.Sprintf("/search?year=%d", first), []int{4, 3, 2, 1}},
		{fmt.Sprintf("/search?year=%d&game=raumschach&name=alice&result=lost", first), []int{4}},
		{"/search?year=1999", nil},
		{"/search?game=chess9d&result=odd&year=x&state=none&before=-3&name=" + strings.Repeat("a", 200), []int{5, 4, 3, 2, 1}},
		{"/search?name=%00%ff", nil},
		{"/search?before=3", []int{2, 1}},
		{"/player/1?result=lost", []int{5, 3, 1}},
		{"/player/1?result=won&name=alice", []int{4}},
		{"/player/1?name=bob", nil},
		{"/player/1?game=alicechess", []int{3}},
		{fmt.Sprintf("/player/1?year=%d", last), []int{6, 5}},
		{"/player/1?before=2", []int{1}},
	} {
		if got := found(h.page(c.path)); !slices.Equal(got, c.want) {
			t.Errorf("%s finds %v, not %v", c.path, got, c.want)
		}
	}
	profile := text(h.page("/player/1"))
	if want := "With Black First move Won Drawn Lost bb2-bb3 1 0 1 ab2-ab3 1 0 1"; !strings.Contains(profile, want) {
		t.Errorf("the profile does not say %q: %s", want, profile)
	}
	h.sound()
}

// TestSearchPages finds more games than a page has. Each page leads to the next one with the same
// filter, until all games have been found once.
func TestSearchPages(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	for i := range 35 {
		h.ends(i+1, "alice", "raumschach", "ab2-ab3", "bob")
	}
	for _, path := range []string{"/search?name=alice&result=won&game=raumschach", "/player/1?name=alice&result=lost"} {
		all := map[int]bool{}
		for next := path; next != ""; {
			page := h.page(next)
			for _, n := range found(page) {
				all[n] = true
			}
			m := regexp.MustCompile(`href="(/[^"]*before=[^"]*)">Earlier games`).FindStringSubmatch(page)
			if next = ""; m != nil {
				next = strings.ReplaceAll(m[1], "&amp;", "&")
				if !strings.Contains(next, "name=alice") {
					t.Fatalf("%s forgets the filter", next)
				}
				next, _, _ = strings.Cut(next, "#")
			}
		}
		if len(all) != 35 {
			t.Errorf("%s finds %d games", path, len(all))
		}
	}
}

// repeatGame stores 1,700 changed copies of game 1, as later games.
func repeatGame(t *testing.T, store bot.Store, change func(*bot.Game)) {
	t.Helper()
	err := store.Update(context.Background(), func(tx bot.Tx) error {
		g, err := tx.Game(1)
		change(&g)
		for range 1700 {
			if err == nil {
				g.ID, err = tx.NextGame()
			}
			if err == nil {
				err = tx.PutGame(g)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSearchIsBounded searches among many games for what none of them has. Each page looks at some of
// them alone and leads further back, to the end.
func TestSearchIsBounded(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	h.ends(1, "alice", "raumschach", "ab2-ab3", "bob")
	repeatGame(t, h.service.Store, func(*bot.Game) {})
	for _, path := range []string{"/search?name=nobody", "/player/1?name=nobody"} {
		count := 0
		for next := path; next != ""; count++ {
			page := h.page(next)
			if len(found(page)) > 0 {
				t.Fatalf("%s finds something", next)
			}
			m := regexp.MustCompile(`href="(/[^"#]*before=[^"#]*)#games">Search further back`).FindStringSubmatch(page)
			if said := text(page); (m != nil) != strings.Contains(said, "None of the games looked at so far fits.") || m == nil && !strings.Contains(said, "o such game") && !strings.Contains(said, "No earlier game fits") {
				t.Errorf("%s says %s", next, said)
			}
			if next = ""; m != nil {
				next = strings.ReplaceAll(m[1], "&amp;", "&")
			}
		}
		if count != 3 {
			t.Errorf("%s looks through the games in %d pages", path, count)
		}
	}
}

// TestListsAreBounded looks for public games behind many private ones without a field filled in. A
// page looks at a part of them only, and leads further back until the public game is found.
func TestListsAreBounded(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	h.ends(1, "alice", "raumschach", "ab2-ab3", "bob")
	repeatGame(t, h.service.Store, func(g *bot.Game) { g.Publish = [2]bot.Consent{bot.Withheld, bot.Withheld} })
	for _, path := range []string{"/search", "/games?over=1"} {
		count := 1
		for page := h.page(path); !strings.Contains(page, `href="/game/1"`); count++ {
			m := regexp.MustCompile(`href="(/[^"#]*before=[^"#]*)`).FindStringSubmatch(page)
			if m == nil || count > 3 {
				t.Fatalf("%s: page %d leads nowhere: %s", path, count, text(page))
			}
			page = h.page(strings.ReplaceAll(m[1], "&amp;", "&"))
		}
		if count != 3 {
			t.Errorf("%s looks through the games in %d pages", path, count)
		}
	}
}

// TestPagesTellNoNumbers checks that the link to the next page of a profile does not name a private
// game, whether the page is full or has looked at as many games as it may.
func TestPagesTellNoNumbers(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	h.ends(1, "alice", "raumschach", "ab2-ab3", "bob")
	err := h.service.Store.Update(context.Background(), func(tx bot.Tx) error {
		g, err := tx.Game(1)
		for i := 2; i <= 1450 && err == nil; i++ {
			g.ID, err = tx.NextGame()
			if g.Sight = bot.Hidden; i >= 1400 && i%2 == 0 {
				g.Sight = bot.Shown
			}
			err = errors.Join(err, tx.PutGame(g))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	all, pages := map[int]bool{}, 0
	for next := "/player/1?result=lost"; next != ""; pages++ {
		page := h.page(next)
		for _, n := range found(page) {
			if all[n] {
				t.Errorf("game %d is listed twice", n)
			}
			all[n] = true
		}
		m := regexp.MustCompile(`href="([^"]*before=(\d+)[^"#]*)`).FindStringSubmatch(page)
		if next = ""; m != nil {
			next = strings.ReplaceAll(m[1], "&amp;", "&")
			if n, _ := strconv.Atoi(m[2]); !all[n] && n%100 != 0 {
				t.Errorf("a page leads to before game %d, which is private", n)
			}
		}
	}
	if len(all) != 27 || pages > 5 {
		t.Errorf("%d games are listed on %d pages", len(all), pages)
	}
}

// TestSearchKeepsSecrets searches as everybody from whom a private game is hidden, as a spectator of
// it in its room, and as its players, one of whom is two accounts, and a guest who has become a
// user. No private game and no game of a guest is found, and all find the same.
func TestSearchKeepsSecrets(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	for _, name := range []string{"alice", "ally", "bob", "carol", "gerd"} {
		h.chats(name, "hi")
	}
	h.ends(1, "alice", "raumschach", "ab2-ab3", "bob")
	for i, name := range []string{"alice", "ally"} {
		h.chats(name, "challenge bob raumschach white private")
		h.chats("bob", fmt.Sprintf("accept %d", i+2))
		h.chats(name, fmt.Sprintf("move %d ab2-ab3", i+2))
		h.chats("bob", fmt.Sprintf("resign %d confirm", i+2))
	}
	h.chats("alice", "challenge bob raumschach white") // 4, in the room
	h.chats("bob", "accept 4")
	code := regexp.MustCompile("link [A-Z0-9]+-[A-Z0-9]+").FindString(h.chats("ally", "link"))
	h.chats("alice", code)
	h.chats("alice", code+" confirm")
	h.clock.Advance(25 * time.Hour)
	if err := h.service.Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	h.comesAs("gerta") // 5, private
	if w := h.signIn(h.link("gerd")); w.Code != http.StatusSeeOther {
		t.Fatalf("gerta does not become gerd: %d", w.Code)
	}
	if !slices.Contains(found(h.page("/games")), 5) {
		t.Error("gerd has not got the game of the guest")
	}
	for _, visitor := range []string{"", "a guest", "alice", "ally", "bob", "carol", "gerd"} {
		h.cookies = nil
		switch visitor {
		case "":
		case "a guest":
			h.comesAs("ana")
		default:
			h.signIn(h.link(visitor))
		}
		for _, query := range []string{"", "&name=alice", "&name=ally", "&name=guest", "&result=won", "&name=gerd", "&game=raumschach"} {
			for _, state := range []string{"ended", "ongoing"} {
				for _, n := range found(h.page("/search?state=" + state + query)) {
					if n != 1 {
						t.Errorf("%q finds game %d by %s%s", visitor, n, state, query)
					}
				}
			}
		}
		if got := found(h.page("/search?result=won")); !slices.Equal(got, []int{1}) {
			t.Errorf("%q finds %v", visitor, got)
		}
	}
	h.sound()
}

// file returns the request of a form with a file.
func file(path, name string, body []byte, fields ...string) *http.Request {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for i := 0; i+1 < len(fields); i += 2 {
		_ = w.WriteField(fields[i], fields[i+1])
	}
	part, _ := w.CreateFormFile("attachment", name)
	_, _ = part.Write(body)
	w.Close()
	r := httptest.NewRequest(http.MethodPost, path, &form)
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return r
}

// record is the record of a finished game.
const record = `[Variant "raumschach"] [White "Ada"] [Black "Ben"] 1. ab2-ab3 eb4-eb3 1-0`

// TestImportFile imports the record in a file as everybody, and files that are too large or no
// records. Nobody but the importer sees the game, and nothing is imported twice if a form is sent
// again.
func TestImportFile(t *testing.T) {
	h := openToGuests(t, bot.GuestsTogether)
	if w := h.do(file("/import", "game.txt", []byte(record))); w.Code != http.StatusForbidden {
		t.Errorf("a stranger imports: %d", w.Code)
	}
	h.comesAs("ana") // game 1
	if w := h.do(file("/import", "game.txt", []byte(record))); w.Code != http.StatusForbidden || strings.Contains(h.page("/games"), `action="/import"`) {
		t.Errorf("a guest imports: %d", w.Code)
	}
	at := h.browsers("alice", "bob")
	at("alice")
	if !strings.Contains(h.page("/games"), `action="/import"`) {
		t.Error("alice is not offered to import")
	}
	for range 2 {
		w := h.do(file("/import", "../game.txt", []byte(record), "event", "one"))
		if said := text(w.Body.String()); w.Code >= 400 || strings.Contains(said, "That did not work") {
			t.Errorf("%d %s", w.Code, said)
		}
	}
	if got := found(h.page("/games?over=1")); !slices.Equal(got, []int{2}) {
		t.Errorf("alice has %v", got)
	}
	if h.do(file("/import", "game.txt", []byte(strings.Replace(record, "1-0", "0-1", 1)), "event", "one")); !slices.Equal(found(h.page("/games?over=1")), []int{3, 2}) {
		t.Error("another file is not imported if the form has been sent with one before")
	}
	player := regexp.MustCompile(`href="(/player/\d+)"`).FindStringSubmatch(h.page("/game/2"))
	if player == nil {
		t.Fatal("the page of the game does not lead to alice")
	}
	for query, want := range map[string][]int{"": {3, 2}, "?game=raumschach": {3, 2}, "?result=won": nil, "?result=lost": nil, "?name=alice": nil} {
		if got := found(h.page(player[1] + query)); !slices.Equal(got, want) {
			t.Errorf("alice's profile lists %v by %q", got, query)
		}
	}
	long := []byte(record + strings.Repeat(" ", 520<<10))
	for _, c := range []struct {
		body   []byte
		status int
		want   string
	}{
		{long, http.StatusUnprocessableEntity, "The file is too large"},
		{append(long, long...), http.StatusRequestEntityTooLarge, "That is too long"},
		{[]byte("\x89PNG\r\n\x1a\n\x00\xff\xfe"), http.StatusUnprocessableEntity, "export"},
		{[]byte("<script>alert(1)</script>"), http.StatusUnprocessableEntity, "export"},
		{nil, http.StatusUnprocessableEntity, "import"},
		{[]byte(strings.TrimSuffix(record, "1-0")), http.StatusConflict, "only finished games"},
	} {
		w := h.do(file("/import", "game.txt", c.body))
		if said := text(w.Body.String()); w.Code != c.status || !strings.Contains(said, c.want) || strings.Contains(w.Body.String(), "<script>alert") {
			t.Errorf("%.20q: %d %s", c.body, w.Code, said)
		}
	}
	if w := h.do(file("/do/import", "game.txt", long)); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("another form may be as long: %d", w.Code)
	}
	at("bob")
	if w := h.get("/game/2"); w.Code != http.StatusNotFound {
		t.Errorf("bob sees it: %d", w.Code)
	}
	h.sound()

	room := open(t).enter()
	room.page("/as/ana/")
	if w := room.do(file("/as/ana/import", "game.txt", []byte(record))); w.Code != http.StatusSeeOther {
		t.Errorf("in a room: %d %s", w.Code, text(w.Body.String()))
	}
	if got := room.page("/as/ana/games?over=1"); !strings.Contains(got, `/game/1"`) {
		t.Errorf("it is not in the list: %s", text(got))
	}
	room.says("ana", "study raumschach")
	if got := found(strings.ReplaceAll(room.page("/as/ana/search?state=ongoing")+room.page("/as/ana/search"), "/as/ana", "")); !slices.Equal(got, []int{2}) {
		t.Errorf("in the room %v are found", got)
	}
}

// TestPreferences changes settings as everybody who may, and reads them from the page again. All
// commands about settings are there.
func TestPreferences(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	shown := func() (all []string) {
		for _, m := range regexp.MustCompile(`<section class="card" id="(\w+)">`).FindAllStringSubmatch(h.page("/preferences"), -1) {
			all = append(all, m[1])
		}
		return all
	}
	if all := shown(); all != nil {
		t.Errorf("a stranger is shown %v", all)
	}
	if w := h.do(form("/preferences/prefer", "theme", "dark")); w.Code != http.StatusForbidden {
		t.Errorf("a stranger sets something: %d", w.Code)
	}
	h.comesAs("ana")
	if all := shown(); !slices.Equal(all, []string{"prefer", "confirm"}) {
		t.Errorf("a guest is shown %v", all)
	}
	if w := h.do(form("/preferences/quiet", "hours", "22-7")); w.Code != http.StatusForbidden || !strings.Contains(text(w.Body.String()), "needs an account") {
		t.Errorf("a guest sets quiet hours: %d %s", w.Code, text(w.Body.String()))
	}
	at := h.browsers("alice", "bob")
	at("alice")
	all := shown()
	for _, c := range h.service.Commands() {
		if slices.Contains(c.Topics, "settings") && !slices.Contains(all, c.Name) {
			t.Errorf("%s is not on the page", c.Name)
		}
		if pages.IsPreference(c) != slices.Contains(all, c.Name) {
			t.Errorf("%s is on the page: %v", c.Name, slices.Contains(all, c.Name))
		}
	}
	for _, c := range []struct{ command, field, value, want string }{
		{"prefer", "theme", "dark", `<option value="dark" selected>`},
		{"prefer", "view", "ranks", `<option value="ranks" selected>`},
		{"prefer", "time", "Berlin", `value="Europe/Berlin"`},
		{"prefer", "presence", "hidden", `<option value="hidden" selected>`},
		{"confirm", "when", "off", `<option value="off" selected>`},
		{"remind", "hours", "24 2", `name="hours" value="24 2"`},
		{"remind", "hours", "off", `name="hours" value="off"`},
		{"quiet", "hours", "22-7", `name="hours" value="22-7"`},
		{"quiet", "hours", "23-6 UTC+2", `name="hours" value="23-6 UTC`},
		{"digest", "when", "on", `<option value="on" selected>`},
		{"limit", "games", "7", `name="games" value="7"`},
		{"vacation", "days", "3", "You are on vacation until"},
		{"block", "name", "bob", "You have blocked bob"},
		{"unblock", "name", "bob", "You have blocked nobody"},
		{"limit", "none", "off", `name="games" value=""`},
		{"prefer", "reset", "default", `<option value="shown" selected>`},
		{"prefer", "language", "deutsch", `<option value="deutsch" selected>`},
	} {
		w := h.do(form("/preferences/"+c.command, c.field, c.value))
		if answer := w.Body.String(); w.Code != http.StatusOK || strings.Contains(answer, `role="alert"`) || !strings.Contains(answer, `class="result"`) {
			t.Errorf("%v: %d %s", c, w.Code, text(answer))
		}
		if page := h.page("/preferences"); !strings.Contains(page, c.want) {
			t.Errorf("%v is not shown: %s", c, page)
		}
	}
	if page := h.page("/preferences"); !strings.Contains(page, ">Vorlieben</h1>") {
		t.Errorf("the page is not German: %s", text(page))
	}
	h.sound()
}

// TestPreferencesSentAgain sends each form with the settings that it shows, which changes nothing,
// and forms with other commands and wrong values.
func TestPreferencesSentAgain(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.browsers("alice")("alice")
	for _, line := range []string{"prefer dark stack busts white both english Berlin hidden", "confirm on", "remind 36 2", "quiet 23-6 UTC+2", "digest on", "limit 3"} {
		h.chats("alice", line)
	}
	before := text(h.page("/preferences"))
	for _, section := range strings.Split(h.page("/preferences"), "<section ")[1:] {
		m := regexp.MustCompile(`action="(/preferences/(?:prefer|remind|quiet|digest|confirm|limit))#\w+" class="fields"`).FindStringSubmatch(section)
		if m == nil {
			continue
		}
		var fields []string
		for _, f := range regexp.MustCompile(`<input (?:type="number" )?name="(\w+)" value="([^"]*)"`).FindAllStringSubmatch(section, -1) {
			fields = append(fields, f[1], html.UnescapeString(f[2]))
		}
		for _, f := range regexp.MustCompile(`(?s)<select name="(\w+)">(.*?)</select>`).FindAllStringSubmatch(section, -1) {
			if chosen := regexp.MustCompile(`value="(\w+)" selected`).FindStringSubmatch(f[2]); chosen != nil {
				fields = append(fields, f[1], chosen[1])
			}
		}
		if w := h.do(form(m[1], fields...)); w.Code != http.StatusOK {
			t.Errorf("%s %q: %d %s", m[1], fields, w.Code, text(w.Body.String()))
		}
	}
	if after := text(h.page("/preferences")); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	if w := h.get("/preferences/prefer"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/preferences" {
		t.Errorf("the address of a form that has been sent: %d, to %q", w.Code, w.Header().Get("Location"))
	}
	for command, status := range map[string]int{"resign": http.StatusNotFound, "forget": http.StatusNotFound, "nothing": http.StatusNotFound} {
		if w := h.do(form("/preferences/"+command, "sure", "confirm", "whom", "me")); w.Code != status {
			t.Errorf("%s is carried out: %d", command, w.Code)
		}
	}
	w := h.do(form("/preferences/quiet", "hours", "<b>never</b>"))
	if answer := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(answer, `class="result wrong"`) || strings.Contains(answer, "<b>never") {
		t.Errorf("%d %s", w.Code, answer)
	}
	h.sound()
}

// TestHidden checks that somebody who prefers to be hidden is seen on the site by themselves alone.
func TestHidden(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	at := h.browsers("alice", "bob")
	for _, name := range []string{"alice", "bob"} {
		at(name)
		h.page("/rules")
	}
	at("alice")
	h.do(form("/preferences/prefer", "presence", "hidden"))
	if people := h.part("people"); !strings.Contains(people, "alice") || !strings.Contains(people, "bob") {
		t.Errorf("alice sees %s", text(people))
	}
	at("bob")
	if people := h.part("people"); strings.Contains(people, "alice") {
		t.Errorf("bob sees %s", text(people))
	}
	users := []bot.User{{UserID: bot.UserID{Platform: "chat", ID: "bob"}}, {UserID: bot.UserID{Platform: "chat", ID: "alice"}}, {UserID: bot.UserID{Platform: "chat", ID: "nobody"}}, {UserID: bot.UserID{Platform: "chat", ID: "carol"}}}
	h.chats("carol", "hi")
	if shown, more, err := h.service.ViewPeople(context.Background(), bot.Request{From: users[0]}, users, 1); err != nil || len(shown) != 1 || more != 1 {
		t.Errorf("bob sees %v and %d more: %v", shown, more, err)
	}
	at("alice")
	h.do(form("/preferences/prefer", "presence", "shown"))
	at("bob")
	if people := h.part("people"); !strings.Contains(people, "alice") {
		t.Errorf("bob sees %s", text(people))
	}
}

// TestPreferencesKeepValues chooses each value that the page offers. The page then shows that value
// as chosen, so that sending the form again does not choose another.
func TestPreferencesKeepValues(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.browsers("alice")("alice")
	offered := 0
	for _, field := range regexp.MustCompile(`(?s)<select name="(\w+)">(.*?)</select>`).FindAllStringSubmatch(h.page("/preferences"), -1) {
		if field[1] == "when" {
			continue // it is not of prefer: see TestPreferences
		}
		for _, option := range regexp.MustCompile(`value="(\w+)"`).FindAllStringSubmatch(field[2], -1) {
			offered++
			h.clock.Advance(time.Minute)
			if w := h.do(form("/preferences/prefer", field[1], option[1])); w.Code != http.StatusOK {
				t.Errorf("%s %s: %d %s", field[1], option[1], w.Code, text(w.Body.String()))
			}
			chosen := regexp.MustCompile(`(?s)<select name="` + field[1] + `">[^/]*?(?:</option>[^/]*?)*?<option value="(\w+)" selected>`).FindStringSubmatch(h.page("/preferences"))
			if chosen == nil || chosen[1] != option[1] {
				t.Errorf("%s %s is shown as %v", field[1], option[1], chosen)
			}
		}
	}
	if offered < 15 {
		t.Errorf("%d values are offered", offered)
	}
}

// TestOpenings counts first moves of a game in which the first one was taken back, and of the
// record of an earlier version, which does not note it. The check of the database finds a wrong
// note.
func TestOpenings(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	h.chats("alice", "challenge bob raumschach white public")
	h.chats("bob", "accept 1")
	h.chats("alice", "move 1 ab2-ab3")
	h.chats("alice", "takeback 1")
	h.chats("bob", "takeback 1")
	h.chats("alice", "move 1 bb2-bb3")
	h.chats("bob", "resign 1 confirm")
	h.sound()
	note := func(first string) {
		t.Helper()
		err := h.service.Store.Update(context.Background(), func(tx bot.Tx) error {
			g, err := tx.Game(1)
			g.First = first
			return errors.Join(err, tx.PutGame(g))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, first := range []string{"bb2-bb3", ""} {
		note(first)
		h.sound()
		if profile := text(h.page("/player/1")); !strings.Contains(profile, "With Black First move Won Drawn Lost bb2-bb3 0 0 1") || strings.Contains(profile, "ab2-ab3") {
			t.Errorf("noted as %q: %s", first, profile)
		}
	}
	note("ab2-ab3")
	if faults, err := service.Check(context.Background(), h.service.Store); err != nil || !strings.Contains(fmt.Sprint(faults), "its first move is noted as ab2-ab3") {
		t.Errorf("the check finds %v, %v", faults, err)
	}
}

// TestGuestsSeeNoPageOfOpponents has a guest play somebody who has no public game. The game does
// not show the guest that person's ratings and openings.
func TestGuestsSeeNoPageOfOpponents(t *testing.T) {
	h := openToGuests(t, bot.GuestsTogether)
	h.chats("alice", "hi") // player 1
	h.comesAs("ana")       // game 1
	if w := h.do(form("/say", "text", "challenge alice raumschach")); w.Code >= 400 {
		t.Fatalf("%d %s", w.Code, text(w.Body.String()))
	}
	h.chats("alice", "accept 2")
	if page := h.page("/game/2"); !strings.Contains(page, "alice") || strings.Contains(page, `href="/player/`) {
		t.Errorf("the page of the game leads to a player: %s", text(page))
	}
	if w := h.get("/player/1"); w.Code != http.StatusNotFound {
		t.Errorf("the guest sees alice's page: %d", w.Code)
	}
	h.chats("carol", "challenge alice raumschach white public")
	h.chats("alice", "accept 3")
	if w := h.get("/player/1"); w.Code != http.StatusOK {
		t.Errorf("the guest does not see what everybody may see: %d", w.Code)
	}
}
