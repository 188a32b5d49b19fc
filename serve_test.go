package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/storage"
)

// runCommand runs a command line with a given database, and returns its exit
// code and output.
func runCommand(t *testing.T, db, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	env := environment{
		stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs,
		getenv: func(name string) string { return map[string]string{"RAUMBOT_DATABASE": db}[name] },
	}
	code = run(context.Background(), env, args)
	return code, out.String(), errs.String()
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestFirstGame plays the README's example twice: a game is won, with
// pictures, and the second run continues with the first one's database.
func TestFirstGame(t *testing.T) {
	db := filepath.Join(t.TempDir(), "raumbot.db")
	script := mustRead(t, "examples/first-game.txt")
	for _, game := range []string{"1", "2"} {
		code, out, errs := runCommand(t, db, script)
		if code != 0 || !strings.Contains(errs, "no chat platform is configured") || !strings.Contains(errs, db) {
			t.Fatalf("exit code %d, %s", code, errs)
		}
		for _, want := range []string{
			"Game " + game + " begins", "does not move from wd1 to wd4", "has no cell \"qq7\"", "Several pieces can go to wc3",
			"we4xwf5 (Stockbroker)", "say to what", "=SBK (Stockunicorn). Check!", "in check from the Stockbrook on ve6",
			"declines the draw", "Checkmate! alice (White) wins against bob",
		} {
			if !strings.Contains(out, want) {
				t.Errorf("run %s does not say %q", game, want)
			}
		}
		for _, picture := range []string{"000", "007", "011", "011-ranks-dark"} {
			path := filepath.Join(filepath.Dir(db), "raumbot-pictures", "game-"+game+"-"+picture+".png")
			if info, err := os.Stat(path); err != nil || info.Size() < 1000 {
				t.Errorf("picture %s: %v", path, err)
			}
		}
	}
	if code, out, errs := runCommand(t, db, "", "db", "check"); code != 0 || !strings.Contains(out, "is sound") {
		t.Errorf("check: %d %s %s", code, out, errs)
	}
}

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

// TestCommandLineMistakes checks that mistakes on the command line are answered with a sentence.
func TestCommandLineMistakes(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "x.db")
	locked := filepath.Join(dir, "locked.db")
	store, err := storage.Open(locked)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, c := range []struct {
		args string
		code int
		say  string
	}{
		{"sevre", 2, `there is no command "sevre"`},
		{"serve --port 7", 2, "write: raumbot [serve]"},
		{"serve now", 2, `"now" is one word too many`},
		{"console --db " + filepath.Join(dir, "none", "x.db"), 1, "there is no folder"},
		{"console --db " + dir, 1, "is a folder"},
		{"console --db " + locked, 1, "is in use"},
		{"serve --config " + filepath.Join(dir, "none.toml"), 1, "there is no configuration"},
		{"db", 2, "write: raumbot db"},
		{"db chekc", 2, "write: raumbot db"},
		{"db backup", 2, "write: raumbot db"},
		{"db check too much", 2, "write: raumbot db"},
		{"db check", 1, "there is no database"},
		{"db import " + filepath.Join(dir, "none"), 1, "no such file"},
		{"version please", 2, "write: raumbot version"},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, out, errs := runCommand(t, db, "", strings.Fields(c.args)...)
			if code != c.code || !strings.Contains(errs, c.say) || strings.Contains(errs, "goroutine") {
				t.Errorf("exit code %d, %q %q; want %d and %q", code, out, errs, c.code, c.say)
			}
		})
	}
	for _, asked := range []string{"serve --help", "render -h"} { // which is no mistake
		if code, out, errs := runCommand(t, db, "", strings.Fields(asked)...); code != 0 || !strings.HasPrefix(out, "write: raumbot ") || errs != "" {
			t.Errorf("%s: %d %q %q", asked, code, out, errs)
		}
	}
	if code, out, _ := runCommand(t, db, "", "version"); code != 0 || !strings.HasPrefix(out, "raumbot ") {
		t.Errorf("version: %d %q", code, out)
	}
}

// TestStop stops a console that is waiting for input and has not read its script to the end.
func TestStop(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	var errs bytes.Buffer
	env := environment{stdin: r, stdout: &bytes.Buffer{}, stderr: &errs, getenv: func(string) string { return "" }}
	code := run(ctx, env, []string{"console", "--db", filepath.Join(t.TempDir(), "x.db")})
	if code != 1 || !strings.Contains(errs.String(), "stopped before the end of the input") {
		t.Errorf("exit code %d, %s", code, errs.String())
	}
}
