//go:build goolm

package e2e

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
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
	software
	name      string // the part of its users' names after the colon
	dir, url  string
	port      int
	federated int // the port that other homeservers use, zero if it talks to none
	process   *exec.Cmd
	users     atomic.Int64
}

// software is a homeserver's program.
type software interface {
	// configure writes the configuration into the folder of a homeserver.
	configure(*server) error
	// command is what starts a homeserver.
	command(*server) (*exec.Cmd, error)
}

// homeservers are the programs that the tests can be run on.
var homeservers = map[string]software{"dendrite": dendrite{}, "synapse": synapse{limits: unlimited}}

var homeserver = flag.String("homeserver", "dendrite", "what the tests are run on: dendrite or synapse")

// newServer makes a homeserver that talks to no other, and starts it.
func newServer(dir string, of software) (*server, error) {
	s := &server{software: of, name: "localhost", dir: dir}
	if err := s.listenOn(&s.port); err != nil {
		return nil, err
	}
	return s, s.begin()
}

// newFederated makes a homeserver that talks to others on this machine, and starts it.
func newFederated(dir string, of software) (*server, error) {
	s := &server{software: of, dir: dir}
	if err := s.listenOn(&s.port, &s.federated); err != nil {
		return nil, err
	}
	s.name = fmt.Sprintf("localhost:%d", s.federated)
	return s, s.begin()
}

// listenOn finds free ports.
func (s *server) listenOn(ports ...*int) error {
	for _, port := range ports {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer listener.Close()
		*port = listener.Addr().(*net.TCPAddr).Port
	}
	return nil
}

// begin configures the homeserver, and starts it.
func (s *server) begin() error {
	s.url = fmt.Sprintf("http://127.0.0.1:%d", s.port)
	if err := s.configure(s); err != nil {
		return err
	}
	return s.start()
}

// write writes a file into the folder of the homeserver.
func (s *server) write(name string, text []byte) error {
	return os.WriteFile(filepath.Join(s.dir, name), text, 0o600)
}

// start starts the homeserver and waits until it answers.
func (s *server) start() (err error) {
	if s.process, err = s.command(s); err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.process.Dir, s.process.Stdout, s.process.Stderr = s.dir, log, log
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

// ownServer starts a homeserver for one test.
func ownServer(t *testing.T, start func(string, software) (*server, error), of software) *server {
	t.Helper()
	s, err := start(t.TempDir(), of)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			t.Logf("the log of the homeserver:\n%s", log)
		}
	})
	return s
}

const (
	password     = "only-for-tests"
	sharedSecret = "only-here" // lets accounts be made
)

// account makes an account with a name of its own, and returns its local part.
func (s *server) account(t *testing.T, name string) string {
	t.Helper()
	local := fmt.Sprintf("%s%d", name, s.users.Add(1))
	if err := s.register(local); err != nil {
		t.Fatalf("account %s: %v", local, err)
	}
	return local
}

// register makes an account with the shared secret, as Synapse has it and Dendrite like it.
func (s *server) register(local string) error {
	url := s.url + "/_synapse/admin/v1/register"
	var fresh struct{ Nonce string }
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&fresh); err != nil {
		return err
	}
	mac := hmac.New(sha1.New, []byte(sharedSecret))
	fmt.Fprintf(mac, "%s\x00%s\x00%s\x00notadmin", fresh.Nonce, local, password)
	request, err := json.Marshal(map[string]any{
		"nonce": fresh.Nonce, "username": local, "password": password, "admin": false, "mac": fmt.Sprintf("%x", mac.Sum(nil)),
	})
	if err != nil {
		return err
	}
	made, err := http.Post(url, "application/json", bytes.NewReader(request))
	if err != nil {
		return err
	}
	defer made.Body.Close()
	if made.StatusCode != http.StatusOK {
		why, _ := io.ReadAll(made.Body)
		return fmt.Errorf("%s: %s", made.Status, why)
	}
	return nil
}
