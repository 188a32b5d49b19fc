package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

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
			"declines the draw", "Checkmate! ada (White) wins against ben",
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

// TestPagesOutliveInput serves pages without a chat platform and without a terminal, as under
// systemd and in a container: they go on after standard input has ended, until the bot is stopped.
func TestPagesOutliveInput(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "0.0.0.0:0"} {
		t.Run(address, func(t *testing.T) {
			variables := map[string]string{"RAUMBOT_DATABASE": filepath.Join(t.TempDir(), "x.db"), "RAUMBOT_WEB_LISTEN": address}
			out, stdout := io.Pipe()
			errs, stderr := io.Pipe()
			env := environment{strings.NewReader("alice: challenge bob raumschach\n"), stdout, stderr, func(name string) string { return variables[name] }}
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan int, 1)
			go func() {
				ended <- run(ctx, env, nil)
				stdout.Close()
				stderr.Close()
			}()
			answered := make(chan string, 1)
			go func() { answered <- lineWith(out, "alice challenges bob") }()
			link := lineWith(errs, ": http://")
			link = link[strings.Index(link, "http://"):]
			if <-answered == "" {
				t.Fatal("the input is not answered")
			}
			client := http.Client{Timeout: hangs, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
			for range 2 {
				time.Sleep(100 * time.Millisecond) // the input has ended
				response, err := client.Get(link)
				if err != nil {
					t.Fatalf("%s: %v", link, err)
				}
				response.Body.Close()
				if response.StatusCode != http.StatusSeeOther {
					t.Errorf("%s: %s", link, response.Status)
				}
			}
			stop()
			if code := <-ended; code != 0 {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

// lineWith returns the first line that contains a text, or "" if there is none. The rest is
// discarded.
func lineWith(r io.Reader, text string) string {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if strings.Contains(lines.Text(), text) {
			go io.Copy(io.Discard, r)
			return lines.Text()
		}
	}
	return ""
}

// TestOpenDatabase starts the bot on a database. The log must warn if other users of the machine
// can read it, and only then.
func TestOpenDatabase(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	db := filepath.Join(t.TempDir(), "x.db")
	for mode, warned := range map[os.FileMode]bool{0o600: false, 0o644: true} {
		runCommand(t, db, "", "console") // creates the database
		if err := os.Chmod(db, mode); err != nil {
			t.Fatal(err)
		}
		if _, _, errs := runCommand(t, db, "", "console"); strings.Contains(errs, "chmod 600") != warned {
			t.Errorf("with mode %v the log says:\n%s", mode, errs)
		}
	}
}
