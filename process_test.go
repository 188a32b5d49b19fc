package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// programFolder is where built has put the program; empty before.
var programFolder string

// built is the path of the program, which is built once for all tests.
var built = sync.OnceValues(func() (path string, err error) {
	if programFolder, err = os.MkdirTemp("", "raumbot"); err != nil {
		return "", err
	}
	path = filepath.Join(programFolder, "raumbot")
	if out, err := exec.Command("go", "build", "-tags", "goolm", "-o", path, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// program returns the path of the program.
func program(t testing.TB) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// hangs is after how long a test gives up that waits for what should come soon, on however busy a machine.
const hangs = 5 * time.Minute

// logbook keeps what a process logs, while others read it.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements [io.Writer].
func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns everything that was logged.
func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// server is a running program that serves chat platforms, with what it has logged.
type server struct {
	t   testing.TB
	cmd *exec.Cmd
	log *logbook
}

// startServer starts the program with variables of the environment, which are "NAME=value".
func startServer(t testing.TB, variables []string, args ...string) *server {
	t.Helper()
	s := &server{t, exec.Command(program(t), append([]string{"serve"}, args...)...), &logbook{}}
	s.cmd.Env = append(os.Environ(), variables...)
	s.cmd.Stderr = s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// started waits until the program handles signals, which it does before it says anything.
func (s *server) started() {
	s.t.Helper()
	for deadline := time.Now().Add(hangs); s.log.String() == ""; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatal("the program says nothing")
		}
	}
}

// end sends a signal that ends the program, and waits for that. One that is asked to stop must do so without an error, unless a busy machine keeps it from that
// in time.
func (s *server) end(signal os.Signal) {
	s.t.Helper()
	if signal != os.Kill {
		s.started()
	}
	if err := s.cmd.Process.Signal(signal); err != nil {
		s.t.Fatalf("a process has ended by itself: %v\n%s", err, s.log)
	}
	if err := s.cmd.Wait(); err != nil && signal != os.Kill && !strings.Contains(s.log.String(), errSlow.Error()) {
		s.t.Errorf("a process that is asked to stop ends with %v\n%s", err, s.log)
	}
}

// consoleProcess is a running program with a console on its standard input.
type consoleProcess struct {
	t     *testing.T
	cmd   *exec.Cmd
	say   func(string)
	lines chan string
}

// startConsole starts the program with a console, and variables of the environment.
func startConsole(t *testing.T, db string, variables ...string) *consoleProcess {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 4*hangs)
	p := &consoleProcess{t: t, cmd: exec.CommandContext(ctx, program(t), "console", "--db", db, "--pictures", filepath.Join(t.TempDir(), "pictures")), lines: make(chan string, 1000)}
	p.cmd.Env = append(os.Environ(), variables...)
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stderr = p.cmd.Stdout
	p.say = func(text string) {
		if _, err := stdin.Write([]byte(text)); err != nil {
			t.Error(err)
		}
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		for in := bufio.NewScanner(stdout); in.Scan(); {
			p.lines <- in.Text()
		}
	}()
	t.Cleanup(func() { stdin.Close(); _ = p.cmd.Wait(); cancel() })
	return p
}

// hears waits for a line of output that contains a text.
func (p *consoleProcess) hears(text string) {
	p.t.Helper()
	var heard []string
	for line := range p.lines {
		if heard = append(heard, line); strings.Contains(line, text) {
			return
		}
	}
	p.t.Fatalf("%q is not in what was said:\n%s", text, strings.Join(heard, "\n"))
}
