//go:build goolm

package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestTakeover plays a game in an encrypted room with two processes of one bot, whose database
// and keys are on a PostgreSQL server. Each is killed in turn right after a move, and one is
// suspended. The other process reads the messages before and after that, and both players can
// read its answers.
func TestTakeover(t *testing.T) {
	t.Parallel()
	url := postgres(t)
	first := newRobot(t, home, "", "DATABASE_URL="+url)
	first.logged("logged in", 1)
	second := first.twin()
	second.logged("stands by", 1)
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	room := alice.room(true, "Den", first.id, bob)
	variant, moves := script(t, "tunnelchess-paired-everything-06")
	g := begin(t, room, alice, bob, variant, false)
	g.play(moves[:4])
	device := alice.signedDevices(first, 1)[0]

	g.mover().say(room, g.root, moves[4])
	first.kill()
	g.made()
	second.logged("logged in", 1)
	g.play(moves[5:8])

	first.start()
	first.logged("stands by", 1)
	g.mover().newKey(room) // which only the process gets that is killed, if it gets it
	g.mover().say(room, g.root, moves[8])
	second.kill()
	g.made()
	g.play(moves[9:12])

	second.start()
	second.logged("stands by", 2)
	if err := first.process.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	g.play(moves[12:15])
	if err := first.process.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	_ = first.process.Wait() // it ends by itself, because the database was taken over
	first.process = nil
	g.play(moves[15:])
	g.over("Checkmate!")
	if now := alice.signedDevices(first, 1)[0]; now != device {
		t.Errorf("in the end the device is %s, was %s", now, device)
	}
	for _, c := range g.people {
		c.readsAll(room)
	}
	if _, err := os.Stat(filepath.Join(first.dir, "raumbot-matrix.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the keys are in a file, too: %v", err)
	}
}

// twin starts another process of the same bot, in a folder of its own.
func (r *robot) twin() *robot {
	r.t.Helper()
	other := *r
	other.dir = r.t.TempDir()
	other.start()
	r.t.Cleanup(func() {
		other.stop()
		if r.t.Failed() {
			text, _ := os.ReadFile(other.log())
			r.t.Logf("the log of the other process:\n%s", text)
		}
	})
	return &other
}

// postgres starts a PostgreSQL for a test and returns its URL. Without PostgreSQL the test is
// skipped, or fails if RAUMBOT_NEED_POSTGRES is set.
func postgres(t *testing.T) (url string) {
	t.Helper()
	initdb, err := exec.LookPath("initdb")
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); err != nil && len(found) > 0 {
		initdb, err = found[len(found)-1], nil
	}
	if err != nil && os.Getenv("RAUMBOT_NEED_POSTGRES") == "" {
		t.Skip("PostgreSQL is not installed: nothing is tried on it")
	}
	if err == nil {
		initdb, err = filepath.EvalSymlinks(initdb)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "pg") // short, because socket paths have a limited length
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	var credential *syscall.Credential // PostgreSQL refuses to run as root
	if os.Getuid() == 0 {
		plain, err := user.Lookup("nobody")
		if err != nil {
			t.Fatal(err)
		}
		uid, wrong := strconv.Atoi(plain.Uid)
		gid, also := strconv.Atoi(plain.Gid)
		if err := errors.Join(wrong, also, os.Chown(dir, uid, gid)); err != nil {
			t.Fatal(err)
		}
		credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	data := filepath.Join(dir, "data")
	run := func(name string, args ...string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		c := exec.CommandContext(ctx, filepath.Join(filepath.Dir(initdb), name), append([]string{"-D", data}, args...)...)
		c.Dir, c.SysProcAttr, c.WaitDelay = dir, &syscall.SysProcAttr{Credential: credential}, time.Second
		out, err := os.Create(filepath.Join(dir, "out")) // the server would hold a pipe open
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		c.Stdout, c.Stderr = out, out
		if err := c.Run(); err != nil {
			said, _ := os.ReadFile(out.Name())
			t.Fatalf("%s: %v: %s", name, err, said)
		}
	}
	run("initdb", "-A", "trust", "-U", "raumbot", "-E", "UTF8", "--no-sync", "--no-instructions")
	run("pg_ctl", "-l", filepath.Join(dir, "log"), "-w", "-o", fmt.Sprintf("-c listen_addresses='' -c unix_socket_directories='%s' -c fsync=off", dir), "start")
	t.Cleanup(func() { run("pg_ctl", "-m", "immediate", "-w", "stop") })
	return "postgres://raumbot@/postgres?host=" + dir
}
