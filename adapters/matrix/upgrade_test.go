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
	if err := s.roomTasks.joined(ctx, "!new:x"); err != nil {
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
	if direct, err := s.direct(ctx, "!new:x"); err != nil || !direct {
		t.Errorf("direct: %v, %v", direct, err)
	}
	if chat, err := s.chat(ctx, "@bob:x"); err != nil || chat != "!new:x" {
		t.Errorf("the chat is %s, %v", chat, err)
	}
}

// TestNoSuccessor has mallory close a room and name a replacement that does not name its predecessor: a room of
// other people that the bot is in, and one that it is not in. Neither gets any message.
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
		if err := s.roomTasks.joined(ctx, room); err != nil {
			t.Fatal(err)
		}
		if direct, err := s.store.note(ctx, "direct/"+string(room)); s.isGameRoom(ctx, room) || direct != "" || err != nil {
			t.Errorf("%s is a game's, or a chat: %q, %v", room, direct, err)
		}
		if to, moved, err := s.follow(ctx, place{room: "!old:x"}); moved || err != nil {
			t.Errorf("what is for the first room is said in %s, %v", to.room, err)
		}
	}
	if left, _, err := s.store.notes(ctx, "task/leave/", 10); err != nil || len(left) != 1 || left[0] != "task/leave/!far:x" {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

// TestOwnRoom syncs a room that the bot has just created: it does not greet itself.
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

// TestListedEarly has the homeserver list a room as joined before its updates have come so far: the bot asks for the room's state, and knows with whom it is
// and that nothing may be said there in clear, before it greets. Until the homeserver answers, the room stays new.
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
		if err := s.store.putNote(t.Context(), directNote+"!vault:x", "1"); err != nil { // so the invitation said
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
		// Its whole timeline comes next. What was said before the invitation is not for the bot.
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
		for _, said := range h.said { // this bot cannot encrypt, and says so, as the one thing that is said in clear
			if !strings.Contains(said, "encrypted") {
				t.Errorf("%s: it says %q", what, said)
			}
		}
		if len(h.said) != 1 {
			t.Errorf("%s: it says %q", what, h.said)
		}
	}
}

// TestInvitedTogether greets in rooms in which others may still be being invited: where what is said can only be read by those who are known, a greeting waits.
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
		s.cipher, s.inviting = &plainCipher{}, c.wait
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

// TestBegunBySomebody joins a chat that bob has created: private messages to him go there.
func TestBegunBySomebody(t *testing.T) {
	s := testSession(t, &homeserver{})
	for _, who := range []id.UserID{"@raumbot:x", "@bob:x"} {
		if err := s.store.SetMembership(t.Context(), "!chat:x", who, event.MembershipJoin); err != nil {
			t.Fatal(err)
		}
	}
	s.greet(t.Context(), "!chat:x")
	if chat, err := s.chat(t.Context(), "@bob:x"); err != nil || chat != "!chat:x" {
		t.Errorf("the chat is %s, %v", chat, err)
	}
}
