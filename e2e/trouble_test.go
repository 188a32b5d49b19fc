//go:build goolm

package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// TestEncryptedWithRestarts plays a whole game in an encrypted room. In the middle the bot
// is killed, stopped, and loses its keys; moves are made while it is down.
func TestEncryptedWithRestarts(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	room := alice.room(true, "Den", r.id, bob)
	variant, moves := script(t, "tunnelchess-paired-everything-06")
	g := begin(t, room, alice, bob, variant, false)
	g.play(moves[:8])
	device := alice.signedDevices(r, 1)[0]

	r.kill()
	g.mover().say(room, g.root, moves[8])
	r.start()
	g.made()
	g.play(moves[9:14])

	r.stop()
	g.mover().say(room, g.root, moves[14])
	g.mover().say(room, g.root, "good luck")
	r.start()
	g.made()
	g.play(moves[15:20])
	if now := alice.signedDevices(r, 1)[0]; now != device {
		t.Errorf("after two restarts the device is %s, was %s", now, device)
	}

	r.stop()
	r.forget()
	r.start()
	r.logged("signed with the recovery key", 1)
	r.logged("logged in", 4)
	for _, c := range []*client{alice, bob} {
		if now := c.signedDevices(r, 1)[0]; now == device {
			t.Errorf("the device whose keys are lost is still there: %s", now)
		}
	}
	g.play(moves[20:])
	g.over("Checkmate!")
	bob.picture(room, true)
	r.keepsSecrets()
}

// forget removes the file of the keys.
func (r *robot) forget() {
	r.t.Helper()
	for _, ending := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(filepath.Join(r.dir, "raumbot-matrix.db"+ending)); err != nil && !os.IsNotExist(err) {
			r.t.Fatal(err)
		}
	}
}

// TestAccessToken starts the bot with an access token, and not its password, then with one
// that the homeserver has ended.
func TestAccessToken(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	r.logged("logged in", 1)
	r.stop()
	r.forget()
	api, err := mautrix.NewClient(home.url, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := api.Login(context.Background(), &mautrix.ReqLogin{
		Type: mautrix.AuthTypePassword, Password: password, StoreCredentials: true,
		Identifier: mautrix.UserIdentifier{Type: mautrix.IdentifierTypeUser, User: r.id.Localpart()},
	}); err != nil {
		t.Fatal(err)
	}
	r.env = []string{"MATRIX_PASSWORD=", "MATRIX_ACCESS_TOKEN=" + api.AccessToken}
	r.start()
	r.logged("signed with the recovery key", 1)
	alice := newClient(t, home, "alice")
	room := alice.room(true, "Den", r.id)
	alice.say(room, "", "!variants")
	alice.reads(room, "gutenschach")
	r.keepsSecrets(api.AccessToken)
	if _, err := api.Logout(context.Background()); err != nil {
		t.Fatal(err)
	}
	err = r.process.Wait()
	r.process = nil
	if err == nil {
		t.Error("the bot ends without an error when its token has ended")
	}
	r.logged("does not know the access token any more", 1)
}

// TestKeysAreReset has an app replace the keys of the bot's account. The bot says that its device
// is not signed any more, and takes the new recovery key while it runs. With a token alone, another
// bot does not begin with such an account.
func TestKeysAreReset(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	r.logged("connected", 1)
	alice := newClient(t, home, "alice")
	alice.signedDevices(r, 1)
	app := logIn(t, home, r.id.Localpart())
	key := app.makeKeys()
	r.logged("the bot's device is not signed, so apps", 1)
	path := filepath.Join(r.dir, "raumbot-matrix-recovery-key.txt")
	if err := os.WriteFile(path, []byte(key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := app.machine.SignOwnDevice(context.Background(), app.machine.OwnIdentity()); err != nil { // a change that it sees at once
		t.Fatal(err)
	}
	r.logged("signed again", 1)
	newClient(t, home, "bob").signedDevices(r, 2)

	r.stop()
	r.forget()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	r.env = []string{"MATRIX_PASSWORD=", "MATRIX_ACCESS_TOKEN=" + app.AccessToken}
	r.start()
	if err := r.process.Wait(); err == nil {
		t.Error("it begins with keys that it cannot use")
	}
	r.process = nil
	r.logged("give the bot the account's recovery key", 1)
}

// signedDevices waits until somebody's chat program knows that many devices of the bot
// that its account's own keys have signed, and returns them.
func (c *client) signedDevices(r *robot, number int) (signed []id.DeviceID) {
	c.t.Helper()
	ctx := context.Background()
	waitFor(c.t, fmt.Sprintf("%d signed devices", number), c, "", func() bool {
		devices, err := c.machine.FetchKeys(ctx, []id.UserID{r.id}, true)
		if err != nil {
			c.t.Fatal(err)
		}
		signed = nil
		for _, device := range devices[r.id] {
			if trust, err := c.machine.ResolveTrustContext(ctx, device); err == nil && trust >= id.TrustStateCrossSignedTOFU {
				signed = append(signed, device.DeviceID)
			}
		}
		return len(signed) == number
	})
	return signed
}

// keepsSecrets makes sure that the log has no secrets, and that no other user can read the files
// with secrets.
func (r *robot) keepsSecrets(others ...string) {
	r.t.Helper()
	path := filepath.Join(r.dir, "raumbot-matrix-recovery-key.txt")
	key, err := os.ReadFile(path)
	if err != nil {
		r.t.Fatal(err)
	}
	log, err := os.ReadFile(r.log())
	if err != nil {
		r.t.Fatal(err)
	}
	if text := strings.TrimSpace(string(key)); len(text) < 40 || strings.Contains(string(log), text) || strings.Contains(string(log), password) {
		r.t.Errorf("the recovery key is %d characters long, or the log tells a secret", len(text))
	}
	for _, other := range others {
		if strings.Contains(string(log), other) {
			r.t.Error("the log tells a secret")
		}
	}
	for _, p := range []string{path, filepath.Join(r.dir, "raumbot-matrix.db")} {
		if info, err := os.Stat(p); err != nil || info.Mode().Perm() != 0o600 {
			r.t.Errorf("%s: %v, %v", p, info, err)
		}
	}
}

// TestHomeserverStops stops the homeserver right after moves have been made. The bot waits for it,
// and announces each move once.
func TestHomeserverStops(t *testing.T) {
	t.Parallel()
	s := ownServer(t, newServer, home.software)
	r := newRobot(t, s, "")
	alice, bob := newClient(t, s, "alice"), newClient(t, s, "bob")
	room := alice.room(false, "Den", r.id, bob)
	variant, moves := script(t, "tunnelchess-paired-linepiece-06")
	g := begin(t, room, alice, bob, variant, false)
	for i, m := range moves {
		said := g.mover().say(room, g.root, m)
		if i == 2 || i == 6 {
			bob.await(room, "what has been said", func(e *event.Event) bool { return e.ID == said })
			if err := s.stop(); err != nil {
				t.Fatal(err)
			}
			r.logged("sync failed", 1+i/6)
			r.logged("msg=disconnected platform=matrix", 1+i/6)
			if err := s.start(); err != nil {
				t.Fatal(err)
			}
			r.logged("msg=connected platform=matrix", 2+i/6)
		}
		g.made()
	}
	for _, c := range g.people {
		c.reads(room, "Checkmate!")
		c.fill(room)
	}
	g.over("Checkmate!")
}

// TestTwoRoomsAtOnce plays two games at the same time, one of them in an
// encrypted room, between the same people.
func TestTwoRoomsAtOnce(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	variant, moves := script(t, "tunnelchess-paired-linepiece-06")
	plain := begin(t, alice.room(false, "Den", r.id, bob), alice, bob, variant, false)
	secret := begin(t, bob.room(true, "Lair", r.id, alice), bob, alice, variant, true)
	for _, m := range moves {
		plain.mover().say(plain.room, plain.root, m)
		secret.mover().say(secret.room, secret.root, m)
		plain.made()
		secret.made()
	}
	plain.over("Checkmate!")
	secret.over("Checkmate!")
}
