//go:build unix

package config

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSecretInPipe checks that a pipe is refused instead of waited for.
func TestSecretInPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	answer := make(chan error, 1)
	go func() {
		_, err := readSecretFile(pipe)
		answer <- err
	}()
	select {
	case err := <-answer:
		if err == nil || !strings.Contains(err.Error(), "is no file") {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it waits for ever")
	}
}
