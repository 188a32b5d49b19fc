//go:build goolm

package e2e

import (
	"context"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// TestPython has somebody read in an encrypted room with another client that shares no code with
// the bot. The person decrypts every message that the others read, and every picture. The bot
// restarts in the meantime, and takes a new key.
func TestPython(t *testing.T) {
	t.Parallel()
	python := needPython(t)
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	local := home.account(t, "nina")
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	var out, complaints strings.Builder
	c := exec.CommandContext(ctx, python, "python/read.py", home.url, local, password)
	c.Stdout, c.Stderr = &out, &complaints
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	nina := id.NewUserID(local, home.name)
	waitFor(t, "a client with keys", alice, "", func() bool {
		devices, err := alice.machine.FetchKeys(ctx, []id.UserID{nina}, true)
		return err == nil && len(devices[nina]) == 1
	})
	resp, err := alice.CreateRoom(ctx, encryptedRoom(r.id, bob.UserID, nina))
	if err != nil {
		t.Fatal(err)
	}
	room := resp.RoomID
	bob.join(room)
	alice.await(room, "the reader in the room", joins(nina))
	bob.await(room, "the reader in the room", joins(nina))
	alice.reads(room, "Hello!")
	variant, moves := script(t, "tunnelchess-paired-linepiece-06")
	g := begin(t, room, alice, bob, variant, false)
	g.play(moves[:3])
	r.kill()
	r.start()
	g.play(moves[3:5])
	r.stop()
	r.forget() // another device, with other keys
	r.start()
	r.logged("logged in", 3)
	for _, c := range g.people {
		c.signedDevices(r, 1)
	}
	g.play(moves[5:])
	g.over("Checkmate!")
	pictures := alice.count(room, isPicture)
	alice.readsAll(room)
	alice.say(room, "", "goodbye")
	if err := c.Wait(); err != nil {
		t.Fatalf("%v: %s", err, &complaints)
	}
	var got struct {
		Read     map[id.EventID]string
		Pictures []string
		Unread   []id.EventID
	}
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		t.Fatalf("%v: %s", err, &out)
	}
	if len(got.Unread) > 0 || len(got.Pictures) != pictures || slices.ContainsFunc(got.Pictures, func(kind string) bool { return kind != "PNG" }) {
		t.Errorf("of %d pictures the client sees %q, and it cannot read %v", pictures, got.Pictures, got.Unread)
	}
	alice.count(room, func(e *event.Event) bool {
		m, ok := e.Content.Parsed.(*event.MessageEventContent)
		if ok && e.Type == event.EventMessage && got.Read[e.ID] != m.Body {
			t.Errorf("the client reads %q, and others %q", got.Read[e.ID], m.Body)
		}
		return false
	})
}
