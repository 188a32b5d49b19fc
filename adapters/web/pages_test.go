package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
)

// outlet is another platform, which stores the messages that it delivers.
type outlet struct{ said []bot.RenderedMessage }

func (o *outlet) Platform() bot.Platform { return "chat" }

func (o *outlet) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	o.said = append(o.said, m)
	return bot.Receipt{}, nil
}

// TestLinksInChats makes sure that boards in chats link to their pages, unless not everybody may
// see them.
func TestLinksInChats(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	for _, sight := range []string{"public", "private", ""} { // games 1, 2 and 3
		h.chats("alice", "challenge bob raumschach white "+sight)
		h.chats("bob", "accept")
	}
	o := &outlet{}
	if err := h.service.Deliver(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	boards := map[bot.GameID]int{}
	for _, m := range o.said {
		if m.Picture == nil {
			continue
		}
		boards[m.Game]++
		want := ""
		if m.Game == 1 {
			want = "https://chess.example.org/game/1"
		}
		if m.Link != want {
			t.Errorf("the board of game %d leads to %q", m.Game, m.Link)
		}
	}
	if boards[1] == 0 || boards[2] == 0 || boards[3] == 0 {
		t.Errorf("boards were shown of %v", boards)
	}
}

// TestRulesPages opens the page of every game, and of each piece of the smallest game.
func TestRulesPages(t *testing.T) {
	h := openPublic(t)
	list := h.page("/rules")
	names := regexp.MustCompile(`href="(/rules/[^"]*)"`).FindAllStringSubmatch(list, -1)
	if len(names) < 10 {
		t.Fatalf("%d games are listed", len(names))
	}
	page := h.page("/rules/raumschach")
	kinds := regexp.MustCompile(`href="(/rules/raumschach\?piece=[^"#]*)`).FindAllStringSubmatch(page, -1)
	if len(kinds) != 7 {
		t.Errorf("Raumschach has %d kinds", len(kinds))
	}
	for _, k := range kinds {
		page := h.page(k[1])
		if w := h.get(link(t, page, `<img class="shown" src="([^"]*)"`)); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
			t.Errorf("%s has no diagram: %d", k[1], w.Code)
		}
		light, dark, contrast := h.page(link(t, page, `<img class="shown" src="([^"]*)"`)), h.page(link(t, page, `dark\)"[^>]* srcset="([^"]*)"`)), h.page(link(t, page, `more\)"[^>]* srcset="([^"]*)"`))
		if light == dark || dark == contrast || light == contrast {
			t.Errorf("the diagram of %s is the same in all colours", k[1])
		}
	}
	if page := h.page("/rules/raumschach?cell=ab1"); !strings.Contains(page, "chosen") || !strings.Contains(page, `class="count"`) {
		t.Errorf("the Knight of ab1 goes nowhere:\n%s", page)
	}
	for _, path := range []string{"/rules/nothing", "/rules/raumschach/XYZ.png", "/rules/raumschach/KNI", "/rules/raumschach/KNI.png?theme=pink", "/tournament/1", "/tournament/x", "/player/1", "/player/-1"} {
		if w := h.get(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// TestPlayerPage makes sure that players without public games have no public page.
func TestPlayerPage(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	h.chats("alice", "challenge bob raumschach white private")
	h.chats("bob", "accept")
	for _, path := range []string{"/player/1", "/player/2"} {
		if w := h.get(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	h.chats("alice", "challenge bob raumschach white public")
	h.chats("bob", "accept")
	for _, path := range []string{"/player/1", "/player/2"} {
		if page := h.page(path); strings.Contains(page, `/game/1"`) || !strings.Contains(page, `/game/2"`) {
			t.Errorf("%s shows other games:\n%s", path, page)
		}
	}
}

// TestTournamentPage shows a public tournament to everybody, and a tournament of a room to the
// people in the room.
func TestTournamentPage(t *testing.T) {
	h := openPublic(t)
	for _, scope := range []string{"everywhere", "room"} { // tournaments 1 and 2
		for _, line := range []string{"create roundrobin raumschach " + scope, "tournament %d open"} {
			h.directs("olga", line, scope)
		}
		for _, name := range []string{"alice", "bob", "carol"} {
			h.directs(name, "join %d", scope)
		}
		h.directs("olga", "tournament %d start", scope)
	}
	if err := h.service.PairRounds(context.Background()); err != nil {
		t.Fatal(err)
	}
	page := h.page("/tournament/1")
	for _, want := range []string{"alice", "bob", "carol", "<table"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show %s:\n%s", want, page)
		}
	}
	if w := h.get("/tournament/2"); w.Code != http.StatusNotFound || strings.Contains(h.page("/tournaments"), `/tournament/2"`) {
		t.Errorf("anybody sees the tournament of a room: %d", w.Code)
	}
	h.signIn(h.link("bob"))
	h.page("/tournament/2")
	if !strings.Contains(h.page("/tournaments"), `/tournament/2"`) {
		t.Error("bob does not find his tournament")
	}
}

// TestLeaguePage enters a public league on the first page. The page of a league shows its divisions,
// and a league of a room only to the people of the room. The first page and the page of the league
// hear of it when somebody enters.
func TestLeaguePage(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	at := h.browsers("alice", "bob")
	h.directs("olga", "league create raumschach everywhere Open League", "lobby")
	h.directs("olga", "league create raumschach Club League", "lobby")
	h.site.SetListPause(10 * time.Millisecond)
	server := h.serve()
	at("alice")
	if part := h.part("leagues"); !strings.Contains(part, `value="league 1 join"`) || strings.Contains(part, "Club") {
		t.Errorf("alice sees %s", text(part))
	}
	if w := h.get("/league/2"); w.Code != http.StatusNotFound || h.get("/league/2/events").Code != http.StatusNotFound {
		t.Errorf("alice sees the league of a room: %d", w.Code)
	}
	for _, path := range []string{"/events", "/league/1/events"} {
		next, leave := h.listen(server+path, "", "event: games")
		next()
		at("bob")
		if w := h.do(form("/say?at=standing", "text", map[string]string{"/events": "league 1 join", "/league/1/events": "league 1 leave"}[path], "league", "1")); w.Header().Get("Location") != "/league/1#standing" {
			t.Errorf("bob is led to %s: %s", w.Header().Get("Location"), text(w.Body.String()))
		}
		at("alice")
		next()
		leave()
	}
	h.do(form("/say?at=leagues", "text", "league 1 join"))
	if part := h.part("leagues"); !strings.Contains(part, `value="league 1 leave"`) || !strings.Contains(text(part), "1 player") || strings.Contains(h.page("/"), `/tournament/`) {
		t.Errorf("alice has entered, and sees %s", text(part))
	}
	if w := h.do(form("/say", "text", "league 1 start", "league", "1")); w.Code < 400 {
		t.Errorf("alice starts the season: %d", w.Code)
	}
	for _, name := range []string{"ben", "cleo", "dan", "eve", "fay"} {
		h.directs(name, "league 1 join", "lobby")
	}
	h.directs("olga", "league 1 start", "lobby")
	if err := h.service.PairRounds(context.Background()); err != nil {
		t.Fatal(err)
	}
	if page := text(h.page("/league/1")); !strings.Contains(page, "Division 1 (yours)") || !strings.Contains(page, "6 players") || !strings.Contains(page, "You take part.") {
		t.Errorf("the page of the league: %s", page)
	}
	if page := text(h.page("/tournament/1")); !strings.Contains(page, "1–6") {
		t.Errorf("the page of the division shows no ranges: %s", page)
	}
	if page := h.page("/tournaments"); !strings.Contains(page, `href="/league/1"`) {
		t.Error("the list of tournaments shows no league")
	}
	at("bob")
	if page := text(h.page("/league/1")); strings.Contains(page, "yours") {
		t.Errorf("bob plays in it: %s", page)
	}
}

// TestTournamentPageNames shows all players by the names that they have in the chat, even names for
// which the font of the pictures has no letters, and shows everything once.
func TestTournamentPageNames(t *testing.T) {
	for _, system := range []string{"roundrobin", "knockout"} {
		t.Run(system, func(t *testing.T) {
			h := openPublic(t)
			for _, line := range []string{"create " + system + " raumschach everywhere", "tournament 1 open"} {
				h.directs("olga", line, "everywhere")
			}
			names := []string{"алиса", "ボブ", "قارول", "alice"}
			if system == "roundrobin" {
				for i := range 44 { // more than a picture has room for
					names = append(names, "player"+string(rune('a'+i/26))+string(rune('a'+i%26)))
				}
			}
			for _, name := range names {
				h.directs(name, "join 1", "everywhere")
			}
			h.directs("olga", "tournament 1 start", "everywhere")
			if err := h.service.PairRounds(context.Background()); err != nil {
				t.Fatal(err)
			}
			page := h.page("/tournament/1")
			_, table, _ := strings.Cut(page, `<div class="scroll"`)
			table, _, _ = strings.Cut(table, `<ul class="games">`)
			for _, name := range names {
				if !strings.Contains(table, "<bdi>"+name+"</bdi>") {
					t.Errorf("%s is not in what is shown:\n%s", name, table)
				}
			}
			if strings.Contains(page, "No. ") || strings.Contains(page, "in the text") {
				t.Errorf("the page says what is meant for a picture:\n%s", page)
			}
			// It may be in the state of the tournament and in the heading of its games.
			if n := strings.Count(page, "round 1 of") + strings.Count(page, "Round 1 of"); n > 2 {
				t.Errorf("the page says %d times which round is played", n)
			}
		})
	}
}

// TestPagesLanguage reads pages in the language of the browser, also of users whose language the
// bot does not know. No part of a page is in another language. Looking at pages does not change the
// language of the bot in chats.
func TestPagesLanguage(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	h.chats("alice", "challenge bob raumschach white public")
	h.chats("bob", "accept")
	before := h.chats("alice", "games")
	german := func(path string) string {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Language", "de-AT,de;q=0.9,en;q=0.5")
		return h.do(r).Body.String()
	}
	for _, who := range []string{"", "alice"} {
		if who != "" {
			h.signIn(h.link(who))
		}
		for path, wants := range map[string][]string{
			"/games": {"bob (Schwarz) ist am Zug.", "alice (Weiß) ist am Zug."}, "/rules": {"20 Figuren auf jeder Seite"}, "/game/1?move=zz9-ab1": {"Raumschach"},
			"/rules/raumschach": {"Der Anfang"},
		} {
			page, found := german(path), false
			for _, want := range wants {
				found = found || strings.Contains(page, want)
			}
			if !found || strings.Contains(page, "to move") || strings.Contains(page, "there is no") {
				t.Errorf("%q reads on %s:\n%s", who, path, page)
			}
		}
	}
	// One command is answered, and one is refused.
	for line, want := range map[string]string{"games": "am Zug", "move 1 zz9": "Feld"} {
		act := form("/say", "text", line)
		act.Header.Set("Accept-Language", "de-AT,de;q=0.9,en;q=0.5")
		if answer := h.do(act).Body.String(); !strings.Contains(answer, want) {
			t.Errorf("alice says %q on a German page, and is answered %s", line, answer)
		}
	}
	if said := h.chats("alice", "games"); said != before {
		t.Errorf("the chat has taken up the language of a page: %s", said)
	}
	h.chats("alice", "prefer english")
	if page := german("/games"); strings.Contains(page, "ist am Zug") || !strings.Contains(page, "is to move") {
		t.Errorf("alice prefers English:\n%s", page)
	}
}

// TestTournamentNames reads names of tournaments on German pages. A tournament without a name is
// described in German; a name that an organiser has chosen is not translated.
func TestTournamentNames(t *testing.T) {
	h := openPublic(t)
	h.directs("olga", "create roundrobin raumschach everywhere", "")
	h.directs("olga", "create swiss raumschach everywhere Spring Cup", "")
	for _, id := range []string{"1", "2"} {
		h.directs("olga", "tournament "+id+" open", "")
	}
	for language, name := range map[string]string{"de": "Rundenturnier, Raumschach", "en": "Round robin of Raumschach"} {
		for _, path := range []string{"/tournaments", "/tournament/1"} {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Accept-Language", language)
			if page := h.do(r).Body.String(); !strings.Contains(page, name) {
				t.Errorf("%s in %s does not say %s:\n%s", path, language, name, page)
			}
		}
	}
	if page := h.page("/tournament/2"); !strings.Contains(page, "Tournament 2, Spring Cup<") {
		t.Errorf("the organiser's name is gone: %s", page)
	}
}

// TestGameOver looks at a finished game. Everybody can step through it, its players can ask for a
// rematch, and users who are signed in can read its record.
func TestGameOver(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	h.chats("alice", "challenge bob raumschach white public")
	h.chats("bob", "accept")
	h.chats("alice", "move 1 ab2-ab3")
	h.chats("bob", "resign 1 confirm")
	h.chats("carol", "hi")
	for _, c := range []struct {
		who             string
		rematch, export bool
	}{{"", false, false}, {"carol", false, true}, {"alice", true, true}} {
		if c.who != "" {
			h.signIn(h.link(c.who))
		}
		page := h.page("/game/1")
		if !strings.Contains(page, `href="/game/1?ply=0">To the beginning<`) || strings.Contains(page, "rematch 1") != c.rematch || strings.Contains(page, "export 1") != c.export {
			t.Errorf("%q is offered:\n%s", c.who, page)
		}
	}
	if w := h.do(form("/say", "text", "export 1", "game", "1", "event", "1")); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "ab2-ab3") {
		t.Errorf("the record is not shown: %d %s", w.Code, w.Body)
	}
	if w := h.do(form("/say", "text", "rematch 1", "game", "1", "event", "2")); w.Code >= 400 {
		t.Errorf("no rematch: %d %s", w.Code, w.Body)
	}
}

// directs sends a command about a tournament as an organiser of the room.
func (h *hall) directs(name, line, scope string) {
	h.t.Helper()
	line = strings.ReplaceAll(line, "%d", map[string]string{"everywhere": "1", "room": "2"}[scope])
	_, err := h.service.Handle(context.Background(), bot.Request{
		From: bot.User{UserID: bot.UserID{Platform: "chat", ID: name}, Name: name}, Room: bot.RoomID{Platform: "chat", ID: "lobby"}, Text: line, OpenNames: true, Organiser: name == "olga",
	})
	if err != nil {
		h.t.Fatalf("%s: %s: %v", name, line, err)
	}
}

// TestRefusalsAreNotStored asks for a picture that browsers may store, and for the same one in a
// theme that does not exist.
func TestRefusalsAreNotStored(t *testing.T) {
	h := open(t).enter()
	for query, want := range map[string]struct {
		status int
		caches string
	}{"": {http.StatusOK, "private, max-age=3600"}, "?theme=none": {http.StatusNotFound, "no-store"}} {
		w := h.get("/as/ana/rules/raumschach/KNI.png" + query)
		if caches := w.Header().Get("Cache-Control"); w.Code != want.status || caches != want.caches {
			t.Errorf("%q: %d, Cache-Control is %q", query, w.Code, caches)
		}
	}
}

// TestStoppingSite asks for pages that the site cannot make any more, because it stops. They are
// not empty pages.
func TestStoppingSite(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, path := range []string{"/as/ana/game/1", "/as/ana/game/1/board.json", "/as/ana/game/1/picture.png"} {
		if w := h.do(httptest.NewRequest("GET", path, nil).WithContext(ctx)); w.Code != http.StatusServiceUnavailable {
			t.Errorf("%s: %d, %q", path, w.Code, w.Body)
		}
	}
}
