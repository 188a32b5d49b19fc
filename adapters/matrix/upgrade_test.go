package matrix

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// created stores the create event of a room, with its predecessor if there is one.
func created(t *testing.T, s *session, room, old id.RoomID) {
	t.Helper()
	content := &event.CreateEventContent{}
	if old != "" {
		content.Predecessor = &event.Predecessor{RoomID: old}
	}
	e := &event.Event{Type: event.StateCreate, StateKey: new(string), Sender: "@bob:x", RoomID: room, Content: event.Content{Parsed: content}}
	if err := s.store.SetCreate(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}

// TestUpgradedPlaces upgrades a game's room and a direct chat.
func TestUpgradedPlaces(t *testing.T) {
	s := testSession(t, &homeserver{})
	ctx := t.Context()
	if err := errors.Join(s.service.Keep(ctx, Platform, "room/!old:x", []byte("7")), s.service.Keep(ctx, Platform, "chat/@bob:x", []byte("!old:x")),
		s.store.putNote(ctx, "direct/!old:x", "1"), s.roomTasks.followUpgrade(ctx, "!old:x", "!new:x", "@bob:x")); err != nil {
		t.Fatal(err)
	}
	created(t, s, "!new:x", "!old:x")
	if err := s.roomTasks.handleJoined(ctx, "!new:x"); err != nil {
		t.Fatal(err)
	}
	for _, who := range []id.UserID{"@raumbot:x", "@bob:x"} {
		for _, room := range []id.RoomID{"!old:x", "!new:x"} {
			if err := s.store.SetMembership(ctx, room, who, event.MembershipJoin); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !s.isGameRoom(ctx, "!new:x") {
		t.Error("the room is not the game's any more")
	}
	if direct, err := s.isDirect(ctx, "!new:x"); err != nil || !direct {
		t.Errorf("direct: %v, %v", direct, err)
	}
	if chat, err := s.directChat(ctx, "@bob:x"); err != nil || chat != "!new:x" {
		t.Errorf("the chat is %s, %v", chat, err)
	}
}

// TestMovesAfterUpgrade plays on in the successor of a room: what is said there is answered there,
// before and after the game has followed, and a move that is typed there is played.
func TestMovesAfterUpgrade(t *testing.T) {
	r := newPushRig(t)
	r.say("alice", "challenge @bob raumschach white")
	r.say("bob", "accept 1")
	if err := r.s.roomTasks.followUpgrade(t.Context(), "!den:x", "!new:x", "@bob:x"); err != nil {
		t.Fatal(err)
	}
	created(t, r.s, "!new:x", "!den:x")
	for _, who := range []id.UserID{"@raumbot:x", "@alice:x", "@bob:x"} {
		if err := r.s.store.SetMembership(t.Context(), "!new:x", who, event.MembershipJoin); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.s.roomTasks.handleJoined(t.Context(), "!new:x"); err != nil {
		t.Fatal(err)
	}
	r.room = "!new:x"
	for _, said := range [][2]string{{"alice", "move 1 ab1-ac3"}, {"bob", "move 1 ea4-ea3"}, {"alice", "~ac3-ab1"}, {"bob", "board 1"}} {
		r.h.take()
		r.say(said[0], said[1])
		sent := r.h.take()
		for _, e := range sent {
			if e.room != "!new:x" {
				t.Errorf("%s: %v is said in %s", said[1], e.content["body"], e.room)
			}
		}
		if len(sent) < 2 {
			t.Errorf("%s is answered with %v", said[1], sent)
		}
	}
}

// TestNoSuccessor has mallory close a room and name a replacement that does not name its
// predecessor. One such replacement is a room of other people that the bot is in, the other one
// that it is not in. Neither gets any message.
func TestNoSuccessor(t *testing.T) {
	s := testSession(t, &homeserver{})
	ctx := t.Context()
	if err := errors.Join(s.service.Keep(ctx, Platform, "room/!old:x", []byte("7")), s.store.putNote(ctx, "direct/!old:x", "1")); err != nil {
		t.Fatal(err)
	}
	created(t, s, "!den:x", "")
	created(t, s, "!far:x", "!another:x")
	for _, room := range []id.RoomID{"!den:x", "!far:x"} {
		if err := s.roomTasks.followUpgrade(ctx, "!old:x", room, "@mallory:x"); err != nil {
			t.Fatal(err)
		}
		if err := s.store.SetMembership(ctx, room, s.api.UserID, event.MembershipJoin); err != nil {
			t.Fatal(err)
		}
		if err := s.roomTasks.handleJoined(ctx, room); err != nil {
			t.Fatal(err)
		}
		if direct, err := s.store.note(ctx, "direct/"+string(room)); s.isGameRoom(ctx, room) || direct != "" || err != nil {
			t.Errorf("%s is a game's, or a chat: %q, %v", room, direct, err)
		}
		if to, moved, err := s.currentPlace(ctx, place{room: "!old:x"}); moved || err != nil {
			t.Errorf("what is for the first room is said in %s, %v", to.room, err)
		}
	}
	if left, _, err := s.store.notes(ctx, "task/leave/", 10); err != nil || len(left) != 1 || left[0] != "task/leave/!far:x" {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

// TestOwnRoom syncs a room that the bot has just created. It does not greet there.
func TestOwnRoom(t *testing.T) {
	for by, greetings := range map[id.UserID]int{"@raumbot:x": 0, "@bob:x": 1} {
		h := &homeserver{}
		s := testSession(t, h)
		stop := s.answers.start(t.Context())
		own := string(s.api.UserID)
		news := &mautrix.SyncJoinedRoom{}
		news.State.Events = []*event.Event{
			{ID: "$1", Type: event.StateCreate, StateKey: new(string), Sender: by, Content: event.Content{Raw: map[string]any{}, VeryRaw: []byte("{}")}},
			{ID: "$2", Type: event.StateMember, StateKey: &own, Sender: by, Content: event.Content{VeryRaw: []byte(`{"membership":"join"}`)}},
		}
		if err := s.receiveRoom(t.Context(), "!chat:x", news, "s1"); err != nil {
			t.Fatal(err)
		}
		stop()
		if len(h.said) != greetings {
			t.Errorf("in a room made by %s it says %v", by, h.said)
		}
	}
}

// TestListedEarly has the homeserver list a room as joined before the room's updates include that.
// The bot requests the room's state, and knows the members and the encryption before it greets. If
// the homeserver does not answer, the room stays new.
func TestListedEarly(t *testing.T) {
	name := []*event.Event{{ID: "$3", Type: event.StateRoomName, StateKey: new(string), Sender: "@bob:x", Content: event.Content{VeryRaw: []byte(`{"name":"Vault"}`)}}}
	for what, early := range map[string][]*event.Event{"nothing": nil, "a part": name} {
		h, away := &homeserver{}, true
		h.state = `[
			{"event_id":"$1","type":"m.room.create","state_key":"","sender":"@bob:x","content":{}},
			{"event_id":"$2","type":"m.room.encryption","state_key":"","sender":"@bob:x","content":{"algorithm":"m.megolm.v1.aes-sha2"}},
			{"event_id":"$3","type":"m.room.name","state_key":"","sender":"@bob:x","content":{"name":"Vault"}},
			{"event_id":"$4","type":"m.room.member","state_key":"@bob:x","sender":"@bob:x","content":{"membership":"join"}},
			{"event_id":"$5","type":"m.room.member","state_key":"@raumbot:x","sender":"@raumbot:x","content":{"membership":"join"}}]`
		h.refuse = func(path string) (int, string) {
			if away && strings.HasSuffix(path, "/state") {
				return http.StatusBadGateway, ""
			}
			return 0, ""
		}
		s := testSession(t, h)
		s.api.DefaultHTTPRetries = 0
		// The invitation would store this.
		if err := s.store.putNote(t.Context(), directNote+"!vault:x", "1"); err != nil {
			t.Fatal(err)
		}
		stop := s.answers.start(t.Context())
		news := &mautrix.SyncJoinedRoom{}
		news.Timeline.Events = early
		if err := s.receiveRoom(t.Context(), "!vault:x", news, "s1"); err == nil {
			t.Errorf("%s: the room is processed although its state is unknown", what)
		}
		away = false
		if err := s.receiveRoom(t.Context(), "!vault:x", news, "s1"); err != nil {
			t.Fatal(err)
		}
		// Its whole timeline comes next. Messages before the invitation are not for the bot.
		own := string(s.api.UserID)
		news.Timeline.Limited, news.Timeline.Events = true, append(early,
			&event.Event{ID: "$0", Type: event.EventMessage, Sender: "@bob:x", Content: event.Content{VeryRaw: []byte(`{"msgtype":"m.text","body":"!help"}`)}},
			&event.Event{ID: "$5", Type: event.StateMember, StateKey: &own, Sender: s.api.UserID, Content: event.Content{Raw: map[string]any{"membership": "join"}, VeryRaw: []byte(`{"membership":"join"}`)}})
		if err := s.receiveRoom(t.Context(), "!vault:x", news, "s1"); err != nil {
			t.Fatal(err)
		}
		stop()
		if encrypted, err := s.store.IsEncrypted(t.Context(), "!vault:x"); err != nil || !encrypted {
			t.Errorf("%s: the room passes for one in clear, %v", what, err)
		}
		if chat, err := s.service.Recall(t.Context(), Platform, chatMemo+"@bob:x"); err != nil || string(chat) != "!vault:x" {
			t.Errorf("%s: private messages go to %s, %v", what, chat, err)
		}
		// This bot cannot encrypt, which is the only thing it may say unencrypted.
		for _, said := range h.said {
			if !strings.Contains(said, "encrypted") {
				t.Errorf("%s: it says %q", what, said)
			}
		}
		if len(h.said) != 1 {
			t.Errorf("%s: it says %q", what, h.said)
		}
	}
}

// TestInvitedTogether greets in rooms to which others may still be invited. In an encrypted room
// the greeting waits, because only known members could read it.
func TestInvitedTogether(t *testing.T) {
	for _, c := range []struct {
		encrypted, chat bool
		wait            time.Duration
		greets          int
	}{{true, false, time.Hour, 0}, {true, false, 0, 1}, {true, true, time.Hour, 1}, {false, false, time.Hour, 1}} {
		came := make(chan struct{}, 1)
		h := &homeserver{before: func(r *http.Request) {
			if strings.Contains(r.URL.Path, "/send/") {
				came <- struct{}{}
			}
		}}
		s := testSession(t, h)
		s.cipher, s.greetingDelay = &plainCipher{}, c.wait
		stop := s.answers.start(t.Context())
		if c.encrypted {
			if err := s.store.SetEncryptionEvent(t.Context(), "!new:x", &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
				t.Fatal(err)
			}
		}
		if !c.chat {
			if err := s.store.putNote(t.Context(), nameNote+"!new:x", "Den"); err != nil {
				t.Fatal(err)
			}
		}
		s.greet(t.Context(), "!new:x")
		if c.greets > 0 {
			<-came
		}
		stop()
		if n := len(h.known); n != c.greets {
			t.Errorf("%+v: it says %d things", c, n)
		}
	}
}

// TestBegunBySomebody joins a chat that bob has created. Private messages to him go there.
func TestBegunBySomebody(t *testing.T) {
	s := testSession(t, &homeserver{})
	for _, who := range []id.UserID{"@raumbot:x", "@bob:x"} {
		if err := s.store.SetMembership(t.Context(), "!chat:x", who, event.MembershipJoin); err != nil {
			t.Fatal(err)
		}
	}
	s.greet(t.Context(), "!chat:x")
	if chat, err := s.directChat(t.Context(), "@bob:x"); err != nil || chat != "!chat:x" {
		t.Errorf("the chat is %s, %v", chat, err)
	}
}
