package processes

import (
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/storage"
	"raumbot/storage/backup"
)

// TestBackupWhileRunning copies the database of a running bot, and restores the
// copy after more has been played.
func TestBackupWhileRunning(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, backup := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	bot := startConsole(t, db)
	bot.ask("alice: challenge bob raumschach white", "challenges bob")
	mustRun := func(want string, args ...string) {
		t.Helper()
		if code, out, errs := runCommand(t, db, "", args...); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%v: %s%s", args, out, errs)
		}
	}
	mustFail := func(want string, args ...string) {
		t.Helper()
		if code, out, errs := runCommand(t, db, "", args...); code != 1 || !strings.Contains(errs, want) {
			t.Errorf("%v: %s%s", args, out, errs)
		}
	}
	if info, err := os.Stat(db + ".sock"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket: %v, %v", info, err)
	}
	mustRun("while the bot goes on", "db", "backup", backup)
	mustFail("exists already", "db", "backup", backup)
	mustFail("stop the bot first", "db", "restore", backup)
	bot.ask("bob: accept", "Game 1 begins")
	bot.end()
	if _, err := os.Lstat(db + ".sock"); err == nil {
		t.Error("the socket is left")
	}
	mustRun("is sound", "db", "check", "--db", backup)

	mustRun("Restored", "db", "restore", backup)
	if code, out, _ := runCommand(t, db, "alice: games\nbob: accept\n", "console"); code != 0 || !strings.Contains(out, "Game 1 begins") {
		t.Errorf("the restored database: %s", out)
	}
	aside, _ := filepath.Glob(db + ".replaced-*")
	if len(aside) != 1 {
		t.Fatalf("kept aside are %v", aside)
	}
	mustRun("is sound", "db", "check", "--db", aside[0])

	if err := os.WriteFile(backup, []byte(mustRead(t, backup)[:8000]), 0o600); err != nil {
		t.Fatal(err)
	}
	mustFail("is not restored", "db", "restore", backup)
	mustRun("is sound", "db", "check")
	if left, _ := filepath.Glob(filepath.Join(dir, "*restoring*")); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}

// TestNoCopies asks for a copy where no bot offers any.
func TestNoCopies(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "a.db")
	store, err := storage.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if code, _, errs := runCommand(t, db, "", "db", "backup", db+".copy"); code != 1 || !strings.Contains(errs, "gives no copies") {
		t.Error(errs)
	}
	// A socket left by a crash must not stop the next bot.
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: db + ".sock", Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	listener.Close() // the socket file stays
	stop, err := backup.Offer(db, store, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if code, _, errs := runCommand(t, db, "", "db", "backup", db+".copy"); code != 0 {
		t.Error(errs)
	}
}

// TestDatabaseTakenAway deletes the database of a running bot: nothing may be answered as if it
// were stored, and once the file is back the game goes on.
func TestDatabaseTakenAway(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "a.db")
	bot := startConsole(t, db)
	bot.ask("alice: challenge bob raumschach white", "challenges bob")
	bot.ask("carol: variants", "Stockschach") // by now the challenge has been delivered
	if err := os.Rename(db, db+".away"); err != nil {
		t.Fatal(err)
	}
	bot.ask("bob: accept", "has been taken away, so nothing can be kept")
	if err := os.Rename(db+".away", db); err != nil {
		t.Fatal(err)
	}
	bot.ask("bob: accept", "Game 1 begins")
	bot.end()
}

// TestLongPath copies the database of a running bot whose path is too long for the name of a
// socket, and checks that the remains of a killed restoration are removed.
func TestLongPath(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("this system has no short names of open folders:", err)
	}
	folder := filepath.Join(t.TempDir(), strings.Repeat("long/", 30))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(folder, "a.db")
	if err := os.WriteFile(db+".restoring", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	bot := startConsole(t, db)
	bot.ask("alice: challenge bob raumschach white", "challenges bob")
	if _, err := os.Stat(db + ".restoring"); err == nil {
		t.Error("what was left of a restoration is still there")
	}
	if code, out, errs := runCommand(t, db, "", "db", "backup", filepath.Join(folder, "b.db")); code != 0 || !strings.Contains(out, "while the bot goes on") {
		t.Error(out, errs)
	}
	if code, _, errs := runCommand(t, db, "", "db", "compact"); code != 1 || !strings.Contains(errs, "once a week by itself") {
		t.Error(errs)
	}
	bot.end()
	if code, out, errs := runCommand(t, db, "", "db", "compact"); code != 0 || !strings.Contains(out, "Compacted") {
		t.Error(out, errs)
	}
	if code, out, errs := runCommand(t, db, "", "db", "check"); code != 0 {
		t.Error(out, errs)
	}
}

// TestFileNamesAreEscaped uses file names that contain terminal escape sequences.
func TestFileNamesAreEscaped(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "a\x1b[2Jb\u202e.db")
	code, out, errs := runCommand(t, db, "", "db", "check")
	if code != 1 || strings.ContainsAny(out+errs, "\x1b\u202e") || !strings.Contains(errs, `a\x1b[2Jb\u202e.db`) {
		t.Errorf("%d: %q %q", code, out, errs)
	}
	if code, out, errs := runCommand(t, db, "alice: variants\n", "console"); code != 0 || strings.ContainsAny(out+errs, "\x1b\u202e") {
		t.Errorf("%d: %q %q", code, out, errs)
	}
}
