package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// nextRun returns the session of another run of the bot, with the same stores. The homeserver
// recognises no transaction of the earlier ones.
func nextRun(t *testing.T, h *homeserver, before *session) *session {
	t.Helper()
	h.known = map[string]string{}
	s := newSession(before.options, slog.New(slog.DiscardHandler), before.service, before.store)
	if err := s.address(before.api.HomeserverURL.String()); err != nil {
		t.Fatal(err)
	}
	s.setToken("another token")
	s.cipher, s.api.UserID, s.api.DeviceID = before.cipher, before.api.UserID, "ANOTHER"
	return s
}

// killAfter has the homeserver accept some events of the bot, and no more.
func (h *homeserver) killAfter(events int) { h.refuseAfter(events, http.StatusBadGateway, "") }

// refuseAfter has the homeserver accept some events of the bot, and answer others with a status.
func (h *homeserver) refuseAfter(events, status int, answer string) {
	h.refuse = func(path string) (int, string) {
		if !strings.Contains(path, "/send/") {
			return 0, ""
		}
		if events--; events < 0 {
			return status, answer
		}
		return 0, ""
	}
}

// illustrated is a message with a picture, a text, buttons and a file.
func illustrated(t *testing.T, s *session) bot.RenderedMessage {
	m := news(2, "alice plays ab1-ac3.")
	m.At = time.UnixMilli(1_790_000_000_123)
	m.Drawing, m.File = asks(t, s, "rules raumschach").Drawing, &bot.RenderedFile{Name: "games.txt", Text: "all of them"}
	m.Buttons = []bot.RenderedButton{{Label: "Draw", Command: "draw 7"}}
	return m
}

// marks returns the marks of all events by which their parts are recognised.
func (h *homeserver) marks() (all []string) {
	for _, e := range h.shown {
		if mark, ok := e.Content[markKey].(string); ok {
			all = append(all, e.Room+" "+mark)
		}
	}
	return all
}

// TestRepeatSendsWhatIsMissing kills the bot after each event of a message, in a room, a thread, a
// direct chat, the beginning of a game, and the same in encrypted rooms and with rooms for games.
// The next run is logged in anew. It sends what is missing, and nothing twice. The buttons belong
// to the text that is shown.
func TestRepeatSendsWhatIsMissing(t *testing.T) {
	t.Parallel()
	for _, encrypted := range []bool{false, true} {
		for place, change := range map[string]func(*session, *bot.RenderedMessage){
			"room":    func(_ *session, m *bot.RenderedMessage) { m.Audience = bot.Public },
			"thread":  func(_ *session, m *bot.RenderedMessage) { m.Room.ID += " $root" },
			"private": func(_ *session, m *bot.RenderedMessage) { m.Audience, m.Room = bot.Private, bot.RoomID{} },
			"begins":  func(_ *session, m *bot.RenderedMessage) { m.File = nil },
			"opens":   func(s *session, _ *bot.RenderedMessage) { s.options.GameRooms = true },
		} {
			for killed := range 5 {
				t.Run(fmt.Sprintf("%s encrypted %t after %d", place, encrypted, killed), func(t *testing.T) {
					h := &homeserver{}
					s := testSession(t, h)
					s.cipher = &plainCipher{}
					if encrypted {
						if err := s.store.SetEncryptionEvent(t.Context(), "!den:x", &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
							t.Fatal(err)
						}
					}
					m := illustrated(t, s)
					change(s, &m)
					h.killAfter(killed)
					_, err := s.deliver(t.Context(), m)
					if unclear := (*bot.Unclear)(nil); err != nil && !errors.As(err, &unclear) {
						t.Errorf("the error hides that a part may be shown: %v", err)
					}
					h.refuse = nil
					s = nextRun(t, h, s)
					m.Repeat = true
					for range 2 { // killed once more
						receipt, err := s.deliver(t.Context(), m)
						if err != nil {
							t.Fatal(err)
						}
						s = nextRun(t, h, s)
						if m.Audience == bot.Public || m.Audience == bot.Private {
							sent, _, _ := strings.Cut(receipt.Shown, " ")
							checkButtons(t, h, s, sent)
						}
					}
					checkOnce(t, h, m)
				})
			}
		}
	}
}

// checkButtons checks that the buttons of a message are stored.
func checkButtons(t *testing.T, h *homeserver, s *session, sent string) {
	t.Helper()
	for _, e := range h.shown {
		if e.ID != sent {
			continue
		}
		p, err := s.buttonSet(t.Context(), id.RoomID(e.Room), id.EventID(e.ID))
		if err != nil || len(p.Buttons) != 1 || p.Picture == "" {
			t.Errorf("the buttons of %s are %+v, %v", sent, p, err)
		}
		return
	}
	t.Errorf("%q is shown nowhere", sent)
}

// checkOnce checks that each part of a message is shown once, and marked as uncertain nowhere.
func checkOnce(t *testing.T, h *homeserver, m bot.RenderedMessage) {
	t.Helper()
	seen := map[string]int{}
	all := strings.Join(h.marks(), ", ")
	for _, mark := range h.marks() {
		if seen[mark]++; seen[mark] > 1 {
			t.Errorf("%s is sent twice: %s", mark, all)
		}
	}
	for part, wanted := range map[string]bool{"-picture": true, "-0": true, "-file": m.File != nil} {
		if n := strings.Count(all+",", part+","); wanted && n == 0 {
			t.Errorf("%s is missing: %s", part, all)
		}
	}
	for _, said := range h.said {
		if strings.Contains(said, "You may have seen this") {
			t.Errorf("what is certain is marked: %s", said)
		}
	}
}

// TestMarksTellNothing compares the marks of two messages that differ in what they say.
func TestMarksTellNothing(t *testing.T) {
	var before string
	for _, text := range []string{"alice plays ab1-ac3.", "bob resigns."} {
		h := &homeserver{}
		s := testSession(t, h)
		m := illustrated(t, s)
		m.Audience, m.Text = bot.Public, text
		if _, err := s.deliver(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		now := strings.Join(h.marks(), ", ")
		if before == "" {
			before = now
		}
		if now != before || now != "!den:x 2.1790000000123-picture, !den:x 2.1790000000123-0, !den:x 2.1790000000123-file" {
			t.Errorf("marks: %s", now)
		}
		if h.pages > 0 {
			t.Error("the room is read for a message that is no repeat")
		}
	}
}

// TestRepeatIsMarked repeats a message in a room that cannot be read, or not far enough: the text
// says that it may have been seen, and the picture does not come again. If the homeserver
// recognises the text, nothing is sent.
func TestRepeatIsMarked(t *testing.T) {
	for name, others := range map[string]int{"forbidden": 0, "long": 3 * lookPages} {
		h := &homeserver{}
		s := testSession(t, h)
		m := illustrated(t, s)
		m.Audience, m.File, m.Buttons = bot.Public, nil, nil
		if _, err := s.deliver(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		for range others {
			h.shown = append(h.shown, shownEvent{ID: "$other", Room: "!den:x", Type: "m.room.message", Sender: "@raumbot:x"})
		}
		if others == 0 {
			h.refuse = func(path string) (int, string) {
				if strings.HasSuffix(path, "/messages") {
					return http.StatusForbidden, `{"errcode":"M_FORBIDDEN"}`
				}
				return 0, ""
			}
		}
		m.Repeat = true
		if _, err := s.deliver(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if len(h.said) != 2 {
			t.Errorf("%s: said %q", name, h.said)
		}
		if _, err := nextRun(t, h, s).deliver(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if len(h.said) != 3 || h.said[2] != "!den:x (You may have seen this already.) alice plays ab1-ac3." {
			t.Errorf("%s: said %q", name, h.said)
		}
	}
}

// TestRepeatBelievesNobodyElse gives another user's event the mark of a message, and an event of
// the bot before the last message that is known to be delivered: the message is sent.
func TestRepeatBelievesNobodyElse(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	m := news(2, "one")
	m.Audience, m.Repeat, m.After = bot.Public, true, "$last !den:x"
	forged := map[string]any{markKey: fmt.Sprintf("2.%d-0", m.At.UnixMilli())}
	h.shown = []shownEvent{
		{ID: "$old", Room: "!den:x", Type: "m.room.message", Sender: "@raumbot:x", Content: forged},
		{ID: "$last", Room: "!den:x", Type: "m.room.message", Sender: "@raumbot:x"},
		{ID: "$forged", Room: "!den:x", Type: "m.room.message", Sender: "@mallory:x", Content: forged},
	}
	if _, err := s.deliver(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(h.said, ", "); got != "!den:x one" {
		t.Errorf("said: %s", got)
	}
}

// TestLimitNeedsNoLook meets a limit between the picture and the text: the next attempt goes on
// where the last one stopped, and reads no room.
func TestLimitNeedsNoLook(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	m := illustrated(t, s)
	m.Audience = bot.Public
	h.refuseAfter(1, http.StatusTooManyRequests, `{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1}`)
	m.File = nil
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err := s.deliver(ctx, m)
	soon, unclear := (*bot.TooSoon)(nil), (*bot.Unclear)(nil)
	if !errors.As(err, &soon) || !errors.As(err, &unclear) {
		t.Fatalf("got %v", err)
	}
	h.refuse, m.Repeat = nil, true
	if _, err := s.deliver(ctx, m); err != nil {
		t.Fatal(err)
	}
	if checkOnce(t, h, m); h.pages > 0 {
		t.Errorf("%d pages are read", h.pages)
	}
}

// TestRepeatWaitsForHomeserver repeats a message while the homeserver is down: nothing is sent until
// it can say what it shows.
func TestRepeatWaitsForHomeserver(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	m := illustrated(t, s)
	m.Audience, m.Repeat = bot.Public, true
	h.killAfter(1)
	_, _ = s.deliver(t.Context(), m)
	h.refuse = func(path string) (int, string) {
		if strings.HasSuffix(path, "/messages") {
			return http.StatusBadGateway, ""
		}
		return 0, ""
	}
	s = nextRun(t, h, s)
	if _, err := s.deliver(t.Context(), m); err == nil || len(h.shown) != 1 {
		t.Errorf("%d events, %v", len(h.shown), err)
	}
	h.refuse = nil
	if _, err := s.deliver(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	checkOnce(t, h, m)
	if data, err := json.Marshal(h.shown[1].Content); err != nil || !strings.Contains(string(data), "alice plays") {
		t.Errorf("the text is %s, %v", data, err)
	}
}

// TestNumberComesAgain delivers a message after another one with the same number, as when the bot
// has been set back to an older database.
func TestNumberComesAgain(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	m := illustrated(t, s)
	m.Audience = bot.Public
	h.killAfter(2)
	if _, err := s.deliver(t.Context(), m); err == nil {
		t.Fatal("the homeserver fails, and the message is delivered")
	}
	h.refuse = nil
	m.At, m.Text, m.Repeat = m.At.Add(time.Hour), "bob plays ab4-ac2.", true
	if _, err := s.deliver(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(h.said, "\n"); !strings.Contains(said, "!den:x bob plays ab4-ac2.\n🤝") {
		t.Errorf("said: %s", said)
	}
}

// TestOtherWordsAfterLimit has the homeserver limit the bot in the middle of a message, whose text
// is then rendered in other words. What has been sent is not sent again.
func TestOtherWordsAfterLimit(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	m := illustrated(t, s)
	m.Audience = bot.Public
	h.refuseAfter(2, http.StatusTooManyRequests, `{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1}`)
	if _, err := s.deliver(t.Context(), m); err == nil {
		t.Fatal("the homeserver limits the bot, and the message is delivered")
	}
	h.refuse = nil
	m.Text = "Alice plays ab1-ac3."
	if _, err := s.deliver(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	checkOnce(t, h, m)
}
