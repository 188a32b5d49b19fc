package postgres

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage/kv"
	"raumbot/storage/storagetest"
)

// TestSilentServer has many updates wait for a server that vanishes without a word, as one whose
// machine is dead: when the first is told so, the others are, too, and do not ask one after the
// other. When the server is back, all goes on.
func TestSilentServer(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	var silent atomic.Bool
	through := silencer(t, storagetest.Postgres(t), &silent)
	e, err := Open(t.Context(), through, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	put := func(n int) error {
		return e.Update(func(tx kv.Tx) error { return tx.Put("numbers", fmt.Append(nil, n), []byte("1")) })
	}
	if err := put(0); err != nil {
		t.Fatal(err)
	}
	silent.Store(true)
	const updates = 30
	before := e.RoundTrips()
	var waiting sync.WaitGroup
	for n := range updates {
		waiting.Go(func() {
			if err := put(1 + n); !errors.Is(err, bot.ErrAway) {
				t.Errorf("update %d of a server that is away is told %v", n, err)
			}
		})
	}
	waiting.Wait()
	if asked := e.RoundTrips() - before; asked > updates/2 {
		t.Errorf("the server was asked %d times in vain for %d updates that waited at once", asked, updates)
	}
	silent.Store(false)
	for end := time.Now().Add(5 * time.Minute); ; {
		if err := put(-1); err == nil {
			return
		} else if time.Now().After(end) {
			t.Fatalf("after the server is back: %v", err)
		}
	}
}

// TestKnownAway views a database whose server does not answer. Each of the first views waits as
// long as [Patience]. Later views and updates fail at once, without asking the server, until the
// owner has heard from it again.
func TestKnownAway(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	var silent atomic.Bool
	e, err := Open(t.Context(), silencer(t, storagetest.Postgres(t), &silent), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	LimitCache(e, 1, 1)
	look := func() error {
		return e.View(func(tx kv.Tx) error {
			tx.Get("numbers", []byte("1"))
			return nil
		})
	}
	if err := look(); err != nil {
		t.Fatal(err)
	}
	silent.Store(true)
	var waiting sync.WaitGroup
	for range 3 {
		waiting.Go(func() {
			begun := time.Now()
			if err := look(); !errors.Is(err, bot.ErrAway) {
				t.Errorf("a view of a server that is away is told %v", err)
			}
			if took := time.Since(begun); took > Patience+2*time.Second {
				t.Errorf("it has waited for %v", took)
			}
		})
		time.Sleep(time.Second)
	}
	waiting.Wait()
	begun, before := time.Now(), e.RoundTrips()
	if err := errors.Join(look(), e.Update(func(tx kv.Tx) error { return tx.Put("numbers", []byte("1"), []byte("1")) }), e.AtWork()); !errors.Is(err, bot.ErrAway) {
		t.Errorf("a server that is known to be away: %v", err)
	}
	if took, asked := time.Since(begun), e.RoundTrips()-before; took > time.Second || asked > 0 {
		t.Errorf("a server that is known to be away is asked %d times, for %v", asked, took)
	}
	silent.Store(false)
	for end := time.Now().Add(time.Minute); look() != nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the server is back, and is not asked")
		}
	}
}

// silencer returns a URL that leads to a server, from which nothing comes while it is silent, and
// to which nothing comes.
func silencer(t *testing.T, to string, silent *atomic.Bool) (through string) {
	t.Helper()
	return storagetest.Relay(t, to, storagetest.Socket, func(client, server net.Conn) {
		pass := func(to, from net.Conn) {
			part := make([]byte, 64<<10)
			for lost := false; ; {
				n, err := from.Read(part)
				lost = lost || silent.Load() // what is missing makes the rest worthless
				if !lost {
					_, _ = to.Write(part[:n])
				}
				if err != nil {
					if !lost {
						to.Close()
					}
					return
				}
			}
		}
		go pass(client, server)
		pass(server, client)
	})
}
