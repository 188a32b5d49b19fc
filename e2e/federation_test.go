//go:build goolm

package e2e

import (
	"context"
	"testing"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// TestFederation plays in encrypted rooms between homeservers of two kinds: the bot and one player
// are on one of them, the player who invites both is on the other. An invitation can arrive before
// its homeserver lets anybody accept it: it is tried again. The two come one after the other, as
// Dendrite loses rooms of Synapse that two of its users join at once.
func TestFederation(t *testing.T) {
	t.Parallel()
	needPython(t)
	ctx := context.Background()
	servers := []*server{ownServer(t, newFederated, dendrite{}), ownServer(t, newFederated, synapse{limits: unlimited})}
	for i, far := range servers {
		near := servers[1-i]
		r := newRobot(t, near, "")
		alice, bob := newClient(t, far, "alice"), newClient(t, near, "bob")
		resp, err := alice.CreateRoom(ctx, encryptedRoom(r.id))
		if err != nil {
			t.Fatal(err)
		}
		alice.reads(resp.RoomID, "Hello!")
		if _, err := alice.InviteUser(ctx, resp.RoomID, &mautrix.ReqInviteUser{UserID: bob.UserID}); err != nil {
			t.Fatal(err)
		}
		bob.joinInvited(resp.RoomID)
		alice.await(resp.RoomID, "bob in the room", joins(bob.UserID))
		bob.await(resp.RoomID, "alice in the room", joins(alice.UserID))
		bob.await(resp.RoomID, "the bot in the room", joins(r.id))
		g := begin(t, resp.RoomID, alice, bob, "raumschach", true)
		g.play([]string{"ab1-ac3", "ea4-ea3"})
		for _, c := range g.people {
			waitFor(t, "the pictures", c, g.room, func() bool { return g.pictures(c) == g.plies+1 })
			c.picture(g.room, true)
			c.readsAll(g.room)
		}
	}
}

// joinInvited joins a room of another homeserver, as soon as both let it.
func (c *client) joinInvited(room id.RoomID) {
	c.t.Helper()
	c.await(room, "an invitation", func(e *event.Event) bool { return becomes(c.UserID, "invite")(e) })
	waitFor(c.t, "the room to open", c, "", func() bool {
		_, err := c.JoinRoomByID(context.Background(), room)
		return err == nil
	})
}
