package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestResignByForm resigns with the form of a page, on a public page and in the room. The game is
// over at once, because the page has asked for confirmation.
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

// TestAnswersToScripts sends forms as scripts do. They get the answer, its buttons, and the game
// that begins.
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

// TestTryByLinks tries moves out by links alone, as a player who could move and chooses to try, and
// as a spectator. One of the cells has several moves to it.
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

// TestButtonsOfAnswered answers challenges and an offer in the room. Nobody has their buttons any
// more, but those of what is open stay.
func TestButtonsOfAnswered(t *testing.T) {
	h := open(t).enter()
	have := func(command string, want bool) {
		t.Helper()
		for _, name := range []string{"ana", "ben", "carol"} {
			if got := strings.Contains(h.page("/as/"+name+"/"), `value="`+command+`"`); got != want {
				t.Errorf("%s has the button %s: %t", name, command, got)
			}
		}
	}
	h.says("carol", "seek gutenschach")
	h.says("ana", "challenge ben raumschach white")
	have("accept 2", true)
	h.says("ben", "accept 2")
	have("accept 2", false)
	h.says("ana", "draw 2")
	have("draw 2 accept", true)
	h.says("ben", "draw 2 decline")
	have("draw 2 accept", false)
	h.says("ana", "resign 2 confirm")
	h.says("ana", "rematch 2")
	have("accept 3", true)
	h.says("ben", "decline 3")
	have("accept 3", false)
	have("accept 1", true)
	h.says("carol", "cancel 1")
	have("accept 1", false)
}

// TestTargetsOfLevel chooses a piece and shows another level. The words name the level of the piece
// and say as many targets as are marked there.
func TestTargetsOfLevel(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	page := h.page("/as/ana/game/1?cell=ab1&level=b")
	if words := link(t, page, `data-live="action"[^§]*?(\d+ targets, \d+ on level \w)\.`); words != "6 targets, 2 on level a" {
		t.Errorf("the page says %q", words)
	}
	_, reach, _ := strings.Cut(page, `<section class="reach">`)
	if own := link(t, reach, `<strong>a</strong> ([^§]*?)</p>`); strings.Count(own, "<a ") != 2 {
		t.Errorf("the targets on level a are %s", own)
	}
}

// TestRematchIsTold listens on the page of a game while it ends and a rematch begins. Both players
// are told of the rematch, also if their stream begins later. The page leads to the rematch and not
// to games with others.
func TestRematchIsTold(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	h.site.SetListPause(0)
	server := h.serve()
	logged, leaveLog := h.listen(server+"/as/ana/game/1/events", "", "event: log")
	defer leaveLog()
	next, leave := h.listen(server+"/as/ana/game/1/events", "", "event: games")
	defer leave()
	logged()
	told := collect(next)
	h.says("ben", "resign 1 confirm")
	logged()
	h.says("ana", "rematch 1")
	h.says("ben", "accept")
	if event := <-told; event == "nothing more" {
		t.Fatal("ana is not told of the rematch")
	}
	h.says("carol", "challenge ana raumschach")
	h.says("ana", "accept")
	h.says("ana", "study raumschach")
	if page := h.page("/as/ana/game/1"); !strings.Contains(page, `<a class="button go" href="/as/ana/game/2">`) {
		t.Error("the page has no link to the rematch")
	}
	later, leaveLater := h.listen(server+"/as/ben/game/1/events", "", "event: games")
	defer leaveLater()
	if event := later(); !strings.Contains(event, "event: games") {
		t.Errorf("ben, who comes later, is told %s", event)
	}
}
