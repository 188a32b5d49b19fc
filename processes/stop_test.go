package processes

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestTerminate sends the program SIGTERM. What was typed before must be answered and
// stored, and the program must say that it did not reach the end of the input.
func TestTerminate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such signal")
	}
	db := filepath.Join(t.TempDir(), "games.db")
	c := prepared(t, nil, "console", "--db", db)
	c.WaitDelay = hangs
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(stdin, "alice: challenge bob raumschach\n"); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(stdout)
	if line, err := answers.ReadString('\n'); err != nil || !strings.Contains(line, "alice challenges bob") {
		t.Fatalf("%q, %v", line, err)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answers)
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(errs.String(), "stopped before the end of the input; what was answered is kept") {
		t.Errorf("it ends with %v: %s", err, errs.String())
	}
	if code, out, _ := runCommand(t, db, "bob@: games\n", "console", "--db", db); code != 0 || !strings.Contains(out, "from alice") {
		t.Errorf("afterwards: %d, %s", code, out)
	}
	if _, err := os.Stat(db); err != nil {
		t.Error(err)
	}
}
