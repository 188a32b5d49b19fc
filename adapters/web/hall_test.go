package web_test

import (
	"context"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/bot/rating"
	"raumbot/bot/service"
	"raumbot/storage"
)

// part returns the part of the first page with an ID, up to the next section or form.
func (h *hall) part(id string) string {
	h.t.Helper()
	_, found, _ := strings.Cut(h.page("/"), ` id="`+id+`"`)
	for _, end := range []string{"</section>", "</details>"} {
		found, _, _ = strings.Cut(found, end)
	}
	return found
}

// browsers signs users in, each in a browser of their own, and returns a function that takes the
// browser of one of them.
func (h *hall) browsers(names ...string) (at func(name string)) {
	h.t.Helper()
	cookies := map[string][]*http.Cookie{"": nil}
	for _, name := range names {
		h.cookies = nil
		h.chats(name, "hi")
		if w := h.signIn(h.link(name)); w.Code != http.StatusSeeOther {
			h.t.Fatalf("%s cannot sign in: %d", name, w.Code)
		}
		cookies[name] = h.cookies
	}
	return func(name string) { h.cookies = cookies[name] }
}

// rank gives a player a rating that is certain enough for a ranking.
func (h *hall) rank(p bot.PlayerID, value float64) {
	h.t.Helper()
	err := h.service.Store.Update(context.Background(), func(tx bot.Tx) error {
		return tx.PutRating(bot.Rating{Player: p, Variant: "raumschach", Rating: rating.Rating{Value: value, Deviation: 50, Volatility: 0.06}, At: h.clock.Now(), Wins: 20})
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// TestWhoIsHere has users open pages. Those who have signed in see each other, unless one has
// blocked the other; a stranger and a guest see nobody, and nobody sees the guest. Whoever signs out
// is gone at once.
func TestWhoIsHere(t *testing.T) {
	h := openToGuests(t, bot.GuestsTogether)
	at := h.browsers("alice", "bob", "carol")
	for _, name := range []string{"alice", "bob", "carol"} {
		at(name)
		h.page("/rules")
	}
	h.cookies = nil
	if people := h.part("people"); people != "" {
		t.Errorf("a stranger sees %s", text(people))
	}
	h.comesAs("gast")
	if people := h.part("people"); people != "" {
		t.Errorf("a guest sees %s", text(people))
	}
	h.chats("carol", "block bob")
	for name, want := range map[string]string{"alice": "alice bob carol", "bob": "alice bob", "carol": "alice carol"} {
		at(name)
		people := h.part("people")
		for _, other := range []string{"alice", "bob", "carol", "gast"} {
			if seen := strings.Contains(people, "<bdi>"+other+"</bdi>") || strings.Contains(people, other+"</bdi>"); seen != strings.Contains(want, other) {
				t.Errorf("%s sees %s: %v", name, other, seen)
			}
			if challenged := strings.Contains(people, "?to="+other+"#challenge"); challenged != (strings.Contains(want, other) && other != name) {
				t.Errorf("%s may challenge %s: %v", name, other, challenged)
			}
		}
	}
	h.chats("bob", "challenge dora raumschach white public")
	h.chats("dora", "accept")
	at("alice")
	if people := h.part("people"); !strings.Contains(people, `href="/game/`) {
		t.Errorf("alice cannot watch bob, who plays: %s", people)
	}
	at("bob")
	h.do(form("/leave"))
	at("alice")
	if people := h.part("people"); strings.Contains(people, "bob") {
		t.Errorf("bob has signed out, and alice sees %s", text(people))
	}
}

// TestLobbyIsLive listens as a user to the events of the first page. Somebody who comes, and
// somebody who enters a tournament, are each reported.
func TestLobbyIsLive(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.directs("olga", "create swiss raumschach everywhere", "everywhere")
	h.directs("olga", "tournament 1 open", "everywhere")
	at := h.browsers("alice", "bob")
	h.site.SetListPause(10 * time.Millisecond)
	server := h.serve()
	at("alice")
	next, leave := h.listen(server+"/events", "", "event: games")
	defer leave()
	next()
	at("bob")
	h.page("/")
	next()
	h.chats("dora", "join 1")
	next()
	at("alice")
	if tournaments := text(h.part("tournaments")); !strings.Contains(tournaments, "1 of 64 places taken") {
		t.Errorf("alice sees %s", tournaments)
	}
}

// TestStaysOnFirstPage withdraws a challenge and declines one on the first page, which is shown
// again. A question of the bot and a refusal are shown instead.
func TestStaysOnFirstPage(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	at := h.browsers("alice", "bob")
	h.chats("bob", "challenge alice raumschach")
	at("alice")
	for _, c := range []struct {
		path   string
		fields []string
		want   string
	}{
		{"/say?at=open", []string{"text", "decline 1"}, "/#open"},
		{"/play", []string{"against", "people", "name", "bob", "variant", "alicechess", "colour", "black", "pace", "2d", "stakes", "rated"}, "/#open"},
		{"/play", []string{"against", "people", "name", "", "variant", "raumschach", "colour", "white", "pace", "none", "sight", "public"}, "/#open"},
		{"/play", []string{"against", "people", "name", "nobody-of-that-name", "variant", "raumschach"}, ""},
		{"/play", []string{"against", "people", "name", "", "variant", "raumschach", "pace", "2 moons"}, ""},
		{"/say?at=open", []string{"text", "cancel 3"}, "/#open"},
		{"/say?at=open", []string{"text", "forget me"}, ""},
		{"/say?at=//evil.example", []string{"text", "cancel 99"}, ""},
	} {
		w := h.do(form(c.path, c.fields...))
		if to := w.Header().Get("Location"); to != c.want {
			t.Errorf("%s %q leads to %q: %s", c.path, c.fields, to, text(w.Body.String()))
		}
	}
	if offered := h.offers(); offered != "cancel 2" {
		t.Errorf("alice is offered %s", offered)
	}
	at("bob")
	if open := text(h.part("open")); !strings.Contains(open, "Alice Chess, alice plays Black, 2 days per move with vacations, rated") {
		t.Errorf("bob is asked %s", open)
	}
	h.sound()
}

// TestTournamentsOnPages enters and leaves a tournament on the first page, and runs one on its page
// as its organiser, who cannot create another there. Others are not offered that, and refused.
func TestTournamentsOnPages(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.directs("olga", "create swiss raumschach everywhere", "everywhere")
	at := h.browsers("olga", "bob")
	open := form("/say?at=standing", "text", "tournament 1 open", "tournament", "1")
	at("bob")
	if w := h.do(open); w.Code < 400 {
		t.Errorf("bob opens a tournament: %d %s", w.Code, text(w.Body.String()))
	}
	if w := h.get("/tournament/1"); w.Code != http.StatusNotFound {
		t.Errorf("bob sees a draft: %d", w.Code)
	}
	at("olga")
	page := h.page("/tournament/1")
	for _, want := range []string{`value="tournament 1 open"`, `value="tournament 1 cancel"`, `<option value="most">`} {
		if !strings.Contains(page, want) {
			t.Errorf("olga is not offered %s:\n%s", want, page)
		}
	}
	if w := h.do(form("/do/set?at=standing", "id", "1", "tournament", "1", "setting", "most", "value", "8")); !strings.Contains(text(w.Body.String()), "2 to 8 players") || !strings.Contains(w.Body.String(), `href="/tournament/1"`) {
		t.Errorf("the draft is changed: %d %s", w.Code, text(w.Body.String()))
	}
	if w := h.do(form("/say?at=standing", "text", "tournament 1 open", "tournament", "1")); w.Header().Get("Location") != "/tournament/1#standing" {
		t.Errorf("it is announced: %d %s", w.Code, text(w.Body.String()))
	}
	if w := h.do(form("/say?at=standing", "text", "tournament 1 cancel", "tournament", "1")); !strings.Contains(w.Body.String(), `value="tournament 1 cancel confirm"`) {
		t.Errorf("olga is not asked: %d %s", w.Code, w.Body)
	}
	if w := h.do(form("/do/create", "format", "swiss", "variant", "raumschach")); w.Code < 400 || strings.Contains(h.page("/tournaments"), `/do/create`) {
		t.Errorf("a tournament has no room: %d %s", w.Code, text(w.Body.String()))
	}
	at("bob")
	if part := h.part("tournaments"); !strings.Contains(part, `value="join 1"`) || strings.Contains(h.page("/tournament/1"), `value="tournament 1 start"`) {
		t.Errorf("bob is offered %s", part)
	}
	h.do(form("/say?at=tournaments", "text", "join 1"))
	if part := h.part("tournaments"); !strings.Contains(part, `value="leave 1"`) || !strings.Contains(text(part), "1 of 8 places taken You take part.") {
		t.Errorf("bob takes part, and is told %s", text(part))
	}
	if w := h.do(form("/do/expel", "id", "1", "name", "olga", "sure", "confirm")); w.Code < 400 {
		t.Errorf("bob removes olga: %d", w.Code)
	}
	h.cookies = nil
	if part := h.part("tournaments"); !strings.Contains(part, `href="/tournament/1"`) || strings.Contains(part, "<form") {
		t.Errorf("a stranger is offered %s", part)
	}
	if w := h.do(form("/do/join", "id", "1")); w.Code != http.StatusForbidden {
		t.Errorf("a stranger joins: %d", w.Code)
	}
	h.comesAs("gast")
	if part := h.part("tournaments"); strings.Contains(part, "<form") {
		t.Errorf("a guest is offered %s", part)
	}
	if w := h.do(form("/do/join", "id", "1")); w.Code < 400 {
		t.Errorf("a guest joins: %d", w.Code)
	}
	h.sound()
}

// TestRoomOrganiser creates a tournament in the room, as somebody whom the operator has named and as
// somebody else.
func TestRoomOrganiser(t *testing.T) {
	h := openOn(t, storage.Memory(), web.Options{Address: "127.0.0.1:0", Organisers: []string{"Ana"}}).enter()
	for name, may := range map[string]bool{"ana": true, "ben": false} {
		h.says(name, "hi")
		if offered := strings.Contains(h.page("/as/"+name+"/tournaments"), "/do/create"); offered != may {
			t.Errorf("%s is offered to create a tournament: %v", name, offered)
		}
		w := h.do(form("/as/"+name+"/do/create", "format", "knockout", "variant", "raumschach", "pace", "2d", "name", "The Cup"))
		if drafted := strings.Contains(h.page("/as/"+name+"/tournaments"), "The Cup"); drafted != may {
			t.Errorf("%s has drafted a tournament: %v; %d", name, drafted, w.Code)
		}
	}
	h.do(form("/as/ana/say", "text", "tournament 1 open", "tournament", "1"))
	for what, w := range map[string]*httptest.ResponseRecorder{
		"a question": h.do(form("/as/ana/say", "text", "tournament 1 cancel", "tournament", "1")),
		"a refusal":  h.do(form("/as/ben/say", "text", "tournament 1 cancel", "tournament", "1")),
	} {
		if !strings.Contains(w.Body.String(), `href="/as/`) || w.Code == http.StatusSeeOther {
			t.Errorf("%s is not shown where there is no chat: %d %s", what, w.Code, text(w.Body.String()))
		}
	}
	h.sound()
}

// TestVoteOnFirstPage plays a game by vote in a room. The captain and those who have voted find it on
// the first page of the site, and others do not.
func TestVoteOnFirstPage(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	for _, line := range []string{"alice", "bob"} {
		h.chats(line, "hi")
	}
	h.clock.Advance(48 * time.Hour)
	h.chats("alice", "vote challenge computer raumschach white 1d level 1")
	at := h.browsers("alice", "bob")
	at("alice")
	if part := h.part("votes"); !strings.Contains(part, `href="/game/1"`) || strings.Contains(text(part), "You have voted.") {
		t.Errorf("alice, the captain, sees %q before she votes", part)
	}
	h.chats("alice", "vote ab2-ab3")
	if part := h.part("votes"); !strings.Contains(part, `value="vote 1"`) || !strings.Contains(text(part), "You have voted.") {
		t.Errorf("alice, who has voted, sees %q", part)
	} else if !strings.Contains(part, `href="/game/1"`) || h.get("/game/1").Code != http.StatusOK {
		t.Errorf("alice is not led to the page of the game: %s", part)
	}
	at("bob")
	if part := h.part("votes"); part != "" {
		t.Errorf("bob sees %s", text(part))
	}
}

// TestVotesOnBoard has two people of a room propose moves on the board of their game's page, and vote
// there. The page tells each of them of the other's votes. After the game has gone on, a form of the
// turn before does nothing.
func TestVotesOnBoard(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	at := h.browsers("alice", "bob", "carol")
	for _, line := range [][2]string{{"alice", "vote challenge room raumschach white 1d known 0 open"}, {"carol", "vote 1 accept"}} {
		h.chatsIn(line[0], map[string]string{"alice": "lobby", "carol": "club"}[line[0]], line[1])
	}
	h.chats("bob", "ac2-ac3")
	server := h.serve()
	at("bob")
	next, leave := h.listen(server+"/game/1/events", "", "event: votes")
	defer leave()
	next()
	at("alice")
	page := h.page("/game/1?cell=ab2&to=ab3")
	if !strings.Contains(page, `name="turn" value="1"`) || !strings.Contains(text(page), "Propose ab2-ab3") || !strings.Contains(h.page("/game/1/board.json"), `"moves":true,"name"`) {
		t.Fatalf("alice cannot propose a move on the board: %s", text(page))
	}
	propose := func(move, turn string) *httptest.ResponseRecorder {
		return h.do(form("/do/vote?at=ballot", "event", move+turn, "game", "1", "id", "1", "turn", turn, "move", move))
	}
	if w := propose("ab2-ab3", "1"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/game/1#ballot" {
		t.Errorf("after her proposal alice comes to %q: %d", w.Header().Get("Location"), w.Code)
	}
	next()
	at("bob")
	page = h.page("/game/1")
	for _, want := range []string{"ac2-ac3 proposed by bob · 1 vote · Picture ac2-ac3 Your vote", "ab2-ab3 proposed by alice · 1 vote · Picture ab2-ab3 Vote ab2-ab3", "2 people have voted."} {
		if !strings.Contains(text(page), want) {
			t.Errorf("bob does not see %q: %s", want, text(page))
		}
	}
	if page := h.page("/game/1?cell=ab2&to=ab3"); !strings.Contains(text(page), "Vote for ab2-ab3") {
		t.Errorf("bob does not see that the move is proposed: %s", text(page))
	}
	pictures := regexp.MustCompile(`<a href="(/game/1/picture[^"]*try=[^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(pictures) != 2 {
		t.Errorf("there are %d pictures of 2 proposals", len(pictures))
	}
	for _, picture := range pictures {
		if w := h.get(html.UnescapeString(picture[1])); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
			t.Errorf("%s: %d", picture[1], w.Code)
		}
	}
	if w := h.do(form("/say?at=ballot", "event", "1", "game", "1", "text", "vote 1 ab2-ab3 turn 1")); w.Code != http.StatusSeeOther {
		t.Errorf("bob's vote: %d", w.Code)
	}
	if page := text(h.page("/game/1")); !strings.Contains(page, "ab2-ab3 proposed by alice · 2 votes · Picture ab2-ab3 Your vote") || !strings.Contains(page, "Your vote is for ab2-ab3.") {
		t.Errorf("bob does not see his vote: %s", page)
	}
	at("carol")
	for _, path := range []string{"/game/1", "/game/1?cell=ab2&to=ab3", "/game/1/board.json"} {
		if w := h.get(path); strings.Contains(w.Body.String(), "ac2-ac3") || strings.Contains(w.Body.String(), "alice") || strings.Contains(w.Body.String(), `"moves":true,"name"`) {
			t.Errorf("the other side sees the votes at %s: %s", path, w.Body)
		}
	}
	if w := propose("ab2-ab3", "1"); w.Code == http.StatusSeeOther {
		t.Error("the other side votes")
	}
	h.chats("alice", "team count")
	h.chatsIn("carol", "club", "ea4-ea3")
	h.chatsIn("carol", "club", "team count")
	at("alice")
	if w := propose("ac2-ac3", "1"); w.Code != http.StatusConflict || !strings.Contains(text(h.page("/game/1")), "Nothing is proposed yet.") {
		t.Errorf("a form of an earlier turn: %d, %s", w.Code, text(h.page("/game/1")))
	}
	h.sound()
}

// TestFormsOfRoom fills in each form that begins something in a room. A league is for organisers
// alone, and has no form for others.
func TestFormsOfRoom(t *testing.T) {
	h := openOn(t, storage.Memory(), web.Options{Address: "127.0.0.1:0", Organisers: []string{"ana"}})
	h.enter()
	filled := map[string][]string{
		"newleague": {"name", "Winter", "variant", "raumschach", "pace", "1d", "weeks", "6", "games", "", "days", "", "stakes", "rated", "scope", ""},
		"simul":     {"variant", "raumschach", "host", "", "pace", "", "most", "5", "scope", "", "level", ""},
		"teammatch": {"variant", "raumschach", "pace", "1d", "boards", "6", "games", "2", "stakes", ""},
		"teamgame":  {"name", "computer", "variant", "raumschach", "colour", "white", "pace", "1d", "quorum", "", "counts", "open", "known", "0", "level", "2"},
	}
	page := h.page("/as/ana/tournaments")
	for command, fields := range filled {
		_, shown, found := strings.Cut(page, `<form method="post" action="/as/ana/do/`+command+`"`)
		shown, _, _ = strings.Cut(shown, "</form>")
		for i := 0; i < len(fields); i += 2 {
			if !strings.Contains(shown, ` name="`+fields[i]+`"`) {
				t.Errorf("the form of %s, which is there: %v, has no field %s", command, found, fields[i])
			}
		}
		if n := strings.Count(shown, ` name="`); n != len(fields)/2+1 {
			t.Errorf("the form of %s has %d fields", command, n)
		}
		if w := h.do(form("/as/ana/do/"+command, fields...)); w.Code != http.StatusSeeOther {
			t.Errorf("the form of %s: %d %s", command, w.Code, text(w.Body.String()))
		}
	}
	page = h.page("/as/ana/tournaments")
	for _, want := range []string{"Winter", "Raumschach simul of ana", "Team match of Raumschach"} {
		if !strings.Contains(text(page), want) {
			t.Errorf("there is no %s", want)
		}
	}
	if page := h.page("/as/ben/tournaments"); strings.Contains(page, "/do/newleague") || !strings.Contains(page, "/do/teamgame") {
		t.Error("ben organises nothing, and has the wrong forms")
	}
	if w := h.do(form("/as/ben/do/newleague", filled["newleague"]...)); !strings.Contains(text(h.page("/as/ben/")), "organiser") {
		t.Errorf("ben creates a league: %d %s", w.Code, text(w.Body.String()))
	}
	h.sound()
}

// TestNextGame has alice be to move in three games. Each page leads to the next older one, and that
// of the oldest to the newest.
func TestNextGame(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	at := h.browsers("alice", "bob")
	for range 3 {
		h.chats("alice", "challenge bob raumschach white")
		h.chats("bob", "accept")
	}
	next := func(page string) string {
		t.Helper()
		return link(t, h.page(page), `<a class="button small" href="(/game/\d+)">Next game</a>`)
	}
	at("alice")
	for page, want := range map[string]string{"/game/3": "/game/2", "/game/2": "/game/1", "/game/1": "/game/3"} {
		if to := next(page); to != want {
			t.Errorf("%s leads to %s", page, to)
		}
	}
	h.chats("alice", "move 2 ab2-ab3")
	if to := next("/game/3"); to != "/game/1" {
		t.Errorf("after a move in game 2, game 3 leads to %s", to)
	}
	at("bob")
	if to := next("/game/1"); to != "/game/2" {
		t.Errorf("bob is led to %s", to)
	}
	if page := h.page("/game/2"); strings.Contains(page, ">Next game<") {
		t.Error("bob is to move in one game alone, whose page leads elsewhere")
	}
}

// TestPuzzleOfTheDay opens the puzzle of the day as a stranger, who becomes a guest to solve it. When
// people have come to its position it is shown to nobody.
func TestPuzzleOfTheDay(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	if part := h.part("puzzle"); !strings.Contains(part, `href="/puzzle"`) {
		t.Fatalf("a stranger sees no puzzle: %s", part)
	}
	for path, kind := range map[string]string{"/puzzle": "text/html; charset=utf-8", "/puzzle/picture.png?theme=dark": "image/png", "/puzzle/thumbnail.svg": "image/svg+xml"} {
		if w := h.get(path); w.Code != http.StatusOK || w.Header().Get("Content-Type") != kind {
			t.Errorf("%s: %d %s", path, w.Code, w.Header())
		}
	}
	w := h.do(form("/say", "guest", "ana", "event", "puzzle", "text", "puzzle daily"))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `<img class="shown"`) || len(w.Result().Cookies()) != 1 {
		t.Fatalf("ana cannot begin: %d %s", w.Code, text(w.Body.String()))
	}
	h.cookies = w.Result().Cookies()
	h.do(form("/say", "text", "puzzle solution"))
	if page := text(h.page("/puzzle")); !strings.Contains(page, "You have no tries left.") {
		t.Errorf("ana has given up, and reads %s", page)
	}
	h.cookies = nil
	if page := text(h.page("/puzzle")); strings.Contains(page, "tries left") {
		t.Errorf("a stranger reads what ana has done: %s", page)
	}
}

// TestStrangersShareLists lists an open challenge for strangers. One that is withdrawn is gone at
// once, and a new one is listed when the list is made again.
func TestStrangersShareLists(t *testing.T) {
	h := openToGuests(t, bot.GuestsTogether)
	h.privately("bob", "seek raumschach")
	h.privately("carol", "seek alicechess")
	if offered := h.offers(); offered != "accept 1, accept 2" {
		t.Fatalf("a stranger is offered %s", offered)
	}
	h.privately("bob", "cancel 1")
	if offered := h.offers(); offered != "accept 2" {
		t.Errorf("after bob has withdrawn, a stranger is offered %s", offered)
	}
	h.privately("dora", "seek raumschach")
	h.clock.Advance(3 * time.Second)
	if offered := h.offers(); offered != "accept 2, accept 3" {
		t.Errorf("when dora seeks, a stranger is offered %s", offered)
	}
	h.comesAs("gast")
	h.do(form("/say?at=open", "text", "seek raumschach"))
	h.clock.Advance(3 * time.Second)
	if offered := h.offers(); offered != "cancel 5, accept 2, accept 3" {
		t.Errorf("a guest who seeks is offered %s", offered)
	}
}

// TestLobbyInRoom opens the first page of a room as somebody who has not spoken yet. The others in
// the room are listed, and can be challenged.
func TestLobbyInRoom(t *testing.T) {
	h := openPorts(t, service.Ports{Store: storage.Memory()}, web.Options{Address: "127.0.0.1:0"}).enter()
	for _, name := range []string{"ana", "ben"} {
		h.do(form("/join", "name", name))
	}
	page := h.page("/as/ana/")
	if !strings.Contains(page, "/as/ana/?to=ben#challenge") {
		t.Fatalf("ana cannot challenge ben:\n%s", page)
	}
	if to := h.page("/as/ana/?to=" + url.QueryEscape(`"><b>`)); strings.Contains(to, `"><b>`) {
		t.Error("the name in an address becomes part of the page")
	}
	w := h.do(form("/as/ana/play", "against", "people", "name", "ben", "variant", "raumschach", "colour", "white"))
	if to := w.Header().Get("Location"); to != "/as/ana/#open" {
		t.Errorf("after the challenge ana is led to %q", to)
	}
	if page := h.page("/as/ben/"); !strings.Contains(page, `value="accept 1"`) {
		t.Errorf("ben is not asked:\n%s", page)
	}
}
