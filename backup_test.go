package main

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/config"
	"raumbot/storage"
)

// conversation is a bot that runs at a console.
type conversation struct {
	t     *testing.T
	in    *io.PipeWriter
	mu    sync.Mutex
	heard bytes.Buffer
	more  chan struct{} // receives something after every output
	ended chan int
}

// Write implements [io.Writer]: what the bot says.
func (c *conversation) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case c.more <- struct{}{}:
	default:
	}
	return c.heard.Write(p)
}

func converse(t *testing.T, db string) *conversation {
	out, in := io.Pipe()
	c := &conversation{t: t, in: in, more: make(chan struct{}, 1), ended: make(chan int, 1)}
	env := environment{stdin: out, stdout: c, stderr: c, getenv: func(string) string { return "" }}
	go func() { c.ended <- run(t.Context(), env, []string{"console", "--db", db}) }()
	return c
}

// say says a line, and waits for an answer.
func (c *conversation) say(line, answer string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
	for limit := time.After(time.Minute); ; {
		c.mu.Lock()
		heard := c.heard.String()
		c.mu.Unlock()
		if strings.Contains(heard, answer) {
			return
		}
		select {
		case <-c.more:
		case <-limit:
			c.t.Fatalf("%q is not answered with %q: %s", line, answer, heard)
		}
	}
}

func (c *conversation) end() {
	c.t.Helper()
	c.in.Close()
	if code := <-c.ended; code != 0 {
		c.t.Errorf("exit code %d: %s", code, &c.heard)
	}
}

// TestBackupWhileRunning copies the database of a bot that runs, and restores
// it when more has been played.
func TestBackupWhileRunning(t *testing.T) {
	dir := t.TempDir()
	db, backup := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	bot := converse(t, db)
	bot.say("alice: challenge bob raumschach white", "challenges bob")
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
	if info, err := os.Stat(socketOf(db)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket: %v, %v", info, err)
	}
	mustRun("while the bot goes on", "db", "backup", backup)
	mustFail("exists already", "db", "backup", backup)
	mustFail("stop the bot first", "db", "restore", backup)
	bot.say("bob: accept", "Game 1 begins")
	bot.end()
	if _, err := os.Lstat(socketOf(db)); err == nil {
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

// TestNoCopies asks a program for a copy that gives none.
func TestNoCopies(t *testing.T) {
	db := filepath.Join(t.TempDir(), "a.db")
	store, err := storage.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if code, _, errs := runCommand(t, db, "", "db", "backup", db+".copy"); code != 1 || !strings.Contains(errs, "gives no copies") {
		t.Error(errs)
	}
	// What a crash has left is no obstacle for the next bot.
	for range 2 {
		listener, err := listenPrivately(socketOf(db))
		if err != nil {
			t.Fatal(err)
		}
		listener.Close() // and the socket stays
	}
	stop, err := offerCopies(db, store, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if code, _, errs := runCommand(t, db, "", "db", "backup", db+".copy"); code != 0 {
		t.Error(errs)
	}
}

// TestRotation lets three days pass, and a clock go wrong.
func TestRotation(t *testing.T) {
	dir := t.TempDir()
	store, err := storage.Open(filepath.Join(dir, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	folder := filepath.Join(dir, "copies")
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	r := rotation{config.Backup{Folder: folder, Every: 24 * time.Hour, Keep: 3}, "games", store, func() time.Time { return now }}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	foreign := []string{"games-2026.db", "notes.txt", "other-20260101T000000Z.db"}
	for _, name := range foreign {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		pass time.Duration
		made bool
		left string
	}{
		{0, true, "01T12"}, {23 * time.Hour, false, "01T12"}, {time.Hour, true, "01T12 02T12"},
		{48 * time.Hour, true, "01T12 02T12 04T12"}, {25 * time.Hour, true, "02T12 04T12 05T13"},
		{-80 * time.Hour, true, "02T05 04T12 05T13"}, // set back: a copy is made, and kept, all the same
	} {
		now = now.Add(step.pass)
		made, next, err := r.turn(t.Context())
		if err != nil || (made != "") != step.made || next.Before(now) || next.After(now.Add(24*time.Hour)) {
			t.Errorf("after %s: made %q, next %s, %v", step.pass, made, next, err)
		}
		names, _ := r.copies()
		var left []string
		for _, name := range names {
			left = append(left, strings.TrimPrefix(name, "games-202603")[:5])
		}
		if got := strings.Join(left, " "); got != step.left {
			t.Errorf("after %s: left are %s, want %s", step.pass, got, step.left)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	for _, name := range foreign {
		if !slices.Contains(files, filepath.Join(folder, name)) {
			t.Errorf("%s is gone: %v", name, err)
		}
	}
}

// TestCutOffCopies finds in the folder what crashes have left of copies, and what somebody is still writing.
func TestCutOffCopies(t *testing.T) {
	store, err := storage.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	folder, now := t.TempDir(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	files := map[string]struct {
		age  time.Duration
		left bool
	}{
		storage.Unfinished + "1": {2 * time.Hour, false},
		storage.Unfinished + "2": {10 * time.Minute, true},
		"raumbot-1":              {2 * time.Hour, true},
	}
	for name, f := range files {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, now.Add(-f.age), now.Add(-f.age))); err != nil {
			t.Fatal(err)
		}
	}
	r := rotation{config.Backup{Folder: folder, Every: time.Hour, Keep: 1}, "games", store, func() time.Time { return now }}
	if _, _, err := r.turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, f := range files {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != f.left {
			t.Errorf("%s of %s ago: %v", name, f.age, err)
		}
	}
}
