package postgres

import (
	"testing"

	"raumbot/storage/storagetest"
)

// TestCommitsAreDurable opens a database whose user is set not to wait for the disk: raumbot does
// wait. Other settings stay as they are.
func TestCommitsAreDurable(t *testing.T) {
	for set, want := range map[string]string{"off": "on", "remote_apply": "remote_apply"} {
		url := storagetest.Postgres(t) + "&synchronous_commit=" + set
		e, err := Open(t.Context(), url, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		var got string
		if err := e.pool.QueryRow(t.Context(), "show synchronous_commit").Scan(&got); err != nil || got != want {
			t.Errorf("%s: it is %s, %v", set, got, err)
		}
	}
}
