package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/storage"
)

// beginForm returns the form by which a visitor who calls themselves name begins a game.
func beginForm(name, event string, more ...string) *http.Request {
	return form("/play", slices.Concat([]string{"guest", name, "event", event, "variant", "raumschach", "colour", "white", "level", "1", "against", "computer"}, more)...)
}

// comesAs begins a game against the computer as a guest, and keeps the guest's cookie.
func (h *hall) comesAs(name string) *httptest.ResponseRecorder {
	h.t.Helper()
	w := h.do(beginForm(name, "begin"+name))
	if w.Code != http.StatusSeeOther || len(w.Result().Cookies()) != 1 {
		h.t.Fatalf("%s is not let in: %d %s\n%s", name, w.Code, w.Body, h.log.String())
	}
	h.cookies = w.Result().Cookies()
	return w
}

// text returns a page or an answer without its tags.
func text(page string) string {
	return strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, " ")), " ")
}

// sound fails the test if the store has faults.
func (h *hall) sound() {
	h.t.Helper()
	if faults, err := service.Check(context.Background(), h.service.Store); err != nil || len(faults) > 0 {
		h.t.Errorf("the store has faults: %v %v", faults, err)
	}
}

// TestGuest comes to a public site without an account, begins a game and moves. A form that is sent
// twice makes one guest and one game; a forged cookie makes nobody.
func TestGuest(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	event := link(t, h.page("/"), `action="/play"[^>]*><input type="hidden" name="event" value="([^"]*)"`)
	first := h.do(beginForm("ana", event))
	again := h.do(beginForm("ana", event))
	if at := first.Header().Get("Location"); first.Code != http.StatusSeeOther || at != "/game/1" {
		t.Fatalf("the game is not shown: %d %s %s", first.Code, at, first.Body)
	}
	cookie := first.Result().Cookies()[0]
	if cookie.Name != "__Host-raumbot" || !cookie.Secure || !cookie.HttpOnly || again.Result().Cookies()[0].Value != cookie.Value {
		t.Errorf("the cookies are %v and %v", first.Result().Cookies(), again.Result().Cookies())
	}
	h.cookies = first.Result().Cookies()
	if page := h.page("/game/1"); !strings.Contains(page, "<strong><bdi>Guest-ana</bdi></strong>") || !strings.Contains(page, "<title>(1) Your move · ") {
		t.Errorf("the game is not the guest's:\n%s", page)
	}
	if w := h.get("/game/2"); w.Code != http.StatusNotFound {
		t.Errorf("a second game has begun: %d", w.Code)
	}
	if w := h.do(form("/game/1/move", "move", "ab2-ab3", "event", "m")); w.Code != http.StatusSeeOther {
		t.Errorf("the move is refused: %d %s", w.Code, w.Body)
	}
	h.cookies = []*http.Cookie{{Name: cookie.Name, Value: strings.Repeat("A", len(cookie.Value))}}
	if w := h.get("/game/1"); w.Code != http.StatusNotFound {
		t.Errorf("a forged cookie opens the game: %d", w.Code)
	}
	if w := h.do(form("/game/1/move", "move", "bb2-bb3")); w.Code != http.StatusForbidden || !strings.Contains(text(w.Body.String()), "Begin as a guest") {
		t.Errorf("a forged cookie moves: %d %s", w.Code, text(w.Body.String()))
	}
	h.sound()
}

// TestGuestNames refuses names that look like the bot's, another guest's or an address, and shows
// all others so that they cannot be taken for those of users.
func TestGuestNames(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.chats("alice", "hi")
	h.comesAs("ana")
	for name, want := range map[string]string{
		"raumbot": "taken for mine", "Computer": "taken for mine", "rаumbot": "taken for mine", "ANA": "is here already", "Guest-ana": "is here already", "аna": "is here already",
		"": "at least one letter", "a b": "at least one letter", "evil.example": "is no address", strings.Repeat("x", 27): "up to 26", "<b>": "up to 26",
	} {
		h.cookies = nil
		w := h.do(beginForm(name, "event"))
		if w.Code < 400 || w.Code >= 500 || !strings.Contains(text(w.Body.String()), want) || len(w.Result().Cookies()) > 0 || !strings.Contains(w.Body.String(), `name="guest"`) {
			t.Errorf("%q: %d %v %.3000s", name, w.Code, w.Result().Cookies(), text(w.Body.String()))
		}
	}
	h.comesAs("alice")
	if page := h.page("/"); !strings.Contains(page, "<bdi>Guest-alice</bdi>") {
		t.Error("a guest has the name of a user")
	}
	if answer := h.chats("alice", "profile"); strings.Contains(answer, "alice (") {
		t.Errorf("a guest changes how a user is shown: %s", answer)
	}
	h.sound()
}

// TestGuestsMay checks what guests may do with each setting.
func TestGuestsMay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		guests    bot.Guests
		line      string
		forbidden string // a part of the refusal; empty if it is allowed
	}{
		{bot.GuestsAlone, "hint 1", ""},
		{bot.GuestsAlone, "puzzle", ""},
		{bot.GuestsAlone, "learn", ""},
		{bot.GuestsAlone, "games", ""},
		{bot.GuestsAlone, "export 1", ""},
		{bot.GuestsAlone, "seek raumschach", "needs an account"},
		{bot.GuestsAlone, "challenge alice raumschach", "you play the computer"},
		{bot.GuestsAlone, "challenge computer raumschach level 1 public", "not shown to others"},
		{bot.GuestsAlone, "publish 1", "needs an account"},
		{bot.GuestsAlone, "import 1. ab2-ab3", "needs an account"},
		{bot.GuestsAlone, "analyse 1", "needs an account"},
		{bot.GuestsAlone, "leaders", "needs an account"},
		{bot.GuestsAlone, "profile alice", "needs an account"},
		{bot.GuestsAlone, "link", "needs an account"},
		{bot.GuestsAlone, "join 1", "needs an account"},
		{bot.GuestsAlone, "create swiss raumschach", "needs an account"},
		{bot.GuestsAlone, "study raumschach", "needs an account"},
		{bot.GuestsAlone, "challenge me raumschach", "needs an account"},
		{bot.GuestsTogether, "seek raumschach", ""},
		{bot.GuestsTogether, "challenge alice raumschach", ""},
		{bot.GuestsTogether, "seek raumschach rated", "casual"},
		{bot.GuestsTogether, "challenge alice raumschach public", "not shown to others"},
		{bot.GuestsTogether, "leaders", "needs an account"},
	} {
		h := openToGuests(t, c.guests)
		h.chats("alice", "hi")
		h.comesAs("ana")
		w := h.do(form("/say", "text", c.line))
		said := text(w.Body.String())
		if c.forbidden == "" && w.Code >= 400 || c.forbidden != "" && (w.Code < 400 || !strings.Contains(said, c.forbidden)) {
			t.Errorf("%s, %s: %d %s", c.guests, c.line, w.Code, said)
		}
	}
	h := openPublic(t)
	if page := h.page("/"); strings.Contains(page, `name="guest"`) {
		t.Error("a site without guests invites them")
	}
	if w := h.do(beginForm("ana", "event")); w.Code != http.StatusForbidden || len(w.Result().Cookies()) > 0 {
		t.Errorf("a site without guests takes one: %d", w.Code)
	}
}

// TestGuestIsChallenged challenges a guest from a chat.
func TestGuestIsChallenged(t *testing.T) {
	for guests, want := range map[bot.Guests]string{bot.GuestsAlone: "guests play only the computer", bot.GuestsTogether: "has gone to Guest-ana"} {
		h := openToGuests(t, guests)
		h.comesAs("ana")
		if answer := h.chats("alice", "challenge Guest-ana raumschach"); !strings.Contains(answer, want) {
			t.Errorf("%s: %s", guests, answer)
		}
		if answer := h.chats("alice", "challenge Guest-ana raumschach rated"); !strings.Contains(answer, "casual") {
			t.Errorf("%s, rated: %s", guests, answer)
		}
	}
}

// TestGuestMeetsNoTeam has a room challenge a guest. Their game would be private, so that the room
// would not see it.
func TestGuestMeetsNoTeam(t *testing.T) {
	h := openToGuests(t, bot.GuestsTogether)
	h.comesAs("ana")
	if answer := h.chats("alice", "teamgame Guest-ana raumschach"); !strings.Contains(answer, "is a guest") {
		t.Errorf("a room challenges a guest: %s", answer)
	}
}

// TestGuestsAreFew lets many guests come from one address, from another, and one play many games.
func TestGuestsAreFew(t *testing.T) {
	h := openPorts(t, service.Ports{Store: storage.Memory(), Guests: bot.GuestsAlone, Limits: throttle.Limits{User: 1000, Room: 1000, Play: 1000}}, publicOptions())
	begin := func(name, from string) *httptest.ResponseRecorder {
		r := beginForm(name, name)
		r.RemoteAddr = from + ":1234"
		return h.do(r)
	}
	let := 0
	var refused *httptest.ResponseRecorder
	for i := range web.GuestsEach + 3 {
		if w := begin(fmt.Sprintf("ana%d", i), "198.51.100.7"); w.Code == http.StatusSeeOther {
			let++
		} else {
			refused = w
		}
	}
	if let != web.GuestsEach || refused.Code != http.StatusTooManyRequests || !strings.Contains(text(refused.Body.String()), "from your address. Try again in") {
		t.Errorf("%d are let in, then: %d %s", let, refused.Code, text(refused.Body.String()))
	}
	other := begin("ben", "198.51.100.8")
	if other.Code != http.StatusSeeOther {
		t.Fatalf("another address suffers: %d %s", other.Code, other.Body)
	}
	h.cookies = other.Result().Cookies()
	for i := range 12 {
		r := form("/say", "text", "challenge computer raumschach level 1", "event", fmt.Sprint("game", i))
		r.RemoteAddr = "198.51.100.8:1234"
		other = h.do(r)
	}
	if other.Code != http.StatusConflict || !strings.Contains(text(other.Body.String()), "A guest has at most 10 games at once") {
		t.Errorf("too many games: %d %s", other.Code, text(other.Body.String()))
	}
}

// TestGuestIsForgotten stays away for 30 days, and after a visit for 30 days more.
func TestGuestIsForgotten(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.comesAs("ana")
	h.clock.Advance(20 * 24 * time.Hour)
	h.page("/game/1")
	h.clock.Advance(20 * 24 * time.Hour)
	sweep := func() {
		t.Helper()
		if err := h.service.Sweep(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	sweep()
	h.page("/game/1")
	h.clock.Advance(31 * 24 * time.Hour)
	sweep()
	if w := h.get("/game/1"); w.Code != http.StatusNotFound {
		t.Errorf("the game is still there: %d", w.Code)
	}
	if w := h.do(form("/game/1/move", "move", "ab2-ab3")); w.Code != http.StatusForbidden || !strings.Contains(text(w.Body.String()), "guest who was forgotten") {
		t.Errorf("a forgotten guest moves: %d %s", w.Code, text(w.Body.String()))
	}
	if keys, err := h.service.Kept(context.Background(), "raumbot", "guest/", 0); err != nil || len(keys) > 0 {
		t.Errorf("the guest is still listed: %v %v", keys, err)
	}
	if page := h.page("/"); strings.Contains(page, "Guest-ana") {
		t.Error("the name is still shown")
	}
	h.comesAs("ana") // the name is free again
	h.sound()
}

// TestGuestForgets says `forget me` as a guest.
func TestGuestForgets(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.comesAs("ana")
	if w := h.do(form("/leave")); w.Code != http.StatusConflict {
		t.Errorf("a guest signs out: %d", w.Code)
	}
	if w := h.do(form("/say", "text", "forget me confirm")); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, text(w.Body.String()))
	}
	if page := h.page("/"); !strings.Contains(page, `name="guest"`) {
		t.Error("who was forgotten is still somebody")
	}
	h.sound()
}

// TestGuestSignsIn signs in in the middle of a guest's game: the game goes on as the user's, also
// from a form of the guest's that comes late.
func TestGuestSignsIn(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	code := h.link("alice")
	h.comesAs("ana")
	guest := h.cookies
	h.do(form("/game/1/move", "move", "ab2-ab3", "event", "m1"))
	if w := h.do(form("/enter", "code", code)); !strings.Contains(text(w.Body.String()), "The games that you play as Guest-ana come along") {
		t.Errorf("nothing is said of the games: %s", text(w.Body.String()))
	}
	if w := h.signIn(code); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if page := h.page("/game/1"); !strings.Contains(page, "<strong><bdi>alice</bdi></strong>") || strings.Contains(page, "Guest-ana") || !strings.Contains(page, "ab2-ab3") {
		t.Errorf("the game is not alice's:\n%s", page)
	}
	if w := h.do(form("/say", "text", "resign 1 confirm")); w.Code >= 400 {
		t.Errorf("alice cannot play on: %d %s", w.Code, text(w.Body.String()))
	}
	h.cookies = guest
	if w := h.do(form("/game/1/move", "move", "bb2-bb3", "event", "m2")); w.Code != http.StatusForbidden {
		t.Errorf("the guest still moves: %d", w.Code)
	}
	from := bot.User{UserID: bot.UserID{Platform: bot.Guest, ID: "nobody"}, Name: "Guest-nobody"}
	if reply := h.service.Respond(context.Background(), bot.Request{From: from, Text: "games"}); len(reply.Answer) != 1 || !strings.Contains(reply.Answer[0].Text, "not this guest any more") {
		t.Errorf("a guest who is gone is answered %+v", reply)
	}
	h.sound()
}

// TestGuestAgainstTheUser signs in as somebody against whom the guest plays. That is refused with
// the reason, and nothing is lost; signing in without the guest's games is possible.
func TestGuestAgainstTheUser(t *testing.T) {
	h := openToGuests(t, bot.GuestsTogether)
	h.comesAs("ana")
	h.chats("alice", "challenge Guest-ana raumschach")
	h.do(form("/say", "text", "accept"))
	code := h.link("alice")
	w := h.do(form("/enter", "code", code, "sure", "yes"))
	if said := text(w.Body.String()); w.Code != http.StatusConflict || !strings.Contains(said, "against each other") || !strings.Contains(said, "Sign in alone") || len(w.Result().Cookies()) > 0 {
		t.Errorf("%d %s", w.Code, said)
	}
	if page := h.page("/game/1"); !strings.Contains(page, "Guest-ana") {
		t.Error("the guest has lost the game")
	}
	w = h.do(form("/enter", "code", code, "sure", "yes", "alone", "yes"))
	if w.Code != http.StatusSeeOther {
		t.Fatalf("alone: %d %s", w.Code, text(w.Body.String()))
	}
	h.cookies = w.Result().Cookies()
	if w := h.get("/game/1"); w.Code != http.StatusNotFound {
		t.Errorf("alice sees a guest's game: %d", w.Code)
	}
	h.sound()
}

// TestGuestsNoMore sets guests to none after one has come: the guest can no longer play, and takes
// the game along by signing in.
func TestGuestsNoMore(t *testing.T) {
	store := storage.Memory()
	before := openPorts(t, service.Ports{Store: store, Guests: bot.GuestsAlone}, publicOptions())
	before.comesAs("ana")
	h := openPorts(t, service.Ports{Store: store}, publicOptions())
	h.cookies = before.cookies
	if w := h.get("/game/1"); w.Code != http.StatusNotFound {
		t.Errorf("the guest is still let in: %d", w.Code)
	}
	if w := h.do(form("/game/1/move", "move", "ab2-ab3")); w.Code != http.StatusForbidden || !strings.Contains(text(w.Body.String()), "Sign in first") {
		t.Errorf("the guest still moves: %d %s", w.Code, text(w.Body.String()))
	}
	if w := h.signIn(h.link("alice")); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, text(w.Body.String()))
	}
	if page := h.page("/game/1"); !strings.Contains(page, "<bdi>alice</bdi>") {
		t.Error("the game was left behind")
	}
	h.sound()
}

// TestGuestNeverForgotten checks that a guest whom nothing will forget is found as a fault.
func TestGuestNeverForgotten(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.comesAs("ana")
	id := link(t, h.page("/"), `data-who="guest:([^"]*)"`)
	if err := h.service.Keep(context.Background(), bot.Guest, "user/"+id+"/listed", nil); err != nil {
		t.Fatal(err)
	}
	faults, err := service.Check(context.Background(), h.service.Store)
	if err != nil || len(faults) != 1 || !strings.Contains(faults[0], "a guest whom nothing will forget") {
		t.Errorf("%q %v", faults, err)
	}
}

// TestGuestCounts checks that the ID of a guest is random, and that guests have no page: its number
// would tell how many people use the bot.
func TestGuestCounts(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.comesAs("ana")
	if page := h.page("/game/1"); strings.Contains(page, `href="/player/`) {
		t.Error("the page of a game tells the number of a guest")
	}
	ana := h.cookies
	first := link(t, h.page("/"), `data-who="guest:([\w-]{22})"`)
	h.cookies = nil
	h.comesAs("ben")
	if second := link(t, h.page("/"), `data-who="guest:([\w-]{22})"`); second[:4] == first[:4] {
		t.Errorf("the IDs are %s and %s", first, second)
	}
	for _, visitor := range [][]*http.Cookie{nil, h.cookies} {
		h.cookies = visitor
		for number := 1; number < 4; number++ {
			if w := h.get(fmt.Sprintf("/player/%d", number)); w.Code == http.StatusOK && strings.Contains(w.Body.String(), "Guest-ana") {
				t.Errorf("guest %d has a page", number)
			}
		}
	}
	h.cookies = ana
	if w := h.do(form("/say", "text", "games all")); strings.Contains(text(w.Body.String()), "Guest-ben") {
		t.Error("a guest's game is listed for another")
	}
}
