package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"raumbot/bot"
)

// privately has a user of a chat say something to the bot in private.
func (h *hall) privately(name, text string) {
	h.t.Helper()
	_, err := h.service.Handle(context.Background(), bot.Request{From: bot.User{UserID: bot.UserID{Platform: "chat", ID: name}, Name: name}, Text: text})
	if err != nil {
		h.t.Fatalf("%s: %s: %v", name, text, err)
	}
}

// offers returns what is offered to do about open games on the first page: the commands, in order.
func (h *hall) offers() string {
	h.t.Helper()
	_, open, _ := strings.Cut(h.page("/"), `data-live="open">`)
	open, _, _ = strings.Cut(open, `id="play"`)
	var all []string
	for _, part := range strings.Split(open, `name="text" value="`)[1:] {
		command, _, _ := strings.Cut(part, `"`)
		all = append(all, command)
	}
	return strings.Join(all, ", ")
}

// TestOpenGames looks at the open games of the first page as a stranger, a guest and users. Only
// users are shown what was said in a room, and nobody who may not play people is shown anything.
func TestOpenGames(t *testing.T) {
	h := openToGuests(t, bot.GuestsTogether)
	h.chats("alice", "seek raumschach") // 1
	h.privately("bob", "seek raumschach")
	h.privately("carol", "challenge alice alicechess")
	for _, c := range []struct{ who, want string }{
		{"", "accept 2"}, {"guest", "accept 2"}, {"alice", "cancel 1, accept 3, decline 3, accept 2"},
		{"carol", "cancel 3, accept 1, accept 2"}, {"dora", "accept 1, accept 2"},
	} {
		h.cookies = nil
		switch c.who {
		case "":
		case "guest":
			h.comesAs("ana")
		default:
			h.chats(c.who, "hi")
			h.signIn(h.link(c.who))
		}
		if offered := h.offers(); offered != c.want {
			t.Errorf("%q is offered %s, not %s", c.who, offered, c.want)
		}
	}
	h.chats("dora", "block bob")
	if offered := h.offers(); offered != "accept 1" {
		t.Errorf("dora, who has blocked bob, is offered %s", offered)
	}
	alone := openToGuests(t, bot.GuestsAlone)
	alone.privately("bob", "seek raumschach")
	if offered := alone.offers(); offered != "" {
		t.Errorf("whoever may play the computer alone is offered %s", offered)
	}
	h.sound()
}

// TestJoin seeks an opponent as a guest, whom the first page shows the challenge, and joins as a
// stranger, who becomes a guest by that, even if the form is sent twice.
func TestJoin(t *testing.T) {
	h := openToGuests(t, bot.GuestsTogether)
	seeks := h.do(beginForm("ana", "seek", "against", "anybody"))
	if at := seeks.Header().Get("Location"); seeks.Code != http.StatusSeeOther || at != "/#open" {
		t.Fatalf("after a seek the page is %d %s: %s", seeks.Code, at, text(seeks.Body.String()))
	}
	h.cookies = seeks.Result().Cookies()
	if offered := h.offers(); offered != "cancel 1" {
		t.Errorf("who seeks is offered %s", offered)
	}
	h.cookies = nil
	join := func(name string) *httptest.ResponseRecorder {
		return h.do(form("/say", "guest", name, "event", "join", "variant", "raumschach", "level", "1", "colour", "white", "text", "accept 1"))
	}
	if w := join("ana"); w.Code != http.StatusConflict || !strings.Contains(text(w.Body.String()), "is here already") {
		t.Errorf("a second ana: %d %s", w.Code, text(w.Body.String()))
	}
	w := join("ben")
	if at := w.Header().Get("Location"); w.Code != http.StatusSeeOther || at != "/game/1" {
		t.Fatalf("ben joins: %d %s %s", w.Code, at, text(w.Body.String()))
	}
	if again := join("ben"); again.Code != http.StatusSeeOther || again.Result().Cookies()[0].Value != w.Result().Cookies()[0].Value {
		t.Errorf("sent again: %d %v", again.Code, again.Result().Cookies())
	}
	h.cookies = w.Result().Cookies()
	if page := h.page("/game/1"); !strings.Contains(page, "<strong><bdi>Guest-ben</bdi></strong>") {
		t.Errorf("the game is not ben's: %s", text(page))
	}
	if offered := h.offers(); offered != "" {
		t.Errorf("ben, who plays, is offered %s", offered)
	}
	h.sound()
}

// TestSmallBoards looks at the boards in the lists of the first page before and after a move.
func TestSmallBoards(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.beginsPublicly("raumschach")
	drawn := func() string {
		return strings.ReplaceAll(link(t, h.page("/"), `<img src="(/game/1/thumbnail\.svg\?ply=\d+)"`), "&amp;", "&")
	}
	before := drawn()
	h.chats("alice", "ab2-ab3")
	after := drawn()
	if was, is := h.page(before), h.page(after); before == after || was == is || !strings.HasPrefix(is, "<svg ") {
		t.Errorf("%s and %s have the boards\n%.200s\n%.200s", before, after, was, is)
	}
	if w := h.get(after); w.Header().Get("Content-Type") != "image/svg+xml" {
		t.Errorf("the type of a small board is %q", w.Header().Get("Content-Type"))
	}
}

// TestMyGamesInOrder has alice play two games. Of those on the first page, the one in which it is
// her turn comes first.
func TestMyGamesInOrder(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.chats("bob", "hi")
	for range 2 {
		h.chats("alice", "challenge bob raumschach white")
		h.chats("bob", "accept")
	}
	h.signIn(h.link("alice"))
	for _, c := range []struct{ first, name, line string }{{"2", "alice", "move 1 ab2-ab3"}, {"1", "bob", "move 1 eb4-eb3"}} {
		h.chats(c.name, c.line)
		if c.name == "bob" {
			h.chats("alice", "move 2 ab2-ab3")
		}
		if first := link(t, h.page("/"), `<ul class="games drawn"><li[^>]*><a href="/game/(\d)"`); first != c.first {
			t.Errorf("after %s, game %s comes first", c.line, first)
		}
	}
}

// TestJoinAsRated looks at a tournament for some ratings as somebody who has another. It offers no
// entry that would be refused.
func TestJoinAsRated(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	for _, line := range []string{"create swiss raumschach everywhere", "set 1 ratingto 1400", "tournament 1 open"} {
		h.directs("olga", line, "everywhere")
	}
	h.browsers("bob")("bob")
	for _, page := range []string{h.part("tournaments"), h.page("/tournament/1"), h.page("/tournaments")} {
		if !strings.Contains(page, `/tournament/1`) || strings.Contains(page, `value="join 1"`) {
			t.Errorf("bob is offered %s", text(page))
		}
	}
	h.directs("olga", "set 1 ratingto 1600", "everywhere")
	if part := h.part("tournaments"); !strings.Contains(part, `value="join 1"`) {
		t.Errorf("bob is offered %s", text(part))
	}
}

// TestChallengeNamesake challenges one of two people of the same name from the first page. The form
// shows the name, and means that one.
func TestChallengeNamesake(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	say := func(id, name, line string) string {
		reply := h.service.Respond(context.Background(), bot.Request{From: bot.User{UserID: bot.UserID{Platform: "chat", ID: id}, Name: name, Handle: id}, Text: line})
		return reply.Answer[0].Text
	}
	for _, id := range []string{"bob1", "bob2"} {
		say(id, "bob", "hi")
	}
	for _, id := range []string{"bob1", "bob2"} {
		h.cookies = nil
		h.signIn(link(t, say(id, "bob", "web"), `/enter#([\w-]+)`))
		h.page("/rules")
	}
	h.browsers("alice")("alice")
	form1 := h.page("/?to=chat:bob2")
	if !strings.Contains(form1, `<select name="name"><option value="chat:bob2">bob (bob2)</option>`) {
		_, challenge, _ := strings.Cut(form1, `id="challenge"`)
		t.Errorf("the form shows %.600s", challenge)
	}
	h.do(form("/play", "against", "people", "name", "chat:bob2", "variant", "raumschach"))
	if answer := say("bob2", "bob", "games"); !strings.Contains(answer, "alice") {
		t.Errorf("bob2 is told %s", answer)
	}
	if answer := say("bob1", "bob", "games"); strings.Contains(answer, "alice") {
		t.Errorf("bob1 is told %s", answer)
	}
	if page := h.page("/?to=chat:nobody"); !strings.Contains(page, `<input name="name" value="chat:nobody"`) {
		t.Error("the form shows a name that the page does not know")
	}
}
