package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestResignByForm resigns by what the form of a page sends: on a public page and in the room the game is over at once, as the form has asked already.
func TestResignByForm(t *testing.T) {
	resign := func(h *hall, base string) {
		t.Helper()
		page := h.page(base + "/game/1")
		command := link(t, page, `<button class="stop" name="text" value="([^"]*)"`)
		if w := h.do(form(base+"/say", "text", command, "game", "1", "event", "1")); w.Code >= 400 {
			t.Fatalf("%s: %d %s", command, w.Code, w.Body)
		}
		if status := link(t, h.page(base+"/game/1"), `id="status"[^>]*>([^<]*)<`); !strings.Contains(status, "wins") {
			t.Errorf("%s leaves the game at %q", command, status)
		}
	}
	room := open(t).enter()
	room.begin("raumschach", "")
	resign(room, "/as/ana")

	public := openPublic(t)
	public.chats("bob", "hi")
	public.chats("alice", "challenge bob raumschach white public")
	public.chats("bob", "accept")
	public.signIn(public.link("alice"))
	resign(public, "")
}

// TestAnswersToScripts asks as scripts do: they get the answer, what can be said to it, and the game that begins.
func TestAnswersToScripts(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	h.chats("alice", "challenge bob raumschach white public")
	h.chats("bob", "accept")
	h.signIn(h.link("alice"))
	type answer struct {
		OK      bool
		Text    string
		Buttons []struct{ Label, Command string }
		Game    bot.GameID
	}
	say := func(text, event string) (a answer) {
		t.Helper()
		r := form("/say", "text", text, "game", "1", "event", event)
		r.Header.Set("Accept", "application/json")
		w := h.do(r)
		if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || w.Code != http.StatusOK || !a.OK {
			t.Fatalf("%s: %d %s, %v", text, w.Code, w.Body, err)
		}
		return a
	}
	if a := say("draw 1", "1"); a.Text != "You have offered bob a draw in game 1." || a.Buttons != nil || a.Game != 0 {
		t.Errorf("an offer is answered by %+v", a)
	}
	a := say("resign 1", "2")
	if len(a.Buttons) != 1 || a.Buttons[0].Label == "" || a.Buttons[0].Command != "resign 1 confirm" {
		t.Errorf("a question is asked by %+v", a)
	}
	say(a.Buttons[0].Command, "3")
	h.chats("bob", "rematch 1")
	if a := say("rematch 1", "4"); a.Game != 2 {
		t.Errorf("a rematch is answered by %+v", a)
	}
}

// TestTryByLinks tries moves out by links alone: of somebody who could move as well, and who chooses to; of a spectator; and one that has several meanings.
func TestTryByLinks(t *testing.T) {
	h := open(t).enter()
	h.begin("stockschach216", "")
	status := func(page string) string { return link(t, page, `id="status"[^>]*>([^<]*)<`) }
	targetOf := func(page, cell string) string {
		t.Helper()
		return link(t, page, `data-cell="`+cell+`"[^>]*><a href="([^"]*)"`)
	}
	page := h.page("/as/ana/game/1")
	if to := targetOf(h.page("/as/ana/game/1?cell=ve2"), "ve3"); strings.Contains(to, "try=") {
		t.Errorf("a move is tried out instead of played: %s", to)
	}
	page = h.page(link(t, page, `href="([^"]*)">Try out moves<`))
	if s := status(page); s != "You try out moves" {
		t.Errorf("who wants to try out moves reads %q", s)
	}
	page = h.page(targetOf(page, "ve2"))
	page = h.page(targetOf(page, "ve3"))
	if strings.Contains(page, "form.confirm") || !strings.Contains(page, "ve2-ve3") || status(page) != "You try out moves" {
		t.Errorf("the move is not tried out: %s", status(page))
	}
	if page = h.page(link(t, page, `class="button back" href="([^"]*)"`)); status(page) != "Your move, 1" {
		t.Errorf("back in the game it says %q", status(page))
	}
	for i, move := range []string{"ve2-ve3", "wa5-wa4", "ve3-we4", "xf6-ye4", "we4-wf5", "vf5-vf4"} {
		h.says([]string{"ana", "ben"}[i%2], "move 1 "+move+"!")
	}
	page = h.page(targetOf(h.page("/as/carol/game/1?cell=wf5"), "ve6")) // a promotion
	if to := link(t, page, `class="button go" href="([^"]*%3DSBK)"`); status(h.page(to)) != "You try out moves" {
		t.Errorf("the page of %s says %q", to, status(h.page(to)))
	}
}
