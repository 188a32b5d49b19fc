package storagetest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Bouncer runs PgBouncer before the server of a database, given its URL, until the test ends, and
// returns the URL that leads through it. mode is its pool_mode. If it is not installed the test is
// skipped.
func Bouncer(t testing.TB, to, mode string) (through string) {
	t.Helper()
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		path = "/usr/sbin/pgbouncer" // which is not in everybody's PATH
	}
	if _, err := os.Stat(path); err != nil {
		t.Skip("PgBouncer is not installed: nothing is tried through it")
	}
	s, err := newServer(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(s.Folder) })
	server := filepath.Dir(Socket(to))
	through = strings.Replace(to, server, s.Folder, 1)
	settings := filepath.Join(s.Folder, "pgbouncer.ini")
	for name, text := range map[string]string{
		settings: fmt.Sprintf("[databases]\n* = host=%s\n[pgbouncer]\nunix_socket_dir = %s\nlisten_port = 5432\nauth_type = trust\nauth_file = %s/users\npool_mode = %s\n",
			server, s.Folder, s.Folder, mode),
		filepath.Join(s.Folder, "users"): "\"raumbot\" \"\"\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(path, settings)
	s.lowerRights(cmd)
	said, err := os.Create(filepath.Join(s.Folder, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("unix", Socket(through))
		if err == nil {
			conn.Close()
			return through
		}
		if time.Now().After(end) {
			log, _ := os.ReadFile(said.Name())
			t.Fatalf("PgBouncer does not listen: %v\n%s", err, log)
		}
	}
}
