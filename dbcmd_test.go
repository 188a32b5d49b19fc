package main

import (
	"context"
	"errors"
	"path/filepath"
	"raumbot/bot"
	"raumbot/storage"
	"raumbot/storage/storagetest"
	"strings"
	"testing"
)

// TestDatabaseCommands copies a database in all ways, and checks that each copy holds the same.
func TestDatabaseCommands(t *testing.T) {
	dir := t.TempDir()
	db, backup, text, other := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db"), filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "c.db")
	if code, _, errs := runCommand(t, db, mustRead(t, "examples/first-game.txt"), "console"); code != 0 {
		t.Fatal(errs)
	}
	for _, args := range [][]string{
		{"db", "check"}, {"db", "migrate"}, {"db", "backup", backup}, {"db", "check", "--db", backup},
		{"db", "export", text}, {"db", "import", text, "--db", other}, {"db", "--db", other, "check"},
	} {
		if code, _, errs := runCommand(t, db, "", args...); code != 0 {
			t.Errorf("%v: %s", args, errs)
		}
	}
	for _, path := range []string{backup, other} {
		again := path + ".jsonl"
		if code, _, errs := runCommand(t, path, "", "db", "export", again); code != 0 || mustRead(t, again) != mustRead(t, text) {
			t.Errorf("%s holds something else: %s", path, errs)
		}
	}
}

// TestTwoDatabases names a file and a server, as a unit and its operator may do: the server is
// used, and the file is said not to be.
func TestTwoDatabases(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.db")
	variables := map[string]string{"RAUMBOT_DATABASE": file, "DATABASE_URL": "postgres://raumbot:secret@127.0.0.1:1/raumbot"}
	if code, _, errs := runCommand(t, file, "", "console"); code != 0 {
		t.Fatal(errs)
	}
	code, out, errs := runWith(t, variables, "", "db", "check")
	if code != 1 || !strings.Contains(errs, "cannot be reached") || !strings.Contains(errs, file+" is named, too, and is not used.") || strings.Contains(out+errs, "secret") {
		t.Errorf("%d %s%s", code, out, errs)
	}
	code, out, errs = runWith(t, variables, "", "db", "check", "--db", file)
	if code != 0 || !strings.Contains(out, "sound") || errs != "" {
		t.Errorf("a file on the command line: %d %s%s", code, out, errs)
	}
}

// TestNamesOfDatabases names what is no database on the command line. Nothing is made, and no
// password is shown.
func TestNamesOfDatabases(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		says string
		args []string
	}{
		{"--to: the database has no name", []string{"db", "migrate", "--to", ""}},
		{"--db: the database has no name", []string{"db", "check", "--db="}},
		{"--db: the database has no name", []string{"console", "--db", ""}},
		{"begins with postgres://", []string{"db", "migrate", "--to", "mysql://raumbot:secret@host/x"}},
		{"begins with postgres://", []string{"db", "migrate", "--db", "postgres:/raumbot:secret@host", "--to", "b.db"}},
		{"begins with postgres://", []string{"console", "--db", "Postgres://raumbot:secret@host/x"}},
	} {
		code, out, errs := runWith(t, nil, "", c.args...)
		if code != 2 || out != "" || !strings.Contains(errs, c.says) || strings.Contains(errs, "secret") {
			t.Errorf("%q: %d %s%s", c.args, code, out, errs)
		}
	}
	if made, err := filepath.Glob("*"); len(made) > 0 || err != nil {
		t.Errorf("made were %v, %v", made, err)
	}
}

// TestFaultsOfServer checks a database on a server that cannot be reached, and in a time that is
// over: nobody is told to restore a backup.
func TestFaultsOfServer(t *testing.T) {
	url := storagetest.Postgres(t)
	if code, _, errs := runCommand(t, url, "", "db", "migrate"); code != 0 {
		t.Fatal(errs)
	}
	s, err := storage.ConnectAsIs(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := faultsOf(over, s); !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "backup") {
		t.Errorf("after the time: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := faultsOf(t.Context(), s); !errors.Is(err, bot.ErrAway) || strings.Contains(err.Error(), "backup") {
		t.Errorf("without a server: %v", err)
	}
}
