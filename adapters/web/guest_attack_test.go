package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// beginsFrom sends the form of a guest from an address, in a browser without cookies.
func (h *hall) beginsFrom(name, from string) *httptest.ResponseRecorder {
	h.t.Helper()
	h.cookies = nil
	r := beginForm(name, name)
	r.RemoteAddr = from
	return h.do(r)
}

// TestGuestsOfOneNetwork lets guests come from many networks of one customer of a provider, and
// then somebody from elsewhere.
func TestGuestsOfOneNetwork(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	let := 0
	for i := range web.GuestsWide + 10 {
		if h.beginsFrom(fmt.Sprint("ana", i), fmt.Sprintf("[2001:db8:7:%x::1]:1234", i)).Code == http.StatusSeeOther {
			let++
		}
	}
	if let != web.GuestsWide {
		t.Errorf("%d guests of one network are let in, not %d", let, web.GuestsWide)
	}
	if w := h.beginsFrom("ben", "[2001:db8:8::1]:1234"); w.Code != http.StatusSeeOther {
		t.Errorf("another network suffers: %d %s", w.Code, text(w.Body.String()))
	}
}

// stuckWriter is a browser that does not read its answer until it is released.
type stuckWriter struct {
	*httptest.ResponseRecorder
	stuck, release chan struct{}
}

func (w *stuckWriter) Write(b []byte) (int, error) {
	select {
	case <-w.stuck:
	default:
		close(w.stuck)
	}
	<-w.release
	return w.ResponseRecorder.Write(b)
}

// TestSlowBrowserHoldsNobodyUp refuses a guest who does not read the answer. Others come meanwhile.
func TestSlowBrowserHoldsNobodyUp(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	slow := &stuckWriter{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
	answered := make(chan struct{})
	r := beginForm("raumbot", "event")
	r.Host = h.host
	go func() {
		h.handler.ServeHTTP(slow, r)
		close(answered)
	}()
	<-slow.stuck
	h.comesAs("ana")
	close(slow.release)
	<-answered
	if slow.Code < 400 {
		t.Errorf("the slow browser is answered %d", slow.Code)
	}
}

// TestFormOfForgottenGuest sends the form of a guest once more after `forget me`: it makes another
// guest, as the session of the first has ended.
func TestFormOfForgottenGuest(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.comesAs("ana")
	h.do(form("/say", "text", "forget me confirm"))
	h.cookies = nil
	h.comesAs("ana") // with the same form
	if page := h.page("/"); !strings.Contains(page, "<bdi>Guest-ana</bdi>") {
		t.Errorf("the guest is nobody: %s", text(page))
	}
	h.sound()
}

// TestGuestsHaveNoPage looks for players by their numbers as a guest: none is the guest's own, as
// it would tell how many players there are.
func TestGuestsHaveNoPage(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.chats("alice", "hi")
	h.comesAs("ana")
	for number := range 10 {
		if w := h.get(fmt.Sprint("/player/", number)); w.Code == http.StatusOK && !strings.Contains(w.Body.String(), "<title>Computer, level 1") {
			t.Errorf("player %d: %d %s", number, w.Code, text(w.Body.String()))
		}
	}
}

// TestGuestsPesterNobody challenges a user as one guest after the other: all guests together count
// as one challenger, also those who have gone.
func TestGuestsPesterNobody(t *testing.T) {
	challenges := func(h *hall, n int) (let int) {
		for i := range n {
			from := fmt.Sprintf("198.51.100.%d:1234", i)
			w := h.beginsFrom(fmt.Sprint("ana", i), from)
			h.cookies = w.Result().Cookies()
			said := func(line string) *httptest.ResponseRecorder {
				r := form("/say", "text", line)
				r.RemoteAddr = from
				return h.do(r)
			}
			if w = said("challenge alice raumschach"); w.Code < 400 {
				let++
			} else if !strings.Contains(text(w.Body.String()), "alice is not accepting challenges") {
				t.Errorf("refused: %s", text(w.Body.String()))
			}
			said("seek raumschach white")
			said("seek raumschach black")
			if w = said("seek raumschach random 1d"); w.Code != http.StatusConflict && let == i+1 {
				t.Errorf("a guest has a fourth challenge: %d %s", w.Code, text(w.Body.String()))
			}
		}
		return let
	}
	h := openToGuests(t, bot.GuestsTogether)
	h.chats("alice", "hi")
	if let := challenges(h, 8); let != 5 {
		t.Errorf("alice gets %d challenges of guests", let)
	}
	h.chats("bob", "seek raumschach")
	if first, _, _ := strings.Cut(h.chats("carol", "seek"), "\n"); !strings.Contains(first, "bob") {
		t.Errorf("guests come before bob: %s", first)
	}
	for _, line := range []string{"decline", "forget me confirm"} {
		h := openToGuests(t, bot.GuestsTogether)
		h.chats("alice", "hi")
		let := 0
		for range 5 {
			if w := h.beginsFrom("ana", "198.51.100.7:1234"); len(w.Result().Cookies()) > 0 {
				h.cookies = w.Result().Cookies()
			}
			if w := h.do(form("/say", "text", "challenge alice raumschach")); w.Code < 400 {
				let++
			}
			if line == "decline" {
				h.chats("alice", line)
			}
			h.do(form("/say", "text", "forget me confirm"))
		}
		if most := map[string]int{"decline": 2, "forget me confirm": 3}[line]; let != most {
			t.Errorf("%s: alice gets %d challenges of guests, not %d", line, let, most)
		}
		h.sound()
	}
}

// TestGuestsNoLonger opens a link as a guest after guests were set to none: it says that the games
// come along.
func TestGuestsNoLonger(t *testing.T) {
	store := storage.Memory()
	before := openPorts(t, service.Ports{Store: store, Guests: bot.GuestsAlone}, publicOptions())
	before.comesAs("ana")
	h := openPorts(t, service.Ports{Store: store}, publicOptions())
	h.cookies = before.cookies
	if w := h.do(form("/enter", "code", h.link("alice"))); !strings.Contains(text(w.Body.String()), "The games that you play as Guest-ana come along") {
		t.Errorf("nothing is said of the games: %s", text(w.Body.String()))
	}
}

// TestSuggestedNameIsTaken begins twice with the same suggested name: the second guest, who has
// chosen none, gets another.
func TestSuggestedNameIsTaken(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	for i, event := range []string{"one", "two"} {
		h.cookies = nil
		w := h.do(beginForm("Otter-123", event))
		if w.Code != http.StatusSeeOther {
			t.Fatalf("guest %d: %d %s", i, w.Code, text(w.Body.String()))
		}
		h.cookies = w.Result().Cookies()
		if page := h.page("/"); strings.Contains(page, "<bdi>Guest-Otter-123</bdi>") != (i == 0) {
			t.Errorf("guest %d: %s", i, text(page))
		}
	}
}

// TestGuestsPassForNobody comes under names that look like the bot's with signs between letters.
func TestGuestsPassForNobody(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	for i, name := range []string{"r-a-u-m-b-o-t", "Raum_Bot", "r.a.u.m-bot", "Com-puter", "raurnbot", "RAUMB0T"} {
		if w := h.beginsFrom(name, fmt.Sprintf("198.51.100.%d:1234", i)); w.Code < 400 || !strings.Contains(text(w.Body.String()), "taken for mine") {
			t.Errorf("%q: %d", name, w.Code)
		}
	}
}

// TestGamesOfGuestsArePrivate begins games between guests and users of a room in all ways. Others
// in the room are not shown them, whoever has asked.
func TestGamesOfGuestsArePrivate(t *testing.T) {
	for _, c := range []struct{ alice, guest, again string }{
		{alice: "seek raumschach", guest: "accept alice"},
		{alice: "challenge Guest-ana raumschach", guest: "accept"},
		{guest: "seek raumschach", again: "accept Guest-ana"},
		{guest: "challenge alice raumschach", again: "accept"},
	} {
		h := openToGuests(t, bot.GuestsTogether)
		h.chats("alice", "hi")
		h.chats("bob", "hi")
		h.comesAs("ana")
		if c.alice != "" {
			h.chats("alice", c.alice)
		}
		if w := h.do(form("/say", "text", c.guest)); w.Code >= 400 {
			t.Errorf("%s: %d %s", c.guest, w.Code, text(w.Body.String()))
		}
		if c.again != "" {
			h.chats("alice", c.again)
		}
		if answer := h.chats("alice", "game 2"); !strings.Contains(answer, "private") {
			t.Errorf("%+v: alice is told %q", c, answer)
		}
		for _, line := range []string{"game 2", "games all", "players"} {
			if answer := h.chats("bob", line); strings.Contains(answer, "Guest-ana") {
				t.Errorf("%+v, %s: bob is told %q", c, line, answer)
			}
		}
		h.sound()
	}
}

// atOnce sends requests at the same time with a cookie, and returns their answers.
func (h *hall) atOnce(cookies []*http.Cookie, requests ...*http.Request) []*httptest.ResponseRecorder {
	all := make([]*httptest.ResponseRecorder, len(requests))
	var sent sync.WaitGroup
	for i, r := range requests {
		all[i], r.Host = httptest.NewRecorder(), h.host
		for _, c := range cookies {
			r.AddCookie(c)
		}
		sent.Go(func() { h.handler.ServeHTTP(all[i], r) })
	}
	sent.Wait()
	for i, w := range all {
		if w.Code >= 500 {
			h.t.Errorf("request %d: %d %s\n%s", i, w.Code, text(w.Body.String()), h.log.String())
		}
	}
	return all
}

// TestGuestSignsInAtOnce signs in twice at once, as two users, from two tabs of a guest who also
// moves. One of them gets the game, and nothing is lost.
func TestGuestSignsInAtOnce(t *testing.T) {
	for round := range 8 {
		h := openToGuests(t, bot.GuestsAlone)
		codes := []string{h.link("alice"), h.link("bob")}
		h.comesAs("ana")
		answers := h.atOnce(h.cookies,
			form("/enter", "code", codes[0], "sure", "yes"), form("/enter", "code", codes[1], "sure", "yes"), form("/enter", "code", codes[0], "sure", "yes"),
			form("/game/1/move", "move", "ab2-ab3", "event", "m"), form("/game/1/move", "move", "ab2-ab3", "event", "m"), httptest.NewRequest(http.MethodGet, "/game/1", nil))
		owners := 0
		for _, w := range answers[:3] {
			if w.Code != http.StatusSeeOther {
				continue
			}
			h.cookies = w.Result().Cookies()
			if h.get("/game/1").Code == http.StatusOK {
				owners++
			}
		}
		if answers[0].Code == http.StatusSeeOther && answers[2].Code == http.StatusSeeOther {
			t.Errorf("round %d: a link works twice", round)
		}
		if owners != 1 {
			t.Errorf("round %d: the game has %d owners", round, owners)
		}
		h.sound()
	}
}

// TestGuestReturnsAtOnce has guests due to be forgotten at the moment in which some of them visit
// and move, in games against the computer and against a user.
func TestGuestReturnsAtOnce(t *testing.T) {
	for round := range 8 {
		h := openToGuests(t, bot.GuestsTogether)
		h.chats("alice", "hi")
		h.comesAs("ana")
		h.do(form("/say", "text", "challenge alice raumschach white"))
		h.chats("alice", "accept")
		h.do(form("/game/1/move", "move", "ab2-ab3", "event", "m1"))
		h.clock.Advance(30*24*time.Hour - time.Duration(round%2)*time.Second)
		var swept sync.WaitGroup
		swept.Go(func() {
			h.clock.Advance(time.Second)
			if err := h.service.Sweep(context.Background()); err != nil {
				t.Error(err)
			}
			if err := h.service.PlayComputer(context.Background()); err != nil {
				t.Error(err)
			}
		})
		h.atOnce(h.cookies, httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRequest(http.MethodGet, "/game/1", nil),
			form("/game/2/move", "move", "ab2-ab3", "event", "m2"), form("/say", "text", "hint 1"), form("/say", "text", "puzzle"))
		swept.Wait()
		if err := h.service.Sweep(context.Background()); err != nil {
			t.Error(err)
		}
		answer := h.chats("alice", "game 2")
		switch h.get("/game/1").Code {
		case http.StatusOK:
			if !strings.Contains(answer, "Guest-ana") {
				t.Errorf("the guest is here, but alice is told %q", answer)
			}
		default:
			if strings.Contains(answer, "Guest-ana") || !strings.Contains(answer, "is over") {
				t.Errorf("the guest is forgotten, but alice is told %q", answer)
			}
		}
		h.sound()
	}
}

// TestGuestAgainAndAgain signs in with guest after guest, more often than accounts can be linked.
func TestGuestAgainAndAgain(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	for i := range 60 {
		h.clock.Advance(time.Minute)
		code := h.link("alice")
		w := h.beginsFrom("ana", fmt.Sprintf("198.51.100.%d:1234", i))
		h.cookies = w.Result().Cookies()
		h.do(form("/say", "text", "resign confirm"))
		r := form("/enter", "code", code, "sure", "yes")
		r.RemoteAddr = fmt.Sprintf("198.51.100.%d:1234", i)
		if w := h.do(r); w.Code != http.StatusSeeOther {
			t.Fatalf("guest %d: %d %s", i, w.Code, text(w.Body.String()))
		}
	}
	h.sound()
}
