package matrix

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// gameRoomSession is a session with the room !chat1:x for game 7, whose topic is "alice, bob".
func gameRoomSession(t *testing.T, h *homeserver) *session {
	t.Helper()
	s := testSession(t, h)
	s.options.GameRooms = true
	m := news(1, "begins")
	m.Topic = "alice, bob"
	if receipt, err := s.deliver(t.Context(), m); err != nil || receipt.Thread.ID != "!chat1:x" {
		t.Fatal(receipt, err)
	}
	return s
}

// inGameRoom is a message in the room of game 7.
func inGameRoom(number bot.MessageID, topic, score string) bot.RenderedMessage {
	m := news(number, fmt.Sprint("message ", number))
	m.Room.ID, m.Topic, m.Score = "!chat1:x", topic, score
	return m
}

// TestTopicFollowsResult tells the moves and the end of a game in its room, and that it has been
// reopened. The topic changes with the end, and is taken back. Other games that are played there,
// and messages in another language, do not change it.
func TestTopicFollowsResult(t *testing.T) {
	h := &homeserver{}
	s := gameRoomSession(t, h)
	other := inGameRoom(6, "carol, dora: drawn", "½-½")
	other.Game = 8
	for _, m := range []bot.RenderedMessage{
		inGameRoom(2, "alice, bob", ""), inGameRoom(3, "alice, bob, auf Deutsch", ""), inGameRoom(4, "alice, bob: alice won", "1-0"), inGameRoom(5, "", ""), other,
		inGameRoom(7, "alice, bob: alice won", "1-0"), inGameRoom(8, "alice, bob again", ""), inGameRoom(9, "alice, bob: bob won", "0-1"),
	} {
		if _, err := s.deliver(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(h.topics, ", "); got != "!chat1:x alice, bob: alice won, !chat1:x alice, bob again, !chat1:x alice, bob: bob won" {
		t.Errorf("topics: %s", got)
	}
}

// TestTopicComesLater tells the end of a game while the homeserver limits the bot, or is down, when
// the topic is to be set: the message is there once, and the topic comes later, after another
// start, too. A topic that is forbidden is tried once.
func TestTopicComesLater(t *testing.T) {
	for status, answer := range map[int]string{
		http.StatusTooManyRequests: `{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":60000}`, http.StatusBadGateway: "", http.StatusForbidden: `{"errcode":"M_FORBIDDEN"}`,
	} {
		h := &homeserver{}
		s := gameRoomSession(t, h)
		tried := 0
		h.refuse = func(path string) (int, string) {
			if !strings.Contains(path, "m.room.topic") {
				return 0, ""
			}
			tried++
			return status, answer
		}
		m := inGameRoom(2, "alice, bob: alice won", "1-0")
		_, err := s.deliver(t.Context(), m)
		if unclear := (*bot.Unclear)(nil); errors.As(err, &unclear) == (status == http.StatusForbidden) {
			t.Errorf("%d: got %v", status, err)
		}
		if status != http.StatusForbidden {
			h.refuse, m.Repeat = nil, true
		}
		s = nextRun(t, h, s)
		for range 2 {
			if _, err := s.deliver(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		if status == http.StatusForbidden {
			if tried != 1 {
				t.Errorf("it is tried %d times", tried)
			}
			continue
		}
		if got := strings.Join(h.topics, ", "); got != "!chat1:x alice, bob: alice won" {
			t.Errorf("%d: topics: %s", status, got)
		}
		if n := strings.Count(strings.Join(h.said, ", "), "message 2"); n != 1 {
			t.Errorf("%d: said %q", status, h.said)
		}
	}
}

// TestTopicHides encrypts the room of a game, or the one that it was made from, after the topic has
// been set: the result is not told.
func TestTopicHides(t *testing.T) {
	for _, room := range []id.RoomID{"!den:x", "!chat1:x"} {
		h := &homeserver{}
		s := gameRoomSession(t, h)
		s.cipher = &plainCipher{}
		if err := s.store.SetEncryptionEvent(t.Context(), room, &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.deliver(t.Context(), inGameRoom(2, "alice, bob: alice won", "1-0")); err != nil || h.topics != nil {
			t.Errorf("%s: %q, %v", room, h.topics, err)
		}
	}
}

// TestTopicAfterUpgrade upgrades the room of a game. The successor, whose topic the homeserver has
// copied, gets the result.
func TestTopicAfterUpgrade(t *testing.T) {
	h := &homeserver{}
	s := gameRoomSession(t, h)
	ctx := t.Context()
	created(t, s, "!new:x", "!chat1:x")
	if err := errors.Join(s.store.SetMembership(ctx, "!new:x", s.api.UserID, event.MembershipJoin), s.roomTasks.followUpgrade(ctx, "!chat1:x", "!new:x", "@bob:x")); err != nil {
		t.Fatal(err)
	}
	for _, m := range []bot.RenderedMessage{inGameRoom(2, "alice, bob", ""), inGameRoom(3, "alice, bob: alice won", "1-0")} {
		if _, err := s.deliver(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(h.topics, ", "); got != "!new:x alice, bob: alice won" {
		t.Errorf("topics: %s", got)
	}
}

// TestTopicTellsGame plays a game between two who speak German, which gets a room of its own.
func TestTopicTellsGame(t *testing.T) {
	r := newPushRig(t)
	r.s.options.GameRooms = true
	r.say("alice", "prefer language deutsch")
	r.say("bob", "prefer language deutsch")
	r.say("alice", "challenge @bob raumschach white 3d")
	r.say("bob", "accept 1")
	var made struct{ Topic string }
	if err := json.Unmarshal(r.h.made, &made); err != nil {
		t.Fatal(err)
	}
	r.say("alice", "move 1 ab1-ac3")
	if r.h.topics != nil {
		t.Errorf("a move changes the topic: %q", r.h.topics)
	}
	r.say("bob", "resign 1 confirm")
	const topic = "Partie 1, Raumschach, alice (Weiß) gegen bob (Schwarz): 3 Tage je Zug, ungewertet."
	if made.Topic != topic || len(r.h.topics) != 1 || !strings.HasSuffix(r.h.topics[0], topic+" Ergebnis: alice (Weiß) hat durch Aufgabe gewonnen.") {
		t.Errorf("topics %q, %q", made.Topic, r.h.topics)
	}
}
