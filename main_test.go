package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// hangs is after how long a test gives up that waits for what should come soon, on however busy a
// machine.
const hangs = 5 * time.Minute

func TestMain(m *testing.M) {
	stopGrace = hangs
	code := m.Run()
	storagetest.StopShared()
	os.Exit(code)
}

// runCommand runs a command line with a given database, and returns its exit
// code and output.
func runCommand(t *testing.T, db, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return runWith(t, map[string]string{"RAUMBOT_DATABASE": db}, stdin, args...)
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// runWith runs a command line in an environment with some variables and an input.
func runWith(t *testing.T, variables map[string]string, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), environment{strings.NewReader(stdin), &out, &errs, func(name string) string { return variables[name] }}, args)
	return code, out.String(), errs.String()
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
}

// TestVersion checks that the program tells its version, and that the changelog has it: as a
// release, or below the heading of what is not released yet.
func TestVersion(t *testing.T) {
	if code, out, _ := runCommand(t, "", "", "version"); code != 0 || !strings.HasPrefix(out, "raumbot "+version) {
		t.Errorf("version: %d %q", code, out)
	}
	heading := "## " + version + " ("
	if strings.HasSuffix(version, "-dev") {
		heading = "## Unreleased\n"
	}
	_, newest, _ := strings.Cut(mustRead(t, "CHANGELOG.md"), "\n## ")
	if !strings.HasPrefix("## "+newest, heading) {
		t.Errorf("the newest section of CHANGELOG.md begins with %.30q, not with %q", "## "+newest, heading)
	}
}

// TestUsageDocument checks that docs/command-line.md shows what raumbot help prints.
func TestUsageDocument(t *testing.T) {
	const path = "docs/command-line.md"
	_, commands, _ := strings.Cut(usage, "\n\n")
	commands, _, _ = strings.Cut(commands, "\n\n")
	if !strings.Contains(mustRead(t, path), "```\n"+commands+"\n```\n") {
		t.Errorf("%s has not the commands that raumbot help prints:\n%s", path, commands)
	}
}

// TestFlagsAreTold checks that every flag stands in the usage of its command, and in what raumbot
// help prints of it.
func TestFlagsAreTold(t *testing.T) {
	for _, command := range []string{"serve", "console", "render", "rules perft", "rules check", "engine bench", "engine match", "db", "health"} {
		code, out, errs := runWith(t, nil, "", append(strings.Fields(command), "-h")...)
		own, flags, _ := strings.Cut(out, "\n")
		names := regexp.MustCompile(`(?m)^  (--?[a-z-]+) `).FindAllStringSubmatch(flags, -1)
		if code != 0 || len(names) == 0 {
			t.Errorf("%s -h: exit code %d, %q, %s", command, code, out, errs)
		}
		entry := ""
		for _, e := range strings.Split(usage, "\n  raumbot ") {
			if strings.HasPrefix(strings.Trim(e, "[")+" ", command) {
				entry += e
			}
		}
		for _, name := range names {
			for where, text := range map[string]string{"its usage": own, "raumbot help": entry} {
				if !regexp.MustCompile(regexp.QuoteMeta(name[1]) + `\b`).MatchString(text) {
					t.Errorf("%s %s is not in %s", command, name[1], where)
				}
			}
		}
	}
}
