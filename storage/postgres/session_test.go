package postgres_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"raumbot/storage/postgres"
	"raumbot/storage/postgres/pinned"
	"raumbot/storage/storagetest"
)

// TestStartupParameters reads what connections begin with: no more than what PgBouncer lets pass.
func TestStartupParameters(t *testing.T) {
	passed := []string{"user", "database", "application_name", "client_encoding"}
	var mu sync.Mutex
	begun := map[string]int{} // the names of parameters
	through := storagetest.Relay(t, storagetest.Postgres(t), storagetest.Socket, func(client, server net.Conn) {
		defer client.Close()
		defer server.Close()
		length := make([]byte, 4)
		if _, err := io.ReadFull(client, length); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(length)-4)
		if _, err := io.ReadFull(client, body); err != nil {
			return
		}
		words := bytes.Split(body[4:], []byte{0}) // after the version: names and values
		mu.Lock()
		for n := 0; n+1 < len(words) && len(words[n]) > 0; n += 2 {
			begun[string(words[n])]++
		}
		mu.Unlock()
		_, _ = server.Write(append(length, body...))
		go func() {
			_, _ = io.Copy(client, server)
			client.Close()
		}()
		_, _ = io.Copy(server, client)
	})
	if err := count(mustOpen(t, through, nil), "first"); err != nil {
		t.Fatal(err)
	}
	p, err := pinned.Pin(t.Context(), through, "_other", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	mu.Lock()
	defer mu.Unlock()
	for name := range begun {
		if !slices.Contains(passed, name) {
			t.Errorf("connections begin with the parameter %s, which PgBouncer refuses", name)
		}
	}
	if begun["user"] < 3 {
		t.Errorf("%d connections have begun", begun["user"])
	}
}

// TestBouncer uses a database through PgBouncer, which must pool sessions.
func TestBouncer(t *testing.T) {
	direct := storagetest.Postgres(t)
	t.Run("session", func(t *testing.T) {
		through := storagetest.Bouncer(t, direct, "session")
		e := mustOpen(t, through, nil)
		if err := count(e, "first"); err != nil {
			t.Fatal(err)
		}
		if _, err := postgres.Open(t.Context(), direct, nil); !postgres.Held(err) {
			t.Errorf("a second process is told %v", err)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		other := mustOpen(t, direct, func() {})
		if n, _ := counted(t, other); n != 1 {
			t.Errorf("%d were counted in the schema", n)
		}
	})
	for _, mode := range []string{"transaction", "statement"} {
		t.Run(mode, func(t *testing.T) {
			through := storagetest.Bouncer(t, direct, mode)
			for n := range 5 {
				if _, err := postgres.Open(t.Context(), through, nil); err == nil || !strings.Contains(err.Error(), "PgBouncer must pool sessions") {
					t.Errorf("%d: the operator is told %v", n, err)
				}
			}
		})
	}
}
