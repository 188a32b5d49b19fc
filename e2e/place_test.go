//go:build goolm

package e2e

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// TestGameRooms gives each game a room of its own.
func TestGameRooms(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "games = \"room\"\nprefix = \"!schach\"\n")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	den := alice.room(true, "Den", r.id, bob)
	alice.say(den, "", "!schach help challenge")
	alice.reads(den, "Invite somebody to a game")
	variant, moves := script(t, "tunnelchess-paired-linepiece-06")
	alice.challenge(den, bob, variant+" white")
	bob.press(bob.reads(den, "accept 1"), "👍")
	alice.reads(den, "has a room of its own")
	room := alice.await("", "an invitation", func(e *event.Event) bool {
		return becomes(alice.UserID, "invite")(e) && e.Sender == r.id
	}).RoomID
	alice.join(room)
	bob.join(room)
	g := &game{t: t, people: [2]*client{alice, bob}, room: room}
	bob.await(room, "alice in the room", joins(alice.UserID))
	alice.await(room, "bob in the room", joins(bob.UserID))
	g.play(moves)
	for _, c := range g.people {
		c.reads(room, "Checkmate!")
	}
	if n := alice.count(den, says("Game 1: alice")); n != 0 {
		t.Errorf("%d moves are told in the room that the game came from", n)
	}
	// The room is found again after a restart: a rematch stays in it.
	r.stop()
	r.start()
	alice.say(room, "", "!rematch")
	bob.press(bob.await(room, "the offer of a rematch", says("accept 2")), "✅")
	bob.reads(room, "Game 2 begins")
}

// TestInvitations invites the bot against and according to the configuration, leaves it alone in a
// room, and upgrades a room.
func TestInvitations(t *testing.T) {
	t.Parallel()
	alice, mallory := newClient(t, home, "alice"), newClient(t, home, "mallory")
	r := newRobot(t, home, fmt.Sprintf("invites = [%q]\n", alice.UserID))
	unwanted, err := mallory.CreateRoom(context.Background(), &mautrix.ReqCreateRoom{Invite: []id.UserID{r.id}})
	if err != nil {
		t.Fatal(err)
	}
	mallory.await(unwanted.RoomID, "a refusal", leaves(r.id))

	open, err := alice.CreateRoom(context.Background(), &mautrix.ReqCreateRoom{Preset: "public_chat", Name: "Hall", Invite: []id.UserID{r.id}})
	if err != nil {
		t.Fatal(err)
	}
	alice.reads(open.RoomID, "Hello!")
	mallory.join(open.RoomID)

	// A room that replaces another is followed, and so are its games.
	alice.say(open.RoomID, "", "!study raumschach")
	root := alice.reads(open.RoomID, "begins").ID
	alice.say(open.RoomID, root, "ba2-ba3")
	alice.reads(open.RoomID, " plays ")
	var upgraded struct {
		Room id.RoomID `json:"replacement_room"`
	}
	if _, err := alice.MakeRequest(context.Background(), http.MethodPost, alice.BuildClientURL("v3", "rooms", open.RoomID, "upgrade"),
		map[string]string{"new_version": "10"}, &upgraded); err != nil {
		t.Fatal(err)
	}
	alice.reads(upgraded.Room, "Hello!")
	alice.say(upgraded.Room, "", "!move eb4-eb3")
	alice.await(upgraded.Room, "a move in the new room", says(" plays "))
	alice.reads(upgraded.Room, "plays")

	// Where nobody else is left the bot does not stay.
	if _, err := alice.LeaveRoom(context.Background(), upgraded.Room); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the bot to leave", mallory, upgraded.Room, func() bool {
		resp, err := mallory.JoinRoom(context.Background(), string(upgraded.Room), nil)
		return err == nil && resp.RoomID == upgraded.Room
	})
	mallory.await(upgraded.Room, "the bot outside", leaves(r.id))
}

// TestTwoRaumbots has a second bot come to an encrypted room. It answers to its name, and the first
// to the rest.
func TestTwoRaumbots(t *testing.T) {
	t.Parallel()
	first, second := newRobot(t, home, ""), newRobot(t, home, "")
	alice := newClient(t, home, "alice")
	room := alice.room(true, "Den", first.id)
	if _, err := alice.InviteUser(context.Background(), room, &mautrix.ReqInviteUser{UserID: second.id}); err != nil {
		t.Fatal(err)
	}
	called := second.id.Localpart() + ": rules raumschach"
	alice.reads(room, second.id.Localpart()+": games")
	of := func(bot id.UserID) func(*event.Event) bool {
		return func(e *event.Event) bool { return e.Sender == bot && says("5x5x5")(e) }
	}
	alice.say(room, "", "!rules raumschach")
	alice.await(room, "the answer of the first", of(first.id))
	alice.say(room, "", called)
	alice.await(room, "the answer of the second", of(second.id))
	if n, m := alice.count(room, of(first.id)), alice.count(room, of(second.id)); n != 1 || m != 1 {
		t.Errorf("the bots answer %d and %d times", n, m)
	}
}

// TestPrivately plays in direct chats: one that a player has created, and one that the bot creates
// to reach the other. A game whose room the bot is removed from goes on there.
func TestPrivately(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	den := alice.room(false, "Den", r.id, bob)
	chat := alice.directChat(r, true)
	alice.say(chat, "", "help")
	alice.reads(chat, "challenge")
	alice.say(chat, "", "challenge "+string(bob.UserID)+" tunnelchess-paired-linepiece white private")
	invited := bob.await("", "an invitation to a chat", func(e *event.Event) bool {
		return becomes(bob.UserID, "invite")(e) && e.Sender == r.id && e.Content.Raw["is_direct"] == true
	}).RoomID
	bob.join(invited)
	bob.say(invited, "", "accept 1")
	_, moves := script(t, "tunnelchess-paired-linepiece-06")
	alice.reads(chat, "begins:")
	tells := func(e *event.Event) bool { return says("Game 1: ")(e) && says(" plays ")(e) }
	for i, m := range moves {
		c, at := []*client{alice, bob}[i%2], []id.RoomID{chat, invited}[i%2]
		c.say(at, "", m)
		for _, seen := range []struct {
			*client
			room id.RoomID
		}{{alice, chat}, {bob, invited}} {
			waitFor(t, fmt.Sprintf("move %d", i+1), seen.client, seen.room, func() bool { return seen.count(seen.room, tells) == i+1 })
		}
	}
	alice.reads(chat, "Checkmate!")
	if n := alice.count(den, says("plays")); n != 0 {
		t.Errorf("%d moves of a private game are told in a room", n)
	}

	// A personal answer goes to the chat, with a note in the room.
	g := begin(t, den, alice, bob, "raumschach", false)
	alice.say(chat, "", "confirm on")
	alice.reads(chat, "You see each move")
	asked := alice.say(den, g.root, "ba2-ba3")
	alice.reads(chat, "plays it")
	alice.await(den, "a note", func(e *event.Event) bool {
		return says("I've sent you the answer in private")(e) && e.Content.AsMessage().RelatesTo.GetNonFallbackReplyTo() == asked
	})

	if _, err := alice.KickUser(context.Background(), den, &mautrix.ReqKickUser{UserID: r.id}); err != nil {
		t.Fatal(err)
	}
	alice.say(chat, "", "move 2 ba2-ba3!")
	bob.await(invited, "the move in private", func(e *event.Event) bool {
		return says("I can't write in the room")(e) && strings.Contains(e.Content.AsMessage().Body, "ba2-ba3")
	})
	bob.say(invited, "", "move 2 eb4-eb3")
	alice.await(chat, "the answer in private", func(e *event.Event) bool { return says("eb4-eb3")(e) && says(" plays ")(e) })
}
