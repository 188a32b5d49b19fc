package postgres_test

import (
	"bytes"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/storage/storagetest"
)

// stalling returns a URL that leads to a server, which hesitates before it reads a request that
// contains a text, once stalls is set.
func stalling(t *testing.T, to, text string, stalls *atomic.Bool) (through string) {
	t.Helper()
	return storagetest.Relay(t, to, storagetest.Socket, func(client, server net.Conn) {
		go func() {
			defer client.Close()
			part := make([]byte, 64<<10)
			for {
				n, err := server.Read(part)
				_, _ = client.Write(part[:n])
				if err != nil {
					return
				}
			}
		}()
		request := make([]byte, 64<<10)
		for {
			n, err := client.Read(request)
			if err != nil {
				return // the server has not noticed yet that the client is gone
			}
			if bytes.Contains(request[:n], []byte(text)) && stalls.CompareAndSwap(true, false) {
				time.Sleep(1200 * time.Millisecond)
			}
			if _, err := server.Write(request[:n]); err != nil {
				return
			}
		}
	})
}

// TestStallAtTheEnd has the server hesitate while a process gives its lock back: whoever comes next
// has the database at once.
func TestStallAtTheEnd(t *testing.T) {
	t.Parallel()
	direct := storagetest.Postgres(t)
	var stalls atomic.Bool
	e := mustOpen(t, stalling(t, direct, "pg_advisory_unlock_all", &stalls), nil)
	stalls.Store(true)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if stalls.Load() {
		t.Fatal("the lock was not given back")
	}
	mustOpen(t, direct, nil)
}
