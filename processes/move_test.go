package processes

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver of the keys of Matrix

	"raumbot/storage/storagetest"
)

// TestMove moves a database to a server and back, and checks that nothing has changed.
func TestMove(t *testing.T) {
	t.Parallel()
	url := storagetest.Postgres(t)
	dir := t.TempDir()
	file, back := filepath.Join(dir, "file.db"), filepath.Join(dir, "back.db")
	say := func(db, wants, stdin string, args ...string) {
		t.Helper()
		if code, out, errs := runCommand(t, db, stdin, args...); code != 0 || !strings.Contains(out, wants) {
			t.Fatalf("%v: %d %s%s", args, code, out, errs)
		}
	}
	console := []string{"console", "--pictures", filepath.Join(dir, "pictures")}
	say(file, "Game 1 begins", "ada: challenge ben raumschach white\nben: accept\n", console...)
	keys := func(name, note string) (value string) {
		t.Helper()
		db, err := sql.Open("sqlite", filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, statement := range []string{
			"CREATE TABLE IF NOT EXISTS raumbot_note (name TEXT PRIMARY KEY, value TEXT NOT NULL)", "INSERT OR IGNORE INTO raumbot_note VALUES ('device', 'OURS')",
		} {
			if _, err := db.Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		_ = db.QueryRow("SELECT value FROM raumbot_note WHERE name=?", note).Scan(&value)
		return value
	}
	keys("file-matrix.db", "device")
	say(file, "The keys of Matrix have been moved", "", "db", "migrate", "--to", url)
	if to := keys("file-matrix.db", "moved"); !strings.HasPrefix(to, "postgres://raumbot@") {
		t.Errorf("the old keys are said to be in %q", to)
	}
	if code, _, errs := runCommand(t, file, "", "db", "migrate", "--to", url); code == 0 || !strings.Contains(errs, "records already") {
		t.Errorf("a database that is not empty: %d %s", code, errs)
	}
	say(url, "sound", "", "db", "check")
	say(url, "The keys of Matrix have been moved", "", "db", "migrate", "--to", back)
	if there, err := os.Stat(filepath.Join(dir, "back-matrix.db")); err != nil || there.Mode().Perm() != 0o600 {
		t.Errorf("the keys that came back: %v, %v", there, err)
	}
	say(file, "", "", "db", "export", filepath.Join(dir, "file.txt"))
	say(back, "", "", "db", "export", filepath.Join(dir, "back.txt"))
	if mustRead(t, filepath.Join(dir, "file.txt")) != mustRead(t, filepath.Join(dir, "back.txt")) {
		t.Error("what came back is not what went")
	}
	say(url, "1. ab2-ab3", "ada: ab2-ab3\nben: log\n", console...)

	for task, wants := range map[string]string{"backup": "pg_dump", "restore": "pg_restore", "compact": "VACUUM"} {
		args := []string{"db", task}
		if task != "compact" {
			args = append(args, filepath.Join(dir, "copy"))
		}
		if code, _, errs := runCommand(t, url, "", args...); code != 1 || !strings.Contains(errs, wants) {
			t.Errorf("%s: %d %s", task, code, errs)
		}
	}
	if code, _, errs := runCommand(t, file, "", "db", "migrate", "--to", file); code != 1 || !strings.Contains(errs, "the same") {
		t.Errorf("to itself: %d %s", code, errs)
	}
}
