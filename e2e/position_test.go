//go:build goolm

package e2e

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite"
)

// TestLostPosition starts the bot with a sync position that the homeserver does not know.
func TestLostPosition(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice := newClient(t, home, "alice")
	room := alice.room(true, "Den", r.id)
	alice.say(room, "", "!study raumschach")
	root := alice.reads(room, "Game 1 begins").ID
	r.stop()
	db := must(sql.Open("sqlite", filepath.Join(r.dir, "raumbot-matrix.db")))(t)
	if _, err := db.Exec("UPDATE raumbot_note SET value='x' WHERE name='since'"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	r.start()
	r.logged("rejects the sync position", 1)
	r.logged("msg=connected platform=matrix", 2)
	alice.say(room, root, "ba2-ba3")
	alice.reads(room, "ba2-ba3")
}
