package matrix

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// synced parses a sync response.
func synced(t *testing.T, text string) *mautrix.RespSync {
	t.Helper()
	resp := &mautrix.RespSync{}
	if err := json.Unmarshal([]byte(text), resp); err != nil {
		t.Fatal(err)
	}
	return resp
}

// said returns the JSON of a message event.
func said(name, text, relationOf string) string {
	return fmt.Sprintf(`{"type":"m.room.message","event_id":"$%s","sender":"@bob:x","content":{"msgtype":"m.text","body":%q,"m.relates_to":%s}}`, name, text, relationOf)
}

// TestCommandBeforeKick has bob send a command, and the bot removed before it syncs. The command
// counts; later ones do not.
func TestCommandBeforeKick(t *testing.T) {
	s := testSession(t, &homeserver{})
	if err := s.store.putNote(t.Context(), "joined/!den:x", "1"); err != nil {
		t.Fatal(err)
	}
	ban := `{"type":"m.room.member","event_id":"$ban","sender":"@alice:x","state_key":"@raumbot:x","content":{"membership":"ban"}}`
	resp := synced(t, `{"next_batch":"s2","rooms":{"leave":{"!den:x":{"timeline":{"events":[`+
		said("1", "!study raumschach", "{}")+`,`+ban+`,`+said("2", "!study gutenschach", "{}")+`]}}}}}`)
	for range 2 {
		if err := s.receive(t.Context(), resp, "s1"); err != nil {
			t.Fatal(err)
		}
	}
	if games := asks(t, s, "games").Text; !strings.Contains(games, "Game 1") || strings.Contains(games, "Game 2") {
		t.Errorf("got %s", games)
	}
	if s.store.IsInRoom(t.Context(), "!den:x", "@raumbot:x") {
		t.Error("the bot takes itself to be in the room")
	}
}

// TestNoThreads has bob use an app without threads. His replies to the root of the thread and to
// the last message with buttons are moves; other replies are not.
func TestNoThreads(t *testing.T) {
	s := testSession(t, &homeserver{})
	at := place{"!den:x", "$root"}
	if err := s.service.Keep(t.Context(), Platform, "thread/"+at.roomID().ID, []byte("1")); err != nil {
		t.Fatal(err)
	}
	buttons := withKeys([]bot.RenderedButton{{Label: "Board", Command: "board 1"}})
	for message, locate := range map[id.EventID]place{"$last": at, "$elsewhere": {room: "!den:x"}} {
		if err := s.storeButtons(t.Context(), "!den:x", message, buttonSet{Place: locate.roomID().ID, Buttons: buttons}); err != nil {
			t.Fatal(err)
		}
	}
	for relationOf, want := range map[string]string{
		`{"m.in_reply_to":{"event_id":"$root"}}`:      "$root",
		`{"m.in_reply_to":{"event_id":"$last"}}`:      "$root",
		`{"m.in_reply_to":{"event_id":"$elsewhere"}}`: "",
		`{"m.in_reply_to":{"event_id":5}}`:            "",
		`{}`:                                          "",
		`{"rel_type":"m.thread","event_id":"$root"}`:  "$root",
		`{"rel_type":"m.thread","event_id":"$other","m.in_reply_to":{"event_id":"$root"}}`: "",
	} {
		e := received(t, said("1", "ba2-ba3", relationOf))
		if err := s.applyState(t.Context(), "!den:x", e); err != nil {
			t.Fatal(err)
		}
		h, err := s.locate(t.Context(), "!den:x", e, e.Content.AsMessage().RelatesTo)
		if err != nil || string(h.place.thread) != want {
			t.Errorf("%s: in %q, %v", relationOf, h.place.thread, err)
		}
		if r, err := s.request(t.Context(), h, parsed{}); err != nil || (r.ThreadOf == 1) != (want != "") {
			t.Errorf("%s: in the thread of game %d, %v", relationOf, r.ThreadOf, err)
		}
	}
}
