package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/clocktest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// push is what the push rules make of an event for one user.
type push string

const (
	silent  push = "nothing"
	message push = "as a message" // as a message of anybody in a room whose messages notify
	mention push = "as a mention"
)

// pushRules are the default push rules of the specification that apply to events of a timeline, in
// their order: the first rule that matches decides. Rules for words in the text do not apply to
// events with m.mentions.
var pushRules = []struct {
	name    string
	matches func(kind string, content map[string]any, me id.UserID) bool
	does    push
}{
	{".m.rule.suppress_notices", func(_ string, content map[string]any, _ id.UserID) bool { return content["msgtype"] == "m.notice" }, silent},
	{".m.rule.is_user_mention", func(_ string, content map[string]any, me id.UserID) bool {
		mentions, _ := content["m.mentions"].(map[string]any)
		users, _ := mentions["user_ids"].([]any)
		return slices.Contains(users, any(string(me)))
	}, mention},
	{".m.rule.contains_display_name", inWords, mention},
	{".m.rule.is_room_mention", func(_ string, content map[string]any, _ id.UserID) bool {
		mentions, _ := content["m.mentions"].(map[string]any)
		return mentions["room"] == true
	}, mention},
	{".m.rule.reaction", func(kind string, _ map[string]any, _ id.UserID) bool { return kind == "m.reaction" }, silent},
	{".m.rule.suppress_edits", func(_ string, content map[string]any, _ id.UserID) bool {
		relation, _ := content["m.relates_to"].(map[string]any)
		return relation["rel_type"] == "m.replace"
	}, silent},
	{".m.rule.contains_user_name", inWords, mention},
	{".m.rule.message", func(kind string, _ map[string]any, _ id.UserID) bool { return kind == "m.room.message" }, message},
}

// inWords reports whether a text without m.mentions names a user, whose display name is the name of
// their account.
func inWords(_ string, content map[string]any, me id.UserID) bool {
	body, _ := content["body"].(string)
	return content["m.mentions"] == nil && strings.Contains(strings.ToLower(body), localpart(me))
}

// pushed returns what the default push rules make of an event for a user.
func pushed(kind string, content map[string]any, me id.UserID) push {
	for _, r := range pushRules {
		if r.matches(kind, content, me) {
			return r.does
		}
	}
	return silent
}

// pushRig plays games between alice and bob in the room !den:x, where carol reads along.
type pushRig struct {
	t     *testing.T
	h     *homeserver
	s     *session
	clock *clocktest.Clock
	said  int
	room  id.RoomID
}

func newPushRig(t *testing.T) *pushRig {
	r := &pushRig{t: t, h: &homeserver{}, room: "!den:x", clock: clocktest.At(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC))}
	r.s = testSession(t, r.h)
	r.s.service = service.New(service.Ports{Store: storage.Memory(), Clock: r.clock})
	if err := r.s.store.SetMembership(t.Context(), "!den:x", "@carol:x", event.MembershipJoin); err != nil {
		t.Fatal(err)
	}
	return r
}

// say sends a text to the bot, and what follows from it: in the room or, if it begins with a dot,
// in private. A text that begins with a tilde is not addressed to the bot.
func (r *pushRig) say(who, text string) {
	r.t.Helper()
	r.said++
	sender := id.UserID("@" + who + ":x")
	h := incoming{event: id.EventID(fmt.Sprint("$said", r.said)), sender: sender, place: place{room: r.room}, answer: "$said"}
	if h.direct = strings.HasPrefix(text, "."); h.direct {
		room, err := r.s.directChat(r.t.Context(), sender)
		if err != nil {
			r.t.Fatal(err)
		}
		h.place.room = room
	}
	request, err := r.s.request(r.t.Context(), h, parsed{text: strings.TrimLeft(text, ".~"), addressed: !strings.HasPrefix(text, "~"),
		mentions: map[string]bot.User{"@alice": r.s.user(r.t.Context(), "!den:x", "@alice:x"), "@bob": r.s.user(r.t.Context(), "!den:x", "@bob:x")}})
	if err != nil {
		r.t.Fatal(err)
	}
	for i, m := range r.s.service.Respond(r.t.Context(), request).Answer {
		if err := r.s.answer(r.t.Context(), h, i, m); err != nil {
			r.t.Fatal(err)
		}
	}
	r.deliver()
}

func (r *pushRig) deliver() {
	r.t.Helper()
	if err := r.s.service.Deliver(r.t.Context(), sessionAdapter{r.s}); err != nil {
		r.t.Fatal(err)
	}
}

// pass lets time pass, in steps that count as time during which the bot runs.
func (r *pushRig) pass(hours int) {
	r.t.Helper()
	for range hours * 20 {
		r.clock.Advance(3 * time.Minute)
		if err := r.s.service.Sweep(r.t.Context()); err != nil {
			r.t.Fatal(err)
		}
	}
	r.deliver()
}

// TestPush checks, by the default push rules, whom messages of all kinds notify: those who are
// waited for, once for each message, and nobody else.
func TestPush(t *testing.T) {
	r := newPushRig(t)
	hours := func(n int) func() { return func() { r.pass(n) } }
	says := func(who, text string) func() { return func() { r.say(who, text) } }
	for _, c := range []struct {
		kind     string
		happens  func()
		notified string // who is mentioned
	}{
		{"an answer to a question", says("alice", "variants"), ""},
		{"a refusal", says("alice", "draw 77"), ""},
		{"a challenge", says("alice", "challenge @bob raumschach white 3d"), "bob"},
		{"a declined challenge", says("bob", "decline 1"), ""},
		{"an open challenge to the room", says("alice", "seek raumschach"), ""},
		{"one's own withdrawal", says("alice", "cancel 2"), ""},
		{"a challenge again", says("alice", "challenge @bob raumschach white 3d"), "bob"},
		{"a game begins", says("bob", "accept 3"), "alice"},
		{"a move", says("alice", "move 3 ab1-ac3"), "bob"},
		{"a board that was asked for", says("carol", "board 3 here"), ""},
		{"a request to take a move back", says("alice", "takeback 3"), "bob"},
		{"a refusal of it", says("bob", "takeback 3 decline"), ""},
		{"a draw offer", says("alice", "draw 3"), "bob"},
		{"a declined draw", says("bob", "draw 3 decline"), ""},
		{"words to the opponent", says("alice", ".say 3 hello"), "bob"},
		{"a reminder", hours(50), "bob"},
		{"words instead of pictures", says("bob", ".prefer text"), ""},
		{"a move, and the board in words", says("bob", "move 3 ea4-ea3"), "alice"},
		{"a move to one who prefers words", says("alice", "move 3 ac3-ab1"), "bob bob"},
		{"a result", says("bob", "resign 3 confirm"), ""},
		{"a rematch", says("alice", "rematch 3"), "bob"},
		{"a game without a clock", says("alice", "challenge @bob raumschach white"), "bob"},
		{"it begins", says("bob", "accept 5"), "alice"},
		{"a nudge", func() { r.pass(25); r.say("bob", "nudge 5") }, "alice"},
		{"a reminder that comes once", func() { r.say("carol", ".remind in 1 hour"); r.pass(2) }, "carol"},
		{"a digest", func() {
			r.say("bob", ".digest on")
			r.say("alice", "challenge @bob raumschach black 2d")
			r.say("bob", "accept 6")
			r.h.take()
			r.pass(47)
		}, "bob"},
		{"a move of the computer", func() {
			r.say("carol", ".study raumschach")
			r.h.take()
			r.say("carol", "move 7 ab1-ac3")
		}, ""},
	} {
		r.h.take()
		c.happens()
		var got []string
		sent := r.h.take()
		for _, e := range sent {
			for _, who := range []id.UserID{"@alice:x", "@bob:x", "@carol:x"} {
				p := pushed(e.kind, e.content, who)
				if p == mention {
					got = append(got, localpart(who))
				}
				if kind := e.content["msgtype"]; p == message && (kind != "m.image" && c.notified == "" || kind == "m.notice") {
					t.Errorf("%s: %v notifies %s as a message", c.kind, e.content, who)
				}
			}
			if e.content["filename"] != nil {
				t.Errorf("%s: a picture has a caption: %v", c.kind, e.content)
			}
		}
		if len(sent) == 0 {
			t.Errorf("%s: nothing is said", c.kind)
		}
		if said := strings.Join(got, " "); said != c.notified {
			t.Errorf("%s mentions %q, want %q: %v", c.kind, said, c.notified, sent)
		}
	}
}

// TestPictureSpeaks checks that the description of a move's picture begins with what was played.
func TestPictureSpeaks(t *testing.T) {
	r := newPushRig(t)
	for _, said := range [][2]string{{"alice", "challenge @bob raumschach white"}, {"bob", "accept 1"}} {
		r.say(said[0], said[1])
	}
	r.h.take()
	r.say("alice", "move 1 ab1-ac3")
	sent := r.h.take()
	sent = sent[max(0, len(sent)-2):] // behind the answer to alice
	if len(sent) != 2 || sent[0].content["msgtype"] != "m.image" || sent[1].content["msgtype"] != "m.text" {
		t.Fatalf("a move is sent as %v", sent)
	}
	body, _ := sent[0].content["body"].(string)
	words, _ := sent[1].content["body"].(string)
	first, _, _ := strings.Cut(words, "\n")
	if !strings.HasPrefix(body, "Game 1: alice plays Knight ab1-ac3. bob (Black) is to move.\n") || !strings.HasPrefix(body, first+"\n") || len(body) < 2*len(first) {
		t.Errorf("the picture's body is %q, the text %q", body, words)
	}
}

// sessionAdapter delivers through a session.
type sessionAdapter struct{ s *session }

func (a sessionAdapter) Platform() bot.Platform { return Platform }

func (a sessionAdapter) Deliver(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	return a.s.deliver(ctx, m)
}

// sentEvent is an event that a homeserver has received.
type sentEvent struct {
	room, kind string
	content    map[string]any
}

// take returns the events that have been sent since the last call.
func (h *homeserver) take() []sentEvent {
	h.mu.Lock()
	defer h.mu.Unlock()
	sent := h.sent
	h.sent = nil
	return sent
}
