// Package processes tests raumbot as its users and operators have it: it builds the program once,
// runs it as one or several processes, and uses nothing of it but the command line, the chat
// platforms, the terminal, and the database that remains. It has no product code.
//
// What the tests share:
//
//	process_test.go                         builds and starts the program
//	console_test.go                         a conversation with a console
//	walk_test.go                            games of random moves
//	crash_club_test.go crash_game_test.go   players on Discord whose bot is disturbed
//	crash_compare_test.go                   what they must see in the end
//
// A run that is disturbed must end as one that is not:
//
//	crash_test.go crash_computer_test.go              one process is killed, at a console,
//	crash_platform_test.go crash_discord_test.go      or on a chat platform
//	crash_shards_test.go several_unix_test.go         one of several is killed
//	crash_pause_unix_test.go matrix_unix_test.go      one of several is suspended
//	crash_server_test.go                              the server of the database is lost
//	crash_worker_test.go worker_test.go               a worker is killed, or cannot work
//	standby_test.go standby_unix_test.go              another process takes over
//	stop_test.go                                      it is told to stop
//	fault_test.go                                     the disk is full or read-only
//
// The database:
//
//	migrate_test.go                         is one of an earlier version
//	move_test.go move_fault_test.go         moves to a server and back
//	backup_test.go restore_unix_test.go     is copied and restored
//
// The ways in:
//
//	platform_discord_test.go platform_cross_test.go   Discord, and Discord with Matrix
//	terminal_unix_test.go                             a terminal
//	variants_test.go                                  games in files
package processes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot/logtest"
	"raumbot/rules/games"
	"raumbot/storage/storagetest"
)

// hangs is after how long a test gives up that waits for what should come soon, on however busy a
// machine.
const hangs = 5 * time.Minute

// programFolder is where built has put the program; empty before.
var programFolder string

// atOnce is how many tests run at once. Most of them wait most of the time: for a lease to end, for
// a process to start, for a commit to reach the disk.
const atOnce = 8

func TestMain(m *testing.M) {
	if err := games.Install(); err != nil {
		panic(err)
	}
	code := storagetest.Run(m, atOnce)
	if programFolder != "" {
		_ = os.RemoveAll(programFolder)
	}
	os.Exit(code)
}

// built is the path of the program, which is built once for all tests.
var built = sync.OnceValues(func() (path string, err error) {
	if err := dependOnSources(); err != nil {
		return "", err
	}
	if programFolder, err = os.MkdirTemp("", "raumbot"); err != nil {
		return "", err
	}
	path = filepath.Join(programFolder, "raumbot.exe") // Windows runs nothing without this ending
	_, err = goCommand("build", "-tags", "goolm", "-o", path, "raumbot")
	return path, err
})

// dependOnSources looks at each file that the program is built from. The go command notes the files
// that a test looks at and repeats the test when one has changed. The program is not imported by
// its tests, so without this they would be reported as passed after a change of the program.
func dependOnSources() error {
	const format = `{{with .Module}}{{if .Main}}{{$.Dir}}{{range $.GoFiles}}|{{.}}{{end}}{{range $.EmbedFiles}}|{{.}}{{end}}{{end}}{{end}}`
	list, err := goCommand("list", "-tags", "goolm", "-deps", "-f", format, "raumbot")
	if err != nil {
		return err
	}
	looked := 0
	for line := range strings.Lines(list) {
		folder, files, _ := strings.Cut(strings.TrimSpace(line), "|")
		for _, file := range strings.Split(files, "|") {
			if _, err := os.Stat(filepath.Join(folder, file)); err != nil {
				return err
			}
			looked++
		}
	}
	if looked < 100 {
		return fmt.Errorf("the program is built from %d files only", looked)
	}
	return nil
}

// goCommand runs the go command and returns its output.
func goCommand(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("go %s: %w: %s", args[0], err, failed.Stderr)
	}
	return string(out), err
}

// program returns the path of the program.
func program(t testing.TB) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// prepared returns a command that runs the program in a folder of its own. It is killed when the
// test ends or hangs. Its environment has nothing but the given variables, each as "NAME=value",
// and how often the tests collect garbage.
func prepared(t testing.TB, variables []string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 4*hangs)
	t.Cleanup(cancel)
	c := exec.CommandContext(ctx, program(t), args...)
	c.Dir = t.TempDir()
	c.Env = append([]string{"TMPDIR=" + os.TempDir(), "GOGC=" + os.Getenv("GOGC")}, variables...)
	return c
}

// runCommand runs a command line with a given database, and returns its exit code and output.
func runCommand(t testing.TB, db, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	c := prepared(t, []string{"RAUMBOT_DATABASE=" + db}, args...)
	var out, errs bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(stdin), &out, &errs
	err := c.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), out.String(), errs.String()
}

func mustRead(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// await waits until something holds.
func await(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(hangs); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: waited in vain", what)
		}
	}
}

// freeAddress returns an address of this machine on which nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// server is a running program that serves chat platforms, with what it has logged.
type server struct {
	t       testing.TB
	cmd     *exec.Cmd
	log     *logtest.Buffer
	mayLose bool // another process may have taken over from it, so that it has ended by itself
}

// startServer starts the program with variables of the environment, which are "NAME=value".
func startServer(t testing.TB, variables []string, args ...string) *server {
	t.Helper()
	return startProgram(t, variables, append([]string{"serve"}, args...)...)
}

// startProgram is startServer for a command that is named.
func startProgram(t testing.TB, variables []string, args ...string) *server {
	t.Helper()
	s := &server{t: t, cmd: prepared(t, variables, args...), log: &logtest.Buffer{}}
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.cmd.ProcessState == nil {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
		}
		if t.Failed() {
			t.Logf("a process has logged:\n%s", s.log)
		}
	})
	return s
}

// says counts how often some words stand in the log.
func (s *server) says(words string) int { return s.log.Count(words) }

// started waits until the program handles signals, which it does before it says anything.
func (s *server) started() {
	s.t.Helper()
	await(s.t, "what the program says first", func() bool { return s.log.String() != "" })
}

// leftBehind is what the program says where an adapter took too long to stop.
const leftBehind = "an adapter did not stop in time and was left behind"

// end sends a signal that ends the program, and waits for that. One that is asked to stop must do
// so without an error, unless a busy machine keeps it from that in time, or it has lost its
// database to another and may.
func (s *server) end(signal os.Signal) {
	s.t.Helper()
	if signal != os.Kill {
		s.started()
	}
	if err := s.cmd.Process.Signal(signal); err != nil {
		s.t.Fatalf("a process has ended by itself: %v\n%s", err, s.log)
	}
	if err := s.cmd.Wait(); err != nil && signal != os.Kill && s.says(leftBehind) == 0 && !(s.mayLose && s.says("so this one has stopped") == 1) {
		s.t.Errorf("a process that is asked to stop ends with %v\n%s", err, s.log)
	}
}
