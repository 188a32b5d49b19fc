//go:build goolm

package e2e

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// patience is how long a test waits for anything: by default much longer than it takes
// on a busy machine.
var patience time.Duration

func init() { flag.DurationVar(&patience, "patience", 90*time.Second, "how long to wait for anything") }

// server is a homeserver with a folder of its own.
type server struct {
	dir, url string
	port     int
	process  *exec.Cmd
	users    atomic.Int64
}

// configuration is that of Dendrite, with a folder and a few words to fill in.
const configuration = `version: 2
global:
  server_name: localhost
  private_key: matrix_key.pem
  disable_federation: true
  jetstream: {storage_path: ./jetstream, in_memory: false} # what is on its way survives a stop
  report_stats: {enabled: false}
  presence: {enable_inbound: false, enable_outbound: false}
client_api:
  registration_disabled: true
  guests_disabled: true
  registration_shared_secret: only-here
  rate_limiting: {enabled: false}
federation_api: {database: {connection_string: "file:federation.db"}}
key_server: {database: {connection_string: "file:keys.db"}}
media_api: {database: {connection_string: "file:media.db"}, base_path: ./media, max_file_size_bytes: 10485760}
mscs: {database: {connection_string: "file:mscs.db"}}
relay_api: {database: {connection_string: "file:relay.db"}}
room_server: {database: {connection_string: "file:rooms.db"}}
sync_api: {database: {connection_string: "file:sync.db"}, search: {enabled: false}}
user_api: {account_database: {connection_string: "file:users.db"}, bcrypt_cost: 4}
logging: [{type: std, level: warn}]
`

// tools builds the homeserver into the user's cache, once for each version of its sources.
func tools() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "raumbot-e2e", "dendrite-0.15.2")
	if _, err := os.Stat(filepath.Join(dir, "create-account")); err == nil {
		return dir, nil
	}
	partial := fmt.Sprintf("%s.%d", dir, os.Getpid())
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", partial+"/", "tool")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the homeserver: %w\n%s", err, out)
	}
	if err := os.Rename(partial, dir); err != nil && !os.IsExist(err) {
		return "", err
	}
	return dir, nil
}

// newServer makes a homeserver, and starts it.
func newServer(dir string) (*server, error) {
	bin, err := tools()
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir, port: listener.Addr().(*net.TCPAddr).Port}
	s.url = fmt.Sprintf("http://127.0.0.1:%d", s.port)
	if err := listener.Close(); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "dendrite.yaml"), []byte(configuration), 0o600); err != nil {
		return nil, err
	}
	if out, err := s.tool(filepath.Join(bin, "generate-keys"), "-private-key", "matrix_key.pem").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return s, s.start()
}

func (s *server) tool(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = s.dir
	return c
}

// start starts the homeserver and waits until it answers.
func (s *server) start() error {
	bin, err := tools()
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	s.process = s.tool(filepath.Join(bin, "dendrite"), "-config", "dendrite.yaml", "-http-bind-address", fmt.Sprintf("127.0.0.1:%d", s.port))
	s.process.Stdout, s.process.Stderr = log, log
	if err := s.process.Start(); err != nil {
		return err
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		resp, err := http.Get(s.url + "/_matrix/client/versions")
		if err == nil {
			resp.Body.Close()
			return nil
		}
	}
	return fmt.Errorf("the homeserver does not answer; see %s/log", s.dir)
}

// stop ends the homeserver, as an operator would.
func (s *server) stop() error {
	if err := s.process.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- s.process.Wait() }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		s.process.Process.Kill()
		<-done
	}
	return nil
}

const password = "only-for-tests"

// account makes an account with a name of its own, and returns its local part.
func (s *server) account(t *testing.T, name string) string {
	t.Helper()
	local := fmt.Sprintf("%s%d", name, s.users.Add(1))
	bin, err := tools()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, filepath.Join(bin, "create-account"), "-config", "dendrite.yaml", "-username", local, "-password", password, "-url", s.url)
	c.Dir = s.dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("account %s: %v\n%s", local, err, strings.TrimSpace(string(out)))
	}
	return local
}
