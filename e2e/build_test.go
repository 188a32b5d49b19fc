//go:build goolm

package e2e

import (
	"context"
	"path/filepath"
	"testing"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// TestWithoutEncryption plays with a bot that was built without the tag goolm. It says so in
// encrypted rooms, and nothing else; a game whose room becomes encrypted goes on in direct chats.
func TestWithoutEncryption(t *testing.T) {
	t.Parallel()
	plain := filepath.Join(t.TempDir(), "raumbot-plain")
	if err := build(plain); err != nil {
		t.Fatal(err)
	}
	r := newRobotOf(t, plain, home, "")
	r.logged("cannot read or write in encrypted rooms", 1)
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	resp, err := alice.CreateRoom(context.Background(), encryptedRoom(r.id))
	if err != nil {
		t.Fatal(err)
	}
	alice.reads(resp.RoomID, "I was built without encryption")
	asked := alice.say(resp.RoomID, "", "!games")
	alice.await(resp.RoomID, "an answer", func(e *event.Event) bool {
		return says("I was built without encryption")(e) && e.Content.AsMessage().RelatesTo.GetReplyTo() == asked
	})

	room := alice.room(false, "Den", r.id, bob)
	g := begin(t, room, alice, bob, "raumschach", true)
	g.play([]string{"ba2-ba3"})
	if _, err := alice.SendStateEvent(context.Background(), room, event.StateEncryption, "", &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
		t.Fatal(err)
	}
	chat := bob.directChat(r, false)
	bob.say(chat, "", "move eb4-eb3")
	private := alice.await("", "an invitation to a chat", func(e *event.Event) bool {
		return becomes(alice.UserID, "invite")(e) && e.Sender == r.id
	}).RoomID
	alice.join(private)
	alice.reads(private, "eb4-eb3")
	if n := alice.count(room, says("eb4-eb3")); n != 0 {
		t.Error("the bot writes openly in a room that is encrypted")
	}
}

// TestOrganisers lets moderators of a room decide its games, and nobody else.
func TestOrganisers(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	carol := newClient(t, home, "carol")
	room := carol.room(true, "Den", r.id, alice, bob)
	g := begin(t, room, alice, bob, "raumschach", true)
	bob.say(room, g.root, "!adjudicate 1 black confirm I want to win")
	bob.await(room, "a refusal", func(e *event.Event) bool { return says("rganiser")(e) && pings(e) })
	carol.say(room, g.root, "!adjudicate 1 draw confirm it is late")
	bob.reads(room, "because: it is late")
}
