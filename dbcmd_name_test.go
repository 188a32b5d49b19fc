package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// runWith runs a command line in an environment with some variables.
func runWith(t *testing.T, variables map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), environment{strings.NewReader(""), &out, &errs, func(name string) string { return variables[name] }}, args)
	return code, out.String(), errs.String()
}

// TestTwoDatabases names a file and a server, as a unit and its operator may do: the server is used, and the file is said not to be.
func TestTwoDatabases(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.db")
	variables := map[string]string{"RAUMBOT_DATABASE": file, "DATABASE_URL": "postgres://raumbot:secret@127.0.0.1:1/raumbot"}
	if code, _, errs := runCommand(t, file, "", "console"); code != 0 {
		t.Fatal(errs)
	}
	code, out, errs := runWith(t, variables, "db", "check")
	if code != 1 || !strings.Contains(errs, "cannot be reached") || !strings.Contains(errs, file+" is named, too, and is not used.") || strings.Contains(out+errs, "secret") {
		t.Errorf("%d %s%s", code, out, errs)
	}
	code, out, errs = runWith(t, variables, "db", "check", "--db", file)
	if code != 0 || !strings.Contains(out, "sound") || errs != "" {
		t.Errorf("a file on the command line: %d %s%s", code, out, errs)
	}
}

// TestNamesOfDatabases names what is no database on the command line. Nothing is made, and no password is shown.
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
		code, out, errs := runWith(t, nil, c.args...)
		if code != 2 || out != "" || !strings.Contains(errs, c.says) || strings.Contains(errs, "secret") {
			t.Errorf("%q: %d %s%s", c.args, code, out, errs)
		}
	}
	if made, err := filepath.Glob("*"); len(made) > 0 || err != nil {
		t.Errorf("made were %v, %v", made, err)
	}
}
