//go:build goolm

package e2e

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
	_ "modernc.org/sqlite"
)

// TestFullDisk makes writes to each table of the bot's Matrix store fail in turn, as on a full
// disk, while commands arrive in an encrypted room with new keys. All commands are carried out when
// writing is possible again.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice := newClient(t, home, "alice")
	room := alice.room(true, "Den", r.id)
	db, err := sql.Open("sqlite", filepath.Join(r.dir, "raumbot-matrix.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	exec := func(format string, args ...any) {
		t.Helper()
		if _, err := db.Exec(fmt.Sprintf(format, args...)); err != nil {
			t.Fatal(err)
		}
	}
	tables := []string{"crypto_olm_session", "crypto_megolm_inbound_session", "crypto_message_index", "raumbot_note"}
	var asked []id.EventID
	for i, table := range tables {
		for _, change := range []string{"INSERT", "UPDATE"} {
			exec("CREATE TRIGGER full_%s BEFORE %s ON %s BEGIN SELECT RAISE(ABORT, 'the disk is full'); END", change, change, table)
		}
		alice.newKey(room)
		for range 3 {
			asked = append(asked, alice.say(room, "", "!variants"))
		}
		r.logged("sync failed", i+1)
		for _, change := range []string{"INSERT", "UPDATE"} {
			exec("DROP TRIGGER full_%s", change)
		}
		for n, question := range asked {
			alice.await(room, fmt.Sprintf("answer %d of %d", n+1, len(asked)), func(e *event.Event) bool {
				return says("gutenschach")(e) && e.Content.AsMessage().RelatesTo.GetReplyTo() == question
			})
		}
	}
}

// newKey makes the client use a new key in a room, and give it to everybody.
func (c *client) newKey(room id.RoomID) {
	c.t.Helper()
	if err := c.machine.CryptoStore.RemoveOutboundGroupSession(c.t.Context(), room); err != nil {
		c.t.Fatal(err)
	}
}
