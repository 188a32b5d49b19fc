package matrix

import (
	"strings"
	"testing"

	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// TestInGerman answers each user in their language.
func TestInGerman(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	asks(t, s, "prefer language deutsch") // bob
	for who, want := range map[id.UserID]string{"@bob:x": "Deine ursprüngliche Nachricht zählt", "@alice:x": "Your original message counts"} {
		s.answers = newAnswers(s)
		s.replyPhrase(t.Context(), incoming{event: id.EventID("$" + who), sender: who, place: place{room: "!den:x"}}, editsIgnored)
		s.answers.start(t.Context())()
		if last := h.said[len(h.said)-1]; !strings.Contains(last, want) {
			t.Errorf("%s reads %q", who, last)
		}
	}
	for code, want := range map[string]string{"de": "kann ich gerade nicht schreiben", "": "I can't write in the room"} {
		m := news(bot.MessageID(10+len(code)), "one")
		m.Room.ID, m.Language = "!gone:x", code
		if _, err := s.deliver(t.Context(), m); err != nil || !strings.Contains(h.said[len(h.said)-1], want) {
			t.Errorf("%s: said %q, %v", code, h.said, err)
		}
	}
}

// TestGreetsInGerman greets in the language of the user, or of the room.
func TestGreetsInGerman(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	asks(t, s, "prefer language deutsch")
	for _, who := range []id.UserID{"@raumbot:x", "@bob:x"} {
		if err := s.store.SetMembership(t.Context(), "!chat:x", who, "join"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.service.Handle(t.Context(), bot.Request{From: bot.User{UserID: bot.UserID{Platform: Platform, ID: "@alice:x"}, Name: "alice"}, Organiser: true,
		Room: bot.RoomID{Platform: Platform, ID: "!den:x"}, Text: "room language deutsch"}); err != nil {
		t.Fatal(err)
	}
	s.greet(t.Context(), "!chat:x")
	s.greet(t.Context(), "!den:x")
	s.answers.start(t.Context())()
	if len(h.said) != 2 || !strings.Contains(strings.Join(h.said, "\n"), "!chat:x Hallo!") || !strings.Contains(strings.Join(h.said, "\n"), "!den:x Hallo!") {
		t.Errorf("said %q", h.said)
	}
}
