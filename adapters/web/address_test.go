package web

import (
	"log/slog"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
)

// exhausted is a listener of a process that may open no more files.
type exhausted struct{ net.Listener }

func (exhausted) Accept() (net.Conn, error) {
	return nil, &net.OpError{Op: "accept", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
}

// TestTooManyFiles has the listener fail again and again because the process may open no more
// files. The operator is warned once.
func TestTooManyFiles(t *testing.T) {
	var text strings.Builder
	l := &watchedListener{Listener: exhausted{}, log: slog.New(slog.NewTextHandler(&text, nil))}
	for range 10 {
		if _, err := l.Accept(); err == nil {
			t.Fatal("a connection")
		}
	}
	if log := text.String(); strings.Count(log, "level=WARN") != 1 || !strings.Contains(log, "too many open files") {
		t.Errorf("the log says:\n%s", log)
	}
}
