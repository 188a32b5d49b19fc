package matrix

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/address"
	"raumbot/bot"
)

// received parses an event as a homeserver sends it.
func received(t *testing.T, text string) *event.Event {
	t.Helper()
	e := &event.Event{}
	if err := json.Unmarshal([]byte(text), e); err != nil {
		t.Fatal(err)
	}
	return e
}

// organises reports whether a user may moderate the room !den:x.
func organises(t *testing.T, s *session, who id.UserID) bool {
	t.Helper()
	does, err := s.organises(t.Context(), "!den:x", who)
	if err != nil {
		t.Fatal(err)
	}
	return does
}

// TestMalformedState reads malformed state events as far as possible.
func TestMalformedState(t *testing.T) {
	s := testSession(t, &homeserver{})
	ctx := t.Context()
	for _, text := range []string{
		`{"type":"m.room.encryption","state_key":"","content":{"algorithm":"m.megolm.v1.aes-sha2","rotation_period_ms":"604800000","rotation_period_msgs":{}}}`,
		`{"type":"m.room.member","state_key":"@eve:x","content":{"membership":"join","displayname":5,"third_party_invite":"none"}}`,
		`{"type":"m.room.member","state_key":"@bob:x","content":{"membership":"ban","displayname":["bob"]}}`,
		`{"type":"m.room.power_levels","state_key":"","content":{"users":{"@alice:x":"100","@dave:x":" 50 ","@carol:x":50.0,"@mallory:x":"all"},"kick":"60","redact":null,"events":{"m.room.name":"50"}}}`,
	} {
		if err := s.applyState(ctx, "!den:x", received(t, text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if encrypted, err := s.store.IsEncrypted(ctx, "!den:x"); err != nil || !encrypted {
		t.Errorf("the room is encrypted: %t, %v", encrypted, err)
	}
	if !s.store.IsInRoom(ctx, "!den:x", "@eve:x") || s.store.IsInRoom(ctx, "!den:x", "@bob:x") {
		t.Error("it is not known who is in the room")
	}
	for who, want := range map[id.UserID]bool{"@alice:x": true, "@dave:x": false, "@carol:x": false, "@mallory:x": false} {
		if got := organises(t, s, who); got != want {
			t.Errorf("%s organises: %t", who, got)
		}
	}
	if err := s.applyState(ctx, "!den:x", received(t, `{"type":"m.room.power_levels","state_key":"","content":{"users":{"@dave:x":"50"}}}`)); err != nil || !organises(t, s, "@dave:x") {
		t.Errorf("dave is no organiser: %v", err)
	}
}

// TestCreatorOrganises lets the creator of a room without power levels organise it.
func TestCreatorOrganises(t *testing.T) {
	s := testSession(t, &homeserver{})
	created(t, s, "!den:x", "")
	if !organises(t, s, "@bob:x") || organises(t, s, "@alice:x") {
		t.Error("not who has made the room looks after it")
	}
}

// TestTooLargeForAProxy has a proxy refuse large uploads. The picture is described instead, and the
// next message is not delayed.
func TestTooLargeForAProxy(t *testing.T) {
	h := &homeserver{refuse: func(path string) (int, string) {
		if strings.Contains(path, "/upload") {
			return http.StatusRequestEntityTooLarge, "<html>413 Request Entity Too Large</html>"
		}
		return 0, ""
	}}
	s := testSession(t, h)
	m := news(1, "one")
	m.Drawing = asks(t, s, "rules raumschach").Drawing
	if _, err := s.deliver(t.Context(), m); err != nil || len(h.said) != 2 || !strings.Contains(h.said[1], "20 pieces") {
		t.Errorf("said %q, %v", h.said, err)
	}
}

// TestPositionRefused has the homeserver reject the sync position, as after it was restored from a
// backup. The bot starts over with an initial sync.
func TestPositionRefused(t *testing.T) {
	var asked []string
	h := &homeserver{}
	ctx, cancel := context.WithCancel(t.Context())
	h.before = func(r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/sync") {
			asked = append(asked, r.URL.Query().Get("since"))
			if len(asked) == 4 {
				cancel()
			}
		}
	}
	h.refuse = func(path string) (int, string) {
		if !strings.HasSuffix(path, "/sync") {
			return 0, ""
		}
		switch asked[len(asked)-1] {
		case "old":
			return http.StatusBadRequest, `{"errcode":"M_UNKNOWN","error":"Invalid stream token"}`
		case "":
			return http.StatusOK, `{"next_batch":"s1"}`
		}
		return http.StatusOK, `{"next_batch":"s2"}`
	}
	s := testSession(t, h)
	if err := s.store.putNote(ctx, "since", "old"); err != nil {
		t.Fatal(err)
	}
	if err := s.run(ctx); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(asked, " "); !strings.HasPrefix(got, "old  s1 s2") {
		t.Errorf("asked for %q", asked)
	}
}

// TestGapRefused cannot backfill one room. The others are handled.
func TestGapRefused(t *testing.T) {
	for status, text := range map[int]string{http.StatusBadRequest: `{"errcode":"M_INVALID_PARAM"}`, http.StatusForbidden: `{"errcode":"M_FORBIDDEN"}`} {
		s := testSession(t, &homeserver{refuse: func(string) (int, string) { return status, text }})
		if events, err := s.backfill(t.Context(), "!den:x", "p", "s"); err != nil || len(events) != 0 {
			t.Errorf("%d: %v, %v", status, events, err)
		}
	}
	s := testSession(t, &homeserver{refuse: func(string) (int, string) { return http.StatusBadGateway, "" }})
	if _, err := s.backfill(t.Context(), "!den:x", "p", "s"); err == nil {
		t.Error("what a homeserver that is down does not tell is passed over")
	}
}

// TestAddressing addresses the bot and mentions users in different ways.
func TestAddressing(t *testing.T) {
	s := testSession(t, &homeserver{})
	ctx := t.Context()
	for who, name := range map[id.UserID]string{
		"@raumbot:x": " Raumbot, the referee <of all rooms> and of three dimensions", "@alice:x": "Alice L. (she)", "@Old!User*:x": "old", "@bob:x": "help",
	} {
		if err := s.store.SetMember(ctx, "!den:x", who, &event.MemberEventContent{Membership: event.MembershipJoin, Displayname: name}); err != nil {
			t.Fatal(err)
		}
	}
	own := &event.Mentions{UserIDs: []id.UserID{"@raumbot:x"}}
	of := func(who ...id.UserID) *event.Mentions { return &event.Mentions{UserIDs: who} }
	for _, c := range []struct {
		body      string
		mentions  *event.Mentions
		replies   bool
		want      string
		addressed bool
		resolved  int
	}{
		{"Raumbot, the referee <of all rooms> and of three dimensions: games", own, false, "games", true, 0},
		{"raumbot: games", nil, false, "games", true, 0},
		{"!challenge Alice L. (she) raumschach", of("@alice:x"), false, "challenge @alice:x raumschach", true, 1},
		{"!challenge @Alice L. (she) raumschach", of("@alice:x"), false, "challenge @alice:x raumschach", true, 1},
		{"!challenge Alice L. (she) raumschach", nil, false, "challenge Alice L. (she) raumschach", true, 0},
		{"!challenge @alice:x raumschach", of("@alice:x"), false, "challenge @alice:x raumschach", true, 1},
		{"!challenge @Old!User*:x raumschach", nil, false, "challenge @Old!User*:x raumschach", true, 1},
		{"!help", of("@bob:x"), true, "help", true, 0}, // a reply to bob
		{"thank you", own, true, "thank you", false, 0},
		{"!challenge Eve", of("@eve:x"), false, "challenge Eve", true, 0}, // who is not there
	} {
		w := s.parse(ctx, incoming{place: place{room: "!den:x"}, sender: "@alice:x", replies: c.replies}, &event.MessageEventContent{MsgType: event.MsgText, Body: c.body, Mentions: c.mentions})
		if w.text != c.want || w.addressed != c.addressed || len(w.mentions) != c.resolved {
			t.Errorf("%q: %+v", c.body, w)
		}
	}
}

// TestEditedReply edits a reply to the bot, which mentions the bot without addressing it.
func TestEditedReply(t *testing.T) {
	h := &homeserver{}
	h.refuse = func(path string) (int, string) {
		if strings.Contains(path, "/event/") {
			return http.StatusOK, `{"event_id":"$1","type":"m.room.message","sender":"@bob:x","content":{"msgtype":"m.text","body":"nice","m.relates_to":{"m.in_reply_to":{"event_id":"$bot"}}}}`
		}
		return 0, ""
	}
	s := testSession(t, h)
	for i, relationOf := range []string{`{"rel_type":"m.replace","event_id":"$1"}`, `{"m.in_reply_to":{"event_id":"$bot"}}`} {
		text := fmt.Sprintf(`{"type":"m.room.message","event_id":"$%d","sender":"@bob:x","content":{"msgtype":"m.text","body":"* nice!","m.mentions":{"user_ids":["@raumbot:x"]},
			"m.new_content":{"msgtype":"m.text","body":"nice!","m.mentions":{"user_ids":["@raumbot:x"]}},"m.relates_to":%s}}`, i+2, relationOf)
		e := received(t, text)
		if err := s.applyState(t.Context(), "!den:x", e); err != nil {
			t.Fatal(err)
		}
		s.handle(t.Context(), "!den:x", e)
	}
	s.answers.start(t.Context())()
	if len(h.said) != 0 {
		t.Errorf("the bot says %q", h.said)
	}
}

// TestUnencryptedCommands sends unencrypted commands in an encrypted room. They are refused with an
// explanation, unless the operator allows them. Other messages are ignored.
func TestUnencryptedCommands(t *testing.T) {
	for _, allowed := range []bool{false, true} {
		h := &homeserver{}
		s := testSession(t, h)
		g := &plainCipher{}
		s.cipher, s.options.AllowUnencrypted = g, allowed
		s.options.Prefix = address.DefaultPrefix
		if err := s.store.SetEncryptionEvent(t.Context(), "!den:x", &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
			t.Fatal(err)
		}
		for i, text := range []string{"nice weather", "!study raumschach"} {
			e := received(t, fmt.Sprintf(`{"event_id":"$%d","type":"m.room.message","sender":"@alice:x","content":{"msgtype":"m.text","body":%q}}`, i, text))
			if err := s.handleTimeline(t.Context(), "!den:x", []*event.Event{e}); err != nil {
				t.Fatal(err)
			}
		}
		s.answers.start(t.Context())()
		refused := 0
		for _, m := range g.seen {
			if strings.Contains(m.Body, "This room is encrypted, but your message is not") {
				refused++
			}
		}
		reply := s.service.Respond(t.Context(), bot.Request{From: bot.User{UserID: bot.UserID{Platform: Platform, ID: "@bob:x"}, Name: "bob"}, Room: place{room: "!den:x"}.roomID(), Text: "games room"})
		games := reply.Answer[0].Text
		if (refused == 1) == allowed || strings.Contains(games, "Game 1") != allowed {
			t.Errorf("allowed %v: %d refusals, %s", allowed, refused, games)
		}
	}
}

// TestEditedText checks which texts may change something. Commands that only show something may
// not, but talk counts as if it might, because it may be an answer to the bot's question.
func TestEditedText(t *testing.T) {
	s := testSession(t, &homeserver{})
	for text, changes := range map[string]bool{
		"board": false, "games": false, "tournament 1": false, "rules raumschach": false,
		"show me the board": true, "bye": true, "tournament 1 start": true, "resign": true, "ab1-ab2": true, "thanks": true, "yes": true, "no": true, "": true,
	} {
		if s.changes(parsed{text: text}) != changes {
			t.Errorf("%q may change something: %t", text, !changes)
		}
	}
}
