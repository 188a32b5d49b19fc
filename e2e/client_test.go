//go:build goolm

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto"
	"maunium.net/go/mautrix/crypto/cryptohelper"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// client is a user with a Matrix client.
type client struct {
	*mautrix.Client
	t    *testing.T
	name string
	// machine encrypts.
	machine *crypto.OlmMachine
	mu      sync.Mutex
	// events are all that have come, oldest first, those of encrypted rooms decrypted.
	events []*event.Event
}

// newClient makes an account and logs in.
func newClient(t *testing.T, s *server, name string) *client {
	t.Helper()
	return logIn(t, s, s.account(t, name))
}

// logIn logs in with an account.
func logIn(t *testing.T, s *server, local string) *client {
	t.Helper()
	api, err := mautrix.NewClient(s.url, "", "")
	if err != nil {
		t.Fatal(err)
	}
	c := &client{Client: api, t: t, name: local}
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := api.Login(ctx, &mautrix.ReqLogin{
		Type: mautrix.AuthTypePassword, Password: password, StoreCredentials: true,
		Identifier: mautrix.UserIdentifier{Type: mautrix.IdentifierTypeUser, User: local},
	}); err != nil {
		t.Fatal(err)
	}
	api.StateStore = mautrix.NewMemoryStateStore()
	syncer := api.Syncer.(*mautrix.DefaultSyncer)
	syncer.OnEvent(api.StateStoreSyncHandler)
	helper, err := cryptohelper.NewCryptoHelper(api, []byte("only here"), crypto.NewMemoryStore(nil))
	if err != nil {
		t.Fatal(err)
	}
	if err := helper.Init(ctx); err != nil {
		t.Fatal(err)
	}
	api.Crypto, c.machine = helper, helper.Machine()
	syncer.OnEvent(func(_ context.Context, e *event.Event) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.events = append(c.events, e)
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			api.SyncWithContext(ctx) // ends with ctx; a homeserver that is down is tried again
		}
	}()
	t.Cleanup(func() { cancel(); <-done })
	return c
}

// await waits for an event in a room.
func (c *client) await(room id.RoomID, what string, is func(*event.Event) bool) *event.Event {
	c.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if e := c.find(room, is); e != nil {
			return e
		}
	}
	c.t.Fatalf("%s waits in vain for %s; the room holds:\n%s", c.name, what, c.transcript(room))
	return nil
}

func (c *client) find(room id.RoomID, is func(*event.Event) bool) *event.Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.events {
		if (room == "" || e.RoomID == room) && is(e) {
			return e
		}
	}
	return nil
}

// count counts events of a room.
func (c *client) count(room id.RoomID, is func(*event.Event) bool) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.events {
		if e.RoomID == room && is(e) {
			n++
		}
	}
	return n
}

// readsAll waits until all messages in a room since a member joined are decrypted. A message that
// has just arrived is not decrypted yet, and its key may arrive after it. Members who wrote earlier
// messages may not have known the invited members.
func (c *client) readsAll(room id.RoomID) {
	c.t.Helper()
	came, read := joins(c.UserID), map[id.EventID]bool{} // what is decrypted comes once more
	unread := func() (all []id.EventID) {
		here := false
		c.count(room, func(e *event.Event) bool {
			if here = here || came(e); here {
				read[e.ID] = read[e.ID] || e.Type != event.EventEncrypted
			}
			return false
		})
		for e, ok := range read {
			if !ok {
				all = append(all, e)
			}
		}
		return all
	}
	for end := time.Now().Add(patience); len(unread()) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Errorf("%s cannot read %v; the room holds:\n%s", c.name, unread(), c.transcript(room))
			return
		}
	}
}

// fill adds the messages of an unencrypted room that syncing has left out. A homeserver that stops
// while it sends one may keep it and never sync it; clients then find it when they read back.
func (c *client) fill(room id.RoomID) {
	c.t.Helper()
	resp, err := c.Messages(c.t.Context(), room, "", "", mautrix.DirectionBackward, nil, 100)
	if err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range resp.Chunk {
		known := slices.ContainsFunc(c.events, func(other *event.Event) bool { return other.ID == e.ID })
		if !known && e.Type == event.EventMessage && e.Content.ParseRaw(e.Type) == nil {
			e.RoomID = room
			c.events = append(c.events, e)
		}
	}
}

func (c *client) transcript(room id.RoomID) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var lines []string
	for _, e := range c.events {
		if room == "" || e.RoomID == room {
			lines = append(lines, fmt.Sprintf("%s %s %q %T: %.200s", e.Sender, e.Type.Type, e.GetStateKey(), e.Content.Parsed, e.Content.VeryRaw))
		}
	}
	if room == "" {
		return strings.Join(lines, "\n")
	}
	lines = append(lines, "and the homeserver holds:")
	resp, err := c.Messages(context.Background(), room, "", "", mautrix.DirectionBackward, nil, 20)
	if err != nil {
		return strings.Join(append(lines, err.Error()), "\n")
	}
	for _, e := range slices.Backward(resp.Chunk) {
		lines = append(lines, fmt.Sprintf("%s %s: %.200s", e.Sender, e.Type.Type, e.Content.VeryRaw))
	}
	return strings.Join(lines, "\n")
}

// reads waits for a text of the bot with some words, in any room if none is given.
func (c *client) reads(room id.RoomID, words string) *event.Event {
	c.t.Helper()
	return c.await(room, fmt.Sprintf("%q", words), says(words))
}

// says matches a text of the bot with some words: a notice, or a message that waits for somebody.
func says(words string) func(*event.Event) bool {
	return func(e *event.Event) bool {
		m, ok := e.Content.Parsed.(*event.MessageEventContent)
		return ok && (m.MsgType == event.MsgNotice || m.MsgType == event.MsgText && strings.HasPrefix(string(e.Sender), "@raumbot")) && strings.Contains(m.Body, words)
	}
}

// room creates a room with several users, encrypted or not, and waits until all have joined.
func (c *client) room(encrypted bool, name string, robot id.UserID, people ...*client) id.RoomID {
	c.t.Helper()
	req := &mautrix.ReqCreateRoom{}
	if encrypted {
		req = encryptedRoom()
	}
	req.Preset, req.Name, req.Invite = "private_chat", name, []id.UserID{robot}
	for _, p := range people {
		req.Invite = append(req.Invite, p.UserID)
	}
	resp, err := c.CreateRoom(context.Background(), req)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, p := range people {
		p.join(resp.RoomID)
	}
	for _, p := range append(people, c) {
		for _, who := range append(req.Invite, c.UserID) {
			p.await(resp.RoomID, string(who)+" in the room", joins(who))
		}
	}
	c.reads(resp.RoomID, "Hello!")
	return resp.RoomID
}

// encryptedRoom asks for an encrypted room with some people.
func encryptedRoom(people ...id.UserID) *mautrix.ReqCreateRoom {
	return &mautrix.ReqCreateRoom{Preset: "private_chat", Name: "Vault", Invite: people, InitialState: []*event.Event{
		{Type: event.StateEncryption, Content: event.Content{Parsed: &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}}},
	}}
}

func joins(who id.UserID) func(*event.Event) bool  { return becomes(who, "join") }
func leaves(who id.UserID) func(*event.Event) bool { return becomes(who, "leave") }

// becomes matches a change of membership, and not a change of a name or a mark that a member has.
// It looks at the raw content, as mautrix shares and changes the parsed one.
func becomes(who id.UserID, membership string) func(*event.Event) bool {
	return func(e *event.Event) bool {
		before := e.Unsigned.PrevContent
		return e.Type == event.StateMember && e.GetStateKey() == string(who) && e.Content.Raw["membership"] == membership &&
			(before == nil || before.Raw["membership"] != membership)
	}
}

func (c *client) join(room id.RoomID) {
	c.t.Helper()
	if _, err := c.JoinRoomByID(context.Background(), room); err != nil {
		c.t.Fatal(err)
	}
}

// say says something, in a thread if one is given.
func (c *client) say(room id.RoomID, thread id.EventID, text string) id.EventID {
	c.t.Helper()
	return c.send(room, thread, &event.MessageEventContent{MsgType: event.MsgText, Body: text})
}

func (c *client) send(room id.RoomID, thread id.EventID, content *event.MessageEventContent) id.EventID {
	c.t.Helper()
	if thread != "" {
		content.RelatesTo = (&event.RelatesTo{}).SetThread(thread, thread)
	}
	resp, err := c.SendMessageEvent(context.Background(), room, event.EventMessage, content)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp.EventID
}

// press adds a reaction.
func (c *client) press(e *event.Event, key string) {
	c.t.Helper()
	if _, err := c.SendReaction(context.Background(), e.RoomID, e.ID, key); err != nil {
		c.t.Fatal(err)
	}
}

// challenge challenges somebody by a mention, as chat programs write it.
func (c *client) challenge(room id.RoomID, other *client, rest string) id.EventID {
	c.t.Helper()
	return c.send(room, "", &event.MessageEventContent{
		MsgType: event.MsgText, Body: "!challenge " + other.name + " " + rest, Format: event.FormatHTML,
		FormattedBody: fmt.Sprintf(`!challenge <a href="https://matrix.to/#/%s">%s</a> %s`, other.UserID, other.name, rest),
		Mentions:      &event.Mentions{UserIDs: []id.UserID{other.UserID}},
	})
}

// thread returns the thread that an event stands in.
func thread(e *event.Event) id.EventID {
	if m, ok := e.Content.Parsed.(*event.MessageEventContent); ok {
		return m.RelatesTo.GetThreadParent()
	}
	return ""
}

// pings reports whether a message mentions exactly some users.
func pings(e *event.Event, people ...id.UserID) bool {
	m, ok := e.Content.Parsed.(*event.MessageEventContent)
	if !ok || m.Mentions == nil || m.Mentions.Room || len(m.Mentions.UserIDs) != len(people) {
		return false
	}
	for _, p := range people {
		if !slices.Contains(m.Mentions.UserIDs, p) {
			return false
		}
	}
	return true
}

// directChat begins a direct chat with the bot.
func (c *client) directChat(r *robot, encrypted bool) id.RoomID {
	c.t.Helper()
	req := &mautrix.ReqCreateRoom{}
	if encrypted {
		req = encryptedRoom()
	}
	req.Preset, req.IsDirect, req.Invite = "trusted_private_chat", true, []id.UserID{r.id}
	resp, err := c.CreateRoom(context.Background(), req)
	if err != nil {
		c.t.Fatal(err)
	}
	c.reads(resp.RoomID, "Hello!")
	return resp.RoomID
}
