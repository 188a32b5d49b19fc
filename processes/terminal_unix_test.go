//go:build unix

package processes

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"raumbot/storage/storagetest"
)

// seat is a person at a terminal running the console.
type seat struct {
	t     *testing.T
	keys  *os.File    // the keyboard's end
	tty   *os.File    // the program's end
	was   *term.State // of the terminal, before the console was started
	cmd   *exec.Cmd
	mu    sync.Mutex
	shown bytes.Buffer // output not yet consumed
}

// sitDown starts the console at a terminal, with additional environment variables.
func sitDown(t *testing.T, environment map[string]string) *seat {
	t.Helper()
	keys, tty, err := pty.Open()
	if err != nil {
		t.Skip("no terminals for tests:", err)
	}
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 50, Cols: 200}); err != nil {
		t.Fatal(err)
	}
	was, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	var variables []string
	for name, value := range environment {
		variables = append(variables, name+"="+value)
	}
	s := &seat{t: t, keys: keys, tty: tty, was: was, cmd: prepared(t, variables, "console")}
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = tty, tty, tty
	go func() {
		part := make([]byte, 4096)
		for {
			n, err := keys.Read(part)
			if err != nil {
				return
			}
			s.mu.Lock()
			s.shown.Write(part[:n])
			s.mu.Unlock()
		}
	}()
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		keys.Close()
		tty.Close()
	})
	return s
}

// ends waits until the console has ended, and returns its exit code.
func (s *seat) ends() int {
	s.t.Helper()
	_ = s.cmd.Wait() // its error is the exit code
	return s.cmd.ProcessState.ExitCode()
}

// escapes matches sequences that move the cursor and clear lines.
var escapes = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)

// sees waits for a text on the terminal, and returns the output up to it.
func (s *seat) sees(words string) string {
	s.t.Helper()
	for end := time.Now().Add(hangs); ; time.Sleep(5 * time.Millisecond) {
		s.mu.Lock()
		text := strings.ReplaceAll(escapes.ReplaceAllString(s.shown.String(), ""), "\r", "")
		if before, after, ok := strings.Cut(text, words); ok {
			s.shown.Reset()
			s.shown.WriteString(after)
			s.mu.Unlock()
			return before + words
		}
		s.mu.Unlock()
		if time.Now().After(end) {
			s.t.Fatalf("%q is not shown, but %q", words, text)
		}
	}
}

func (s *seat) types(keys string) {
	s.t.Helper()
	if _, err := s.keys.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

const up = "\x1b[A"

// TestTerminal plays at a terminal: Tab completes, the arrow keys recall earlier lines, also of the
// previous session, and messages of the bot do not disturb a line being typed.
func TestTerminal(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	environment := map[string]string{"HOME": home, "USER": "ada", "RAUMBOT_DATABASE": filepath.Join(home, "games.db")}
	s := sitDown(t, environment)
	greeting := s.sees("ada> ")
	for _, want := range []string{"Hello ada!", "Tab completes", "For example: `challenge computer raumschach level 1`\n"} {
		if !strings.Contains(greeting, want) {
			t.Errorf("%q is not in the greeting:\n%s", want, greeting)
		}
	}
	s.types("chal\tcomp\traum\twhite level 1\r")
	if text := s.sees("xdg-open " + filepath.Join(home, "games-pictures", "game-1-000.png")); !strings.Contains(text, "challenge computer raumschach white level 1") || !strings.Contains(text, "Game 1 begins") {
		t.Errorf("shown:\n%s", text)
	}
	s.types("bb1-cc\t\r" + "gam") // the rest is typed after the computer's answer
	if text := s.sees("Computer, level 1 plays"); !strings.Contains(text, "ada plays Unicorn bb1-cc2") || strings.Contains(text, "xdg-open") {
		t.Errorf("shown:\n%s", text)
	}
	s.sees("ada> gam")
	s.types("es\r")
	s.sees("Game 1, Raumschach")
	s.types("/as bo\x7f\x7fbob\r")
	s.sees("bob> ")
	s.types("re\t")
	s.sees("readmit")
	s.sees("resign")
	s.sees("bob> re")
	s.types(strings.Repeat("\x7f", 2) + "ada: moves a\t")
	s.sees("ac2")
	s.types("\x15/quit\r")
	if code := s.ends(); code != 0 {
		t.Errorf("it ends with %d", code)
	}
	if after, err := term.GetState(int(s.tty.Fd())); err != nil || !reflect.DeepEqual(s.was, after) {
		t.Errorf("the terminal is not given back as it was: %v", err)
	}
	for path, mode := range map[string]os.FileMode{".local/state/raumbot": 0o700, ".local/state/raumbot/history": 0o600} {
		if info, err := os.Stat(filepath.Join(home, path)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}

	s = sitDown(t, environment)
	s.sees("ada> ")
	s.types(up)
	s.sees("/quit")
	s.types(up + up)
	s.sees("games")
	s.types("\r")
	s.sees("Game 1, Raumschach")
	s.sees("ada> ")
	s.types("\x04")
	if code := s.ends(); code != 0 {
		t.Errorf("it ends with %d", code)
	}
}

// TestTerminalOnServer has a conversation whose database is on a server, and one with a setting of
// an earlier version, which has no effect.
func TestTerminalOnServer(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	environment := map[string]string{"HOME": home, "USER": "ada", "RAUMBOT_DATABASE": storagetest.Postgres(t)}
	s := sitDown(t, environment)
	s.sees("ada> ")
	s.types("study raumschach\r")
	s.sees("Game 1 begins")
	s.sees("ada> ")
	s.types("/quit\r")
	if code := s.ends(); code != 0 {
		t.Errorf("it ends with %d", code)
	}
	environment["RAUMBOT_SHARE_DATABASE"] = "true"
	s = sitDown(t, environment)
	s.sees("share_database has no effect any more")
	s.sees("ada> ")
	s.types("/quit\r")
	if code := s.ends(); code != 0 {
		t.Errorf("it ends with %d", code)
	}
}

// TestPlainTerminal checks that a terminal without escape sequences works without line editing.
func TestPlainTerminal(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	s := sitDown(t, map[string]string{"HOME": home, "USER": "ada", "TERM": "dumb", "RAUMBOT_DATABASE": filepath.Join(home, "games.db")})
	s.sees("Hello ada!")
	s.sees("ada> ")
	s.types("games\n/quit\n")
	s.sees("You have no games")
	if code := s.ends(); code != 0 {
		t.Errorf("it ends with %d", code)
	}
	if _, err := os.Stat(filepath.Join(home, ".local")); err == nil {
		t.Error("a history is kept")
	}
}
