package storagetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Server is a PostgreSQL server for tests: a process with its own data folder, listening on a Unix
// socket there.
type Server struct {
	// Folder holds the data, the socket and the log.
	Folder string
	bin    string
}

// ErrNoServer means that PostgreSQL is not installed.
var ErrNoServer = errors.New("PostgreSQL is not installed")

// NeedServer is the environment variable that makes tests fail instead of being skipped if
// PostgreSQL is missing.
const NeedServer = "RAUMBOT_NEED_POSTGRES"

// LongTests is the environment variable with which tests that wait for long are run.
const LongTests = "RAUMBOT_LONG"

// Long skips a test that waits for longer than others take, unless [LongTests] is set. Tests wait
// when a server does not answer, or a process is silent.
func Long(t testing.TB) {
	t.Helper()
	if os.Getenv(LongTests) == "" {
		t.Skip("it takes long: " + LongTests + "=1")
	}
}

// StartServer creates a database cluster in a new folder and starts its server. settings are lines
// of postgresql.conf.
func StartServer(settings ...string) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	s, err := newServer(bin)
	if err != nil {
		return nil, err
	}
	if err := s.run("initdb", "-D", s.data(), "-A", "trust", "-U", "raumbot", "-E", "UTF8", "--no-sync", "--no-instructions"); err != nil {
		return nil, err
	}
	if err := s.configure(settings); err != nil {
		return nil, err
	}
	main, err := os.OpenFile(filepath.Join(s.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	_, err = main.WriteString("\ninclude 'raumbot.conf'\n")
	if err := errors.Join(err, main.Close()); err != nil {
		return nil, err
	}
	return s, s.Start()
}

// newServer makes the folder of a server.
func newServer(bin string) (*Server, error) {
	folder, err := os.MkdirTemp("", "pg") // short, because socket paths have a limited length
	if err != nil {
		return nil, err
	}
	s := &Server{folder, bin}
	return s, s.own()
}

// configure writes the settings, which take effect when the server is started or reads them again.
func (s *Server) configure(settings []string) error {
	conf := strings.Join(append([]string{"listen_addresses = ''", fmt.Sprintf("unix_socket_directories = '%s'", s.Folder), "shared_buffers = 16MB", "log_min_messages = error"}, settings...), "\n")
	return os.WriteFile(filepath.Join(s.data(), "raumbot.conf"), []byte(conf), 0o644)
}

// Configure replaces the settings of a running server by others that need no restart, and returns
// when sessions have them.
func (s *Server) Configure(settings ...string) error {
	before, err := s.loaded()
	if err := errors.Join(err, s.configure(settings), s.run("pg_ctl", "-D", s.data(), "reload")); err != nil {
		return err
	}
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if now, err := s.loaded(); err != nil || now != before {
			return err
		}
	}
	return errors.New("the server has not read its settings again")
}

// loaded returns when the server has read its settings. It tells its sessions to read them before
// it begins a new one, such as the one that asks here.
func (s *Server) loaded() (string, error) {
	if err := s.run("psql", "-h", s.Folder, "-U", "raumbot", "-d", "postgres", "-Atc", "select pg_conf_load_time()"); err != nil {
		return "", err
	}
	out, err := os.ReadFile(s.outFile())
	return string(out), err
}

// StartStandby starts a server that follows this one, with lines of postgresql.conf.
func (s *Server) StartStandby(settings ...string) (*Server, error) {
	standby, err := newServer(s.bin)
	if err != nil {
		return nil, err
	}
	if err := standby.run("pg_basebackup", "-h", s.Folder, "-U", "raumbot", "-D", standby.data(), "-R", "-X", "stream", "-c", "fast", "--no-sync"); err != nil {
		return nil, err
	}
	if err := standby.configure(settings); err != nil {
		return nil, err
	}
	return standby, standby.Start()
}

// Promote makes a standby a primary.
func (s *Server) Promote() error {
	return s.run("pg_ctl", "-D", s.data(), "-w", "-t", "300", "promote")
}

func (s *Server) data() string { return filepath.Join(s.Folder, "data") }

// outFile is what the last program that was run has printed.
func (s *Server) outFile() string { return filepath.Join(s.Folder, "out") }

// Start starts the server after [Server.Stop].
func (s *Server) Start() error {
	return s.run("pg_ctl", "-D", s.data(), "-l", filepath.Join(s.Folder, "log"), "-w", "-t", "300", "start")
}

// Stop stops the server; mode is smart, fast, or immediate, which is like a crash.
func (s *Server) Stop(mode string) error {
	return s.run("pg_ctl", "-D", s.data(), "-m", mode, "-w", "-t", "300", "stop")
}

// Remove stops the server and deletes its folder.
func (s *Server) Remove() error { return errors.Join(s.Stop("immediate"), os.RemoveAll(s.Folder)) }

// URL returns the URL of a schema on the server.
func (s *Server) URL(schema string) string {
	return fmt.Sprintf("postgres://raumbot@/postgres?host=%s&schema=%s", s.Folder, schema)
}

func (s *Server) run(program string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, program), args...)
	cmd.Dir = s.Folder
	s.lowerRights(cmd)
	out, err := os.Create(s.outFile()) // the server would hold a pipe open
	if err != nil {
		return err
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(out.Name())
		return fmt.Errorf("%s: %w: %s", program, err, said)
	}
	return nil
}

// binaries finds PostgreSQL in the PATH or in Debian's folders.
func binaries() (folder string, err error) {
	if initdb, err := exec.LookPath("initdb"); err == nil {
		initdb, err = filepath.EvalSymlinks(initdb) // the other programs are beside the file itself
		return filepath.Dir(initdb), err
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", ErrNoServer
	}
	return filepath.Dir(found[len(found)-1]), nil
}

var (
	shared  = sync.OnceValues(func() (*Server, error) { return StartServer("fsync = off", "max_connections = 200") })
	started atomic.Bool
	schemas atomic.Int64
)

// Postgres returns the URL of an empty database on a server shared by all tests of the process. If
// PostgreSQL is not installed the test is skipped, or fails if [NeedServer] is set. [StopShared]
// must be called at the end.
func Postgres(t testing.TB) (url string) {
	t.Helper()
	started.Store(true)
	s, err := shared()
	need(t, err)
	return s.URL(fmt.Sprintf("test%d", schemas.Add(1)))
}

// Own starts a server for one test, at whose end it is removed. If PostgreSQL is not installed the
// test is skipped like by [Postgres].
func Own(t testing.TB, settings ...string) *Server {
	t.Helper()
	s, err := StartServer(settings...)
	need(t, err)
	t.Cleanup(func() {
		_ = s.Stop("immediate") // the test may have stopped it
		_ = os.RemoveAll(s.Folder)
	})
	return s
}

// Run runs the tests of a package that wait most of the time, atOnce of them at once unless
// -parallel says otherwise. It then stops the server of [Postgres], and returns the exit code.
func Run(m *testing.M, atOnce int) (code int) {
	flag.Parse()
	if !slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.parallel") }) {
		if err := flag.Set("test.parallel", strconv.Itoa(atOnce)); err != nil {
			panic(err)
		}
	}
	defer StopShared()
	return m.Run()
}

// need skips the test if a server could not be started because there is none, and fails it if there
// is another reason.
func need(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, ErrNoServer) && os.Getenv(NeedServer) == "" {
		t.Skip("PostgreSQL is not installed: nothing is tried on it")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// StopShared stops and removes the server of [Postgres], if there is one.
func StopShared() {
	if started.Load() {
		if s, err := shared(); err == nil {
			_ = s.Remove()
		}
	}
}
