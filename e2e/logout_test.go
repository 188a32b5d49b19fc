//go:build goolm

package e2e

import (
	"context"
	"testing"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// TestLoggedOut ends the bot's session from another one, while it runs and while it does not, which
// deletes its device and keys. The bot logs in again, and is verified as before.
func TestLoggedOut(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice := newClient(t, home, "alice")
	room := alice.room(true, "Den", r.id)
	alice.say(room, "", "!study raumschach")
	alice.reads(room, "Game 1 begins")

	r.logOut(alice.signedDevices(r, 1)[0])
	r.logged("logging in again", 1)
	alice.signedDevices(r, 1)
	alice.say(room, "", "!study gutenschach")
	alice.reads(room, "Game 2 begins")

	device := alice.signedDevices(r, 1)[0]
	r.stop()
	r.logOut(device)
	r.start()
	r.logged("logged in", 2)
	alice.signedDevices(r, 1)
	alice.say(room, "", "!study octhex146")
	alice.reads(room, "Game 3 begins")
}

// logOut ends a session of the bot's account from another one.
func (r *robot) logOut(device id.DeviceID) {
	r.t.Helper()
	ctx := context.Background()
	api, err := mautrix.NewClient(r.server.url, "", "")
	if err != nil {
		r.t.Fatal(err)
	}
	who := mautrix.UserIdentifier{Type: mautrix.IdentifierTypeUser, User: r.id.Localpart()}
	if _, err := api.Login(ctx, &mautrix.ReqLogin{Type: mautrix.AuthTypePassword, Password: password, StoreCredentials: true, Identifier: who}); err != nil {
		r.t.Fatal(err)
	}
	request := &mautrix.ReqDeleteDevice[any]{Auth: map[string]any{"type": mautrix.AuthTypePassword, "identifier": who, "password": password}}
	if err := api.DeleteDevice(ctx, device, request); err != nil {
		r.t.Fatal(err)
	}
	if _, err := api.Logout(ctx); err != nil {
		r.t.Fatal(err)
	}
}

// TestComesBack removes the bot from a room and invites it again. Messages sent meanwhile are not
// for it.
func TestComesBack(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice := newClient(t, home, "alice")
	ctx := context.Background()
	room := alice.room(false, "Den", r.id)
	if _, err := alice.KickUser(ctx, room, &mautrix.ReqKickUser{UserID: r.id}); err != nil {
		t.Fatal(err)
	}
	alice.await(room, "the bot outside", leaves(r.id))
	alice.say(room, "", "!study raumschach")
	for range 3 {
		alice.say(room, "", "small talk")
	}
	if _, err := alice.InviteUser(ctx, room, &mautrix.ReqInviteUser{UserID: r.id}); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the bot inside again", alice, room, func() bool {
		return alice.count(room, joins(r.id)) == 2
	})
	r.stop() // and once more while it does not look
	if _, err := alice.KickUser(ctx, room, &mautrix.ReqKickUser{UserID: r.id}); err != nil {
		t.Fatal(err)
	}
	alice.say(room, "", "!study raumschach")
	if _, err := alice.InviteUser(ctx, room, &mautrix.ReqInviteUser{UserID: r.id}); err != nil {
		t.Fatal(err)
	}
	r.start()
	waitFor(t, "the bot inside once more", alice, room, func() bool { return alice.count(room, joins(r.id)) == 3 })
	alice.say(room, "", "!study gutenschach")
	if first := alice.await(room, "a game", says("Game 1 begins")); !says("Gutenschach")(first) {
		t.Error("what was said while the bot was outside is carried out")
	}
	if n := alice.count(room, func(e *event.Event) bool { return says("Raumschach")(e) }); n != 0 {
		t.Errorf("raumschach is spoken of %d times", n)
	}
}
