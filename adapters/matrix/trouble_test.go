package matrix

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// noKeyCipher is a cipher whose keys never arrive.
type noKeyCipher struct{ asked int }

func (k *noKeyCipher) handleVerification(*event.Event) bool                     { return false }
func (k *noKeyCipher) confirmVerification(id.UserID, string) bool               { return false }
func (k *noKeyCipher) background(context.Context)                               {}
func (k *noKeyCipher) receive(context.Context, *mautrix.RespSync, string) error { return nil }
func (k *noKeyCipher) applyState(context.Context, *event.Event)                 {}
func (k *noKeyCipher) decrypt(context.Context, *event.Event) (*event.Event, error) {
	return nil, errNoKey
}
func (k *noKeyCipher) shared(context.Context, id.RoomID) bool { return true }
func (k *noKeyCipher) share(context.Context, id.RoomID) error { return nil }
func (k *noKeyCipher) encrypt(context.Context, id.RoomID, event.Type, any) (*event.EncryptedEventContent, error) {
	return nil, errors.New("there is no key")
}
func (k *noKeyCipher) requestKey(context.Context, *event.Event) error { k.asked++; return nil }
func (k *noKeyCipher) renew(context.Context) error                    { return nil }
func (k *noKeyCipher) stop()                                          {}

// TestLateTooLong drops a message whose key has not arrived in time.
func TestLateTooLong(t *testing.T) {
	s := testSession(t, &homeserver{})
	s.cipher = &noKeyCipher{}
	s.undecrypted.load(t.Context())
	said := func(name id.EventID, ago time.Duration) *event.Event {
		e := &event.Event{ID: name, RoomID: "!den:x", Sender: "@bob:x", Type: event.EventEncrypted, Timestamp: time.Now().Add(-ago).UnixMilli()}
		e.Content.Parsed = &event.EncryptedEventContent{Algorithm: id.AlgorithmMegolmV1}
		return e
	}
	s.undecrypted.add(t.Context(), said("$old", undecryptedLifetime+time.Hour))
	s.undecrypted.add(t.Context(), said("$new", time.Second))
	s.undecrypted.retry(t.Context())
	if s.undecrypted.isPending("$old") || !s.undecrypted.isPending("$new") {
		t.Error("what is waited for is not what has come of late")
	}
	if names, _, err := s.store.notes(t.Context(), "late/", 10); err != nil || len(names) != 1 {
		t.Errorf("kept: %v, %v", names, err)
	}
	s.undecrypted.stop()
	if s.undecrypted.isPending("$new") {
		t.Error("somebody is told after the end")
	}
}

// TestLateFlood has mallory send many undecryptable messages. Bob's is kept all the same.
func TestLateFlood(t *testing.T) {
	s := testSession(t, &homeserver{})
	s.cipher = &noKeyCipher{}
	defer s.undecrypted.stop()
	wait := func(sender id.UserID, name id.EventID) {
		e := &event.Event{ID: name, RoomID: "!den:x", Sender: sender, Type: event.EventEncrypted, Timestamp: time.Now().UnixMilli()}
		e.Content.Parsed = &event.EncryptedEventContent{Algorithm: id.AlgorithmMegolmV1}
		s.undecrypted.add(t.Context(), e)
	}
	for i := range maxUndecrypted {
		wait("@mallory:x", id.EventID(fmt.Sprint("$m", i)))
	}
	wait("@bob:x", "$bob")
	if !s.undecrypted.isPending("$bob") || len(s.undecrypted.events) != maxUndecryptedEach+1 {
		t.Errorf("%d messages are waited for, bob's %t", len(s.undecrypted.events), s.undecrypted.isPending("$bob"))
	}
}

// TestChatOfTwo sends a private message. After somebody else has joined the chat, a new one
// is created.
func TestChatOfTwo(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	first, err := s.directChat(t.Context(), "@bob:x")
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []id.UserID{"@raumbot:x", "@bob:x"} {
		if err := s.store.SetMembership(t.Context(), first, who, event.MembershipJoin); err != nil {
			t.Fatal(err)
		}
	}
	if again, err := s.directChat(t.Context(), "@bob:x"); err != nil || again != first {
		t.Errorf("the chat %s is %s afterwards, %v", first, again, err)
	}
	if err := s.store.SetMembership(t.Context(), first, "@eve:x", event.MembershipInvite); err != nil {
		t.Fatal(err)
	}
	if other, err := s.directChat(t.Context(), "@bob:x"); err != nil || other == first {
		t.Errorf("what is for bob is said before eve in %s, %v", other, err)
	}
}

// TestRefusedByOne cannot write to one of two users: the other gets the message.
func TestRefusedByOne(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	chat, err := s.directChat(t.Context(), "@alice:x")
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []id.UserID{"@raumbot:x", "@alice:x"} {
		if err := s.store.SetMembership(t.Context(), chat, who, event.MembershipJoin); err != nil {
			t.Fatal(err)
		}
	}
	h.refuse = func(path string) (int, string) {
		if strings.Contains(path, string(chat)+"/send") {
			return http.StatusForbidden, `{"errcode":"M_FORBIDDEN"}`
		}
		return 0, ""
	}
	m := news(1, "one")
	m.Room, m.Audience = bot.RoomID{}, bot.Private
	m.To = []bot.User{{UserID: bot.UserID{Platform: Platform, ID: "@alice:x"}}, m.To[0]}
	if _, err := s.deliver(t.Context(), m); err != nil || len(h.said) != 1 {
		t.Errorf("said %v, %v", h.said, err)
	}
}

// TestNothingDeliveredBeforeFirstSync delivers nothing before the first sync, and at once after it.
func TestNothingDeliveredBeforeFirstSync(t *testing.T) {
	s := testSession(t, &homeserver{})
	c := &Client{ready: make(chan struct{})}
	c.setSession(s)
	early, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Deliver(early, news(1, "one")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	s.synced.Store(true)
	time.AfterFunc(50*time.Millisecond, func() { close(c.ready) })
	began := time.Now()
	defer func() {
		if took := time.Since(began); took >= firstSyncTimeout {
			t.Errorf("a message has waited %s for a bot that was ready", took)
		}
	}()
	if receipt, err := c.Deliver(t.Context(), news(1, "one")); err != nil || receipt.Lost {
		t.Errorf("got %+v, %v", receipt, err)
	}
}

// TestStaysEncrypted has somebody remove the encryption of a room.
func TestStaysEncrypted(t *testing.T) {
	s := testSession(t, &homeserver{})
	for _, algorithm := range []id.Algorithm{id.AlgorithmMegolmV1, "", "m.none"} {
		e := &event.Event{Type: event.StateEncryption, StateKey: new(string)}
		e.Content.Parsed = &event.EncryptionEventContent{Algorithm: algorithm}
		if err := s.applyState(t.Context(), "!den:x", e); err != nil {
			t.Fatal(err)
		}
		if encrypted, err := s.store.IsEncrypted(t.Context(), "!den:x"); err != nil || !encrypted {
			t.Errorf("after %q: %v, %v", algorithm, encrypted, err)
		}
	}
}

// TestStoreFails returns an error when a state event cannot be stored.
func TestStoreFails(t *testing.T) {
	s := testSession(t, &homeserver{})
	s.store.close()
	e := &event.Event{Type: event.StateEncryption, StateKey: new(string)}
	e.Content.Parsed = &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}
	if err := s.applyState(t.Context(), "!den:x", e); err == nil {
		t.Error("the encryption of a room is lost in silence")
	}
	if receipt, err := s.deliver(t.Context(), news(1, "one")); err == nil || receipt.Lost {
		t.Errorf("a room is lost with the store: %+v, %v", receipt, err)
	}
}

// parentless is a store that fails, when told to, to return the parent of a game's room.
type parentless struct {
	bot.Store
	fails bool
}

var errParentless = errors.New("this cannot be read")

func (p *parentless) View(ctx context.Context, fn func(bot.Tx) error) error {
	return p.Store.View(ctx, func(tx bot.Tx) error { return fn(parentlessTx{tx, p}) })
}

type parentlessTx struct {
	bot.Tx
	store *parentless
}

func (tx parentlessTx) Memo(p bot.Platform, key string) ([]byte, error) {
	if tx.store.fails && strings.HasPrefix(key, "parent/") {
		return nil, errParentless
	}
	return tx.Tx.Memo(p, key)
}

// TestParentUnknown returns an error when the parent of a room cannot be read. The message is
// handled the next time.
func TestParentUnknown(t *testing.T) {
	s := testSession(t, &homeserver{})
	store := &parentless{Store: storage.Memory(), fails: true}
	s.service = service.New(service.Ports{Store: store})
	e := &event.Event{ID: "$1", RoomID: "!den:x", Sender: "@bob:x", Type: event.EventMessage}
	e.Content.Parsed = &event.MessageEventContent{MsgType: event.MsgText, Body: "!study raumschach"}
	games := func() (n int) {
		err := store.Store.View(t.Context(), func(tx bot.Tx) error {
			all, err := tx.GamesFrom(1, 10)
			n = len(all)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if err := s.handle(t.Context(), "!den:x", e); !errors.Is(err, errParentless) || games() != 0 {
		t.Errorf("%d games, error %v", games(), err)
	}
	store.fails = false
	if err := s.handle(t.Context(), "!den:x", e); err != nil || games() != 1 {
		t.Errorf("%d games, error %v", games(), err)
	}
}

// TestEditsOnce edits a message twice. Only the first edit is carried out.
func TestEditsOnce(t *testing.T) {
	s := testSession(t, &homeserver{})
	say := func(name, edits id.EventID, text string) {
		e := &event.Event{ID: name, RoomID: "!den:x", Sender: "@bob:x", Type: event.EventMessage}
		content := &event.MessageEventContent{MsgType: event.MsgText, Body: text}
		if edits != "" {
			content.NewContent = &event.MessageEventContent{MsgType: event.MsgText, Body: text}
			content.RelatesTo = (&event.RelatesTo{}).SetReplace(edits)
		}
		e.Content.Parsed = content
		s.handle(t.Context(), "!den:x", e)
	}
	say("$1", "", "!raum studdy raumschach")
	say("$2", "$1", "!study raumschach")
	say("$3", "$1", "!study gutenschach")
	reply, err := s.service.Handle(t.Context(), bot.Request{From: bot.User{UserID: bot.UserID{Platform: Platform, ID: "@bob:x"}, Name: "bob"}, Text: "games"})
	if err != nil || len(reply.Answer) != 1 || !strings.Contains(reply.Answer[0].Text, "Raumschach") || strings.Contains(reply.Answer[0].Text, "Gutenschach") {
		t.Errorf("got %+v, %v", reply.Answer, err)
	}
}

// TestTasksAreRetried keeps an invitation after a transient error, and drops it in the end.
func TestTasksAreRetried(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		ago    time.Duration
		kept   bool
	}{
		"a page of a proxy":      {http.StatusNotFound, "<html>not here</html>", 0, true},
		"another login":          {http.StatusUnauthorized, `{"errcode":"M_UNKNOWN_TOKEN"}`, 0, true},
		"overload":               {http.StatusBadGateway, `{"errcode":"M_UNKNOWN"}`, 0, true},
		"a server gone for good": {http.StatusBadGateway, `{"errcode":"M_UNKNOWN"}`, taskLifetime + time.Hour, false},
		"an invitation no more":  {http.StatusForbidden, `{"errcode":"M_FORBIDDEN"}`, 0, false},
	} {
		s := testSession(t, &homeserver{refuse: func(string) (int, string) { return c.status, c.body }})
		value := "x " + time.Now().Add(-c.ago).UTC().Format(time.RFC3339)
		if err := s.store.putNote(t.Context(), "task/join/!hall:x", value); err != nil {
			t.Fatal(err)
		}
		s.roomTasks.perform(t.Context(), "task/join/!hall:x", value)
		if noted, err := s.store.note(t.Context(), "task/join/!hall:x"); err != nil || (noted != "") != c.kept {
			t.Errorf("%s: kept %q, %v", name, noted, err)
		}
	}
}

// TestJoinsAreLimited joins some rooms at once, and the others one by one.
func TestJoinsAreLimited(t *testing.T) {
	s := testSession(t, &homeserver{})
	now := time.Now()
	for i := range joinBurst {
		if !s.roomTasks.invites.limit.AllowN(now, 1) {
			t.Errorf("room %d has to wait", i)
		}
	}
	if s.roomTasks.invites.limit.AllowN(now.Add(joinInterval/2), 1) || !s.roomTasks.invites.limit.AllowN(now.Add(joinInterval), 1) {
		t.Error("joins are not limited as documented")
	}
}

// TestAfterInvite cuts the timeline of a room that the bot has just joined.
func TestAfterInvite(t *testing.T) {
	s := testSession(t, &homeserver{})
	own, other := string(s.api.UserID), "@bob:x"
	for spelled, want := range map[string]string{
		"a b i j c":     "j c",
		"a b i c j d":   "c j d",
		"a b j c":       "c",       // a room for all
		"b c d":         "b c d",   // much has been said since
		"a i b j c j":   "b j c j", // a change of name
		"a j b l c j d": "d",
		"a k b":         "a k b",
	} {
		var events []*event.Event
		for _, name := range strings.Fields(spelled) {
			e := &event.Event{ID: id.EventID(name), Type: event.EventMessage}
			switch name {
			case "i":
				e.Type, e.StateKey, e.Content.Raw = event.StateMember, &own, map[string]any{"membership": "invite"}
			case "j":
				e.Type, e.StateKey, e.Content.Raw = event.StateMember, &own, map[string]any{"membership": "join"}
			case "l":
				e.Type, e.StateKey, e.Content.Raw = event.StateMember, &own, map[string]any{"membership": "leave"}
			case "k":
				e.Type, e.StateKey, e.Content.Raw = event.StateMember, &other, map[string]any{"membership": "join"}
			}
			events = append(events, e)
		}
		var got []string
		for _, e := range s.afterInvite(events) {
			got = append(got, string(e.ID))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("of %s it hears %v", spelled, got)
		}
	}
}
