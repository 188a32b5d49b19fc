package matrix

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// homeserver is a minimal homeserver that receives messages. It recognises repeated
// transaction IDs.
type homeserver struct {
	mu     sync.Mutex
	said   []string // room and body, in order
	sent   []sentEvent
	last   json.RawMessage
	known  map[string]string
	shown  []shownEvent // all events, in order
	pages  int          // of them that were fetched
	topics []string     // of rooms that have been changed: room and topic, in order
	rooms  int
	made   json.RawMessage                             // what the last room was made of
	files  int                                         // that were uploaded
	state  string                                      // of all rooms: a JSON array, or ""
	refuse func(path string) (status int, body string) // or 0
	before func(r *http.Request)                       // or nil; others are answered meanwhile
}

func (h *homeserver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if h.before != nil {
		h.before(r)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.refuse != nil {
		if status, text := h.refuse(r.URL.Path); status != 0 {
			w.WriteHeader(status)
			io.WriteString(w, text)
			return
		}
	}
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/_matrix/client/v3/"), "/")
	switch {
	case r.URL.Path == "/_matrix/media/v3/upload":
		h.files++
		fmt.Fprintf(w, `{"content_uri":"mxc://x/file%d"}`, h.files)
	case path[0] == "login":
		io.WriteString(w, `{"access_token":"another","user_id":"@raumbot:x","device_id":"DEVICE"}`)
	case path[0] == "join":
		h.said = append(h.said, "joins "+path[1])
		fmt.Fprintf(w, `{"room_id":%q}`, path[1])
	case path[0] == "createRoom":
		h.rooms++
		h.made = body
		fmt.Fprintf(w, `{"room_id":"!chat%d:x"}`, h.rooms)
	case path[0] == "rooms" && path[2] == "state" && r.Method == http.MethodPut && path[3] == "m.room.topic":
		var content struct{ Topic string }
		json.Unmarshal(body, &content)
		h.topics = append(h.topics, path[1]+" "+content.Topic)
		io.WriteString(w, `{"event_id":"$topic"}`)
	case path[0] == "rooms" && path[2] == "state" && h.state != "":
		io.WriteString(w, h.state)
	case path[0] == "rooms" && path[2] == "send":
		key := strings.Join(path, "/")
		if h.known[key] == "" {
			var content map[string]any
			json.Unmarshal(body, &content)
			h.sent = append(h.sent, sentEvent{path[1], path[3], content})
			if h.last = body; path[3] == "m.room.message" {
				h.said = append(h.said, fmt.Sprint(path[1], " ", content["body"]))
			}
			h.known[key] = fmt.Sprintf("$event%d", len(h.shown))
			h.shown = append(h.shown, shownEvent{ID: h.known[key], Room: path[1], Type: path[3], Sender: "@raumbot:x", Content: content})
		}
		fmt.Fprintf(w, `{"event_id":%q}`, h.known[key])
	case path[0] == "rooms" && path[2] == "messages" && r.Method == http.MethodGet:
		h.pages++
		json.NewEncoder(w).Encode(h.page(path[1], r.URL.Query().Get("from")))
	default:
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, `{"errcode":"M_UNRECOGNIZED"}`)
	}
}

// shownEvent is an event as a homeserver returns it.
type shownEvent struct {
	ID      string         `json:"event_id"`
	Room    string         `json:"room_id"`
	Type    string         `json:"type"`
	Sender  string         `json:"sender"`
	Content map[string]any `json:"content"`
}

// page returns three events of a room, the last ones first, before a position.
func (h *homeserver) page(room, from string) map[string]any {
	at := len(h.shown)
	if from != "" {
		at, _ = strconv.Atoi(from)
	}
	answer, chunk := map[string]any{"start": from}, []shownEvent{}
	for at > 0 && len(chunk) < 3 {
		if at--; h.shown[at].Room == room {
			chunk = append(chunk, h.shown[at])
		}
	}
	if answer["chunk"] = chunk; at > 0 {
		answer["end"] = strconv.Itoa(at)
	}
	return answer
}

// testSession is a session of a bot that is in the room !den:x.
func testSession(t *testing.T, h *homeserver) *session {
	t.Helper()
	h.known = map[string]string{}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	store := testStore(t)
	service := service.New(service.Ports{Store: storage.Memory()})
	s := newSession(Options{Grace: time.Minute}, slog.New(slog.DiscardHandler), service, store)
	if err := s.address(server.URL); err != nil {
		t.Fatal(err)
	}
	s.setToken("token")
	s.api.UserID, s.api.DeviceID = "@raumbot:x", "DEVICE"
	for _, who := range []id.UserID{"@raumbot:x", "@alice:x", "@bob:x"} {
		if err := store.SetMembership(t.Context(), "!den:x", who, event.MembershipJoin); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// news is a message about game 7 for the room !den:x.
func news(number bot.MessageID, text string) bot.RenderedMessage {
	return bot.RenderedMessage{ID: number, Platform: Platform, Audience: bot.Thread, Room: bot.RoomID{Platform: Platform, ID: "!den:x"}, Game: 7, Text: text,
		To: []bot.User{{UserID: bot.UserID{Platform: Platform, ID: "@bob:x"}, Name: "bob"}}}
}

// TestDeliverOnce delivers messages about a game twice, as after a crash: its thread is opened
// once, and each message sent once.
func TestDeliverOnce(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	for range 2 {
		for i, text := range []string{"begins", "one", "two"} {
			receipt, err := s.deliver(t.Context(), news(bot.MessageID(i+1), text))
			if err != nil || receipt.Thread.ID != "!den:x $event0" || receipt.Lost {
				t.Fatalf("%s: %+v, %v", text, receipt, err)
			}
		}
	}
	if got := strings.Join(h.said, ", "); got != "!den:x begins, !den:x one, !den:x two" {
		t.Errorf("said: %s", got)
	}
}

// TestDeliverLater is rate-limited by the homeserver.
func TestDeliverLater(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]time.Duration{
		`{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}`: 1500 * time.Millisecond,
		`{"errcode":"M_LIMIT_EXCEEDED"}`:                       5 * time.Second,
	} {
		h := &homeserver{refuse: func(string) (int, string) { return http.StatusTooManyRequests, answer }}
		s := testSession(t, h)
		_, err := s.deliver(t.Context(), news(1, "begins"))
		var soon *bot.TooSoon
		if !errors.As(err, &soon) || soon.Wait != want {
			t.Errorf("%s: got %v, want a wait of %s", answer, err, want)
		}
		h.refuse = nil
		if _, err := s.deliver(t.Context(), news(1, "begins")); err != nil || len(h.said) != 1 {
			t.Errorf("afterwards: %v, %v", h.said, err)
		}
	}
}

// TestDeliverDown delivers while the homeserver is down. The error does not count as a closed room.
func TestDeliverDown(t *testing.T) {
	h := &homeserver{refuse: func(string) (int, string) { return http.StatusBadGateway, "" }}
	s := testSession(t, h)
	if receipt, err := s.deliver(t.Context(), news(1, "begins")); err == nil || receipt.Lost || !transient(err) {
		t.Errorf("got %+v, %v", receipt, err)
	}
}

// TestDeliverClosed closes the room to the bot, by its power levels or by removing it: the message
// is sent in private, and the game keeps its room.
func TestDeliverClosed(t *testing.T) {
	muted := &homeserver{refuse: func(path string) (int, string) {
		if strings.Contains(path, "!den:x/send") {
			return http.StatusForbidden, `{"errcode":"M_FORBIDDEN","error":"your power level is too low"}`
		}
		return 0, ""
	}}
	kicked := &homeserver{}
	for name, h := range map[string]*homeserver{"muted": muted, "kicked": kicked} {
		s := testSession(t, h)
		if h == kicked {
			if err := s.store.SetMembership(t.Context(), "!den:x", "@raumbot:x", event.MembershipLeave); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // one chat is created
			receipt, err := s.deliver(t.Context(), news(1, "one"))
			if err != nil || !receipt.Private || receipt.Lost || receipt.Thread != (bot.RoomID{}) {
				t.Errorf("%s: %+v, %v", name, receipt, err)
			}
		}
		if len(h.said) != 1 || h.rooms != 1 {
			t.Errorf("%s: %d rooms, said %v", name, h.rooms, h.said)
		}
	}
}

// TestEdit edits messages in a thread and in private. The new texts relate to the edited messages.
// A room in which the bot cannot write is no error.
func TestEdit(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	m := news(1, "0 of 3 moves")
	m.Audience, m.Editable = bot.Public, true
	receipt, err := s.deliver(t.Context(), m)
	if err != nil || receipt.Shown != "$event0 !den:x" {
		t.Fatal(receipt, err)
	}
	edit := news(2, "1 of 3 moves")
	edit.Edits, edit.Editable, edit.Shown = 1, true, receipt.Shown
	for range 2 { // as after a crash
		if _, err := s.deliver(t.Context(), edit); err != nil {
			t.Fatal(err)
		}
	}
	var sent struct {
		Body    string `json:"body"`
		Content struct {
			Body     string `json:"body"`
			Mentions any    `json:"m.mentions"`
			Relation any    `json:"m.relates_to"`
		} `json:"m.new_content"`
		Relation struct {
			Kind  string `json:"rel_type"`
			Event string `json:"event_id"`
		} `json:"m.relates_to"`
	}
	if err := json.Unmarshal(h.last, &sent); err != nil {
		t.Fatal(err)
	}
	if sent.Body != "* 1 of 3 moves" || sent.Content.Body != "1 of 3 moves" || sent.Content.Relation != nil || sent.Relation.Kind != "m.replace" || sent.Relation.Event != "$event0" {
		t.Errorf("sent: %s", h.last)
	}
	if mentioned, _ := sent.Content.Mentions.(map[string]any); mentioned["user_ids"] != nil {
		t.Errorf("an edit notifies: %s", h.last)
	}
	if len(h.said) != 2 {
		t.Errorf("said: %q", h.said)
	}
	h.refuse = func(string) (int, string) { return http.StatusForbidden, `{"errcode":"M_FORBIDDEN"}` }
	edit.ID, edit.Text = 3, "2 of 3 moves"
	if _, err := s.deliver(t.Context(), edit); err != nil {
		t.Error("what cannot be edited holds up what comes behind it:", err)
	}
	h.refuse = func(string) (int, string) { return http.StatusBadGateway, `` }
	edit.ID, edit.Text = 4, "3 of 3 moves"
	if _, err := s.deliver(t.Context(), edit); err == nil {
		t.Error("an edit is not tried again when the homeserver is down")
	}
}

// TestGameRoomTellsNothing opens a room for a game of an encrypted room, and of another. The name
// of the first says nothing about the game, since it is not encrypted, and the room has no topic.
func TestGameRoomTellsNothing(t *testing.T) {
	for _, encrypted := range []bool{true, false} {
		h := &homeserver{}
		s := testSession(t, h)
		s.options.GameRooms, s.cipher = true, &plainCipher{}
		if encrypted {
			if err := s.store.SetEncryptionEvent(t.Context(), "!den:x", &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
				t.Fatal(err)
			}
		}
		m := news(1, "alice plays ab1-ac3")
		m.Title, m.Topic = "alice against bob", "Game 7: alice has White."
		if _, err := s.deliver(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		m.ID, m.Score, m.Topic = 2, "1-0", "Game 7: alice has White. alice won."
		if _, err := s.deliver(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if encrypted != (len(h.topics) == 0) {
			t.Errorf("encrypted %t: topics %q", encrypted, h.topics)
		}
		made := string(h.made)
		if strings.Contains(made, "alice") == encrypted || strings.Contains(made, "ab1") || !strings.Contains(made, "7") && encrypted || strings.Contains(made, `"topic":"Game 7: alice has White."`) == encrypted {
			t.Errorf("encrypted %t: the room is made of %s", encrypted, made)
		}
	}
}
