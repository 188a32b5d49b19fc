//go:build unix

package processes

import (
	"strings"
	"syscall"
	"testing"

	"raumbot/storage/storagetest"
)

// TestSuspendedOwner suspends the process that owns the database. The standby process takes over
// after a while; the first one changes nothing when it wakes, and ends.
func TestSuspendedOwner(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	url := storagetest.Postgres(t)
	first := startConsole(t, url)
	first.say("ada: challenge ben raumschach white\nben: accept\nada: ab2-ab3\n")
	first.hears("ab2-ab3")
	second := startConsole(t, url)
	second.hears("stands by")
	signal := func(s syscall.Signal) {
		t.Helper()
		if err := first.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	defer first.cmd.Process.Signal(syscall.SIGCONT) // or it could not end
	second.say("ben: log\nben: ec4-ec3\n")
	second.hears("ec4-ec3")
	first.say("ben: dc4-dc3\nada: games\n")
	signal(syscall.SIGCONT)
	first.hears("has taken over")
	for line := range first.lines {
		if strings.Contains(line, "dc4-dc3") {
			t.Errorf("who has lost the database says %q", line)
		}
	}
	if err := first.cmd.Wait(); err == nil {
		t.Error("who has lost the database ends as if nothing had happened")
	}
	second.say("ada: bb2-bb3\n")
	second.hears("bb2-bb3")
	second.say("ada: log\nben: dc4-dc3\n")
	for line := range second.lines { // the log comes before the move
		if strings.Contains(line, "dc4-dc3") {
			if strings.Contains(line, "ec4-ec3") {
				t.Errorf("what was said to who had lost the database is played: %q", line)
			}
			break
		}
	}
}
