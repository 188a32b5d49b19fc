package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"go.etcd.io/bbolt"

	"raumbot/storage/kv"
)

// openBolt opens a new database that is checked when the test ends.
func openBolt(t *testing.T) *Engine {
	t.Helper()
	b, err := Open(filepath.Join(t.TempDir(), "test.db"), things)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if faults, err := b.Faults(context.Background()); err != nil || len(faults) > 0 {
			t.Error(faults, err)
		}
		b.Close()
	})
	return b
}

// The tables of these tests.
const things, counts kv.Table = "things", "counts"

// together runs updates so that all share one transaction: the first waits
// until the others are queued.
func together(b *Engine, updates ...func(kv.Tx) error) []error {
	errs := make([]error, len(updates))
	inside := make(chan struct{})
	var all sync.WaitGroup
	var once sync.Once
	all.Go(func() {
		errs[0] = b.Update(func(tx kv.Tx) error {
			once.Do(func() {
				close(inside)
				for b.waiting.Load() < int32(len(updates)-1) {
					runtime.Gosched()
				}
			})
			return updates[0](tx)
		})
	})
	<-inside
	for i, u := range updates[1:] {
		all.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					errs[i+1] = fmt.Errorf("panic: %v", r)
				}
			}()
			errs[i+1] = b.Update(u)
		})
	}
	all.Wait()
	return errs
}

// transactions returns the number of transactions committed.
func transactions(t *testing.T, b *Engine) (n int) {
	t.Helper()
	if err := b.db.View(func(tx *bbolt.Tx) error { n = tx.ID(); return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

// putting returns an update that writes a value and then calls end.
func putting(n int, end func() error) func(kv.Tx) error {
	return func(tx kv.Tx) error {
		if err := tx.Put(things, []byte(fmt.Sprint(n)), []byte("x")); err != nil {
			return err
		}
		return end()
	}
}

func kept(t *testing.T, b *Engine, n int) (yes bool) {
	t.Helper()
	err := b.View(func(tx kv.Tx) error {
		yes = tx.Get(things, []byte(fmt.Sprint(n))) != nil
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return yes
}

func well() error { return nil }

// TestGroup queues updates: they share a transaction, and those that
// fail write nothing and do not affect the others.
func TestGroup(t *testing.T) {
	b := openBolt(t)
	failure := errors.New("no")
	before := transactions(t, b)
	errs := together(b, putting(0, well), putting(1, func() error { return failure }), putting(2, well), putting(3, well))
	if n := transactions(t, b) - before; n != 1 {
		t.Errorf("%d transactions, want one", n)
	}
	for n, err := range errs {
		if fails := n == 1; fails != errors.Is(err, failure) || fails == kept(t, b, n) {
			t.Errorf("update %d: error %v, kept %t", n, err, kept(t, b, n))
		}
	}
	before = transactions(t, b)
	if err := b.Update(func(tx kv.Tx) error { return tx.Delete(things, []byte("none")) }); err != nil || transactions(t, b) != before {
		t.Error("nothing was written, and yet committed", err)
	}
}

// TestGroupBreaks lets one update of a group panic, and one end its goroutine.
func TestGroupBreaks(t *testing.T) {
	for name, end := range map[string]func() error{
		"panic": func() error { panic("oops") },
		"exit":  func() error { runtime.Goexit(); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			b := openBolt(t)
			errs := together(b, putting(0, well), putting(1, end), putting(2, well))
			for _, n := range []int{0, 2} {
				if errs[n] != nil || !kept(t, b, n) {
					t.Errorf("update %d: %v", n, errs[n])
				}
			}
			if kept(t, b, 1) {
				t.Error("the broken one is kept")
			}
			if name == "panic" && (errs[1] == nil || errs[1].Error() != "panic: oops") {
				t.Error("the panic did not come through:", errs[1])
			}
		})
	}
}

// TestGroupTallies lets many goroutines increment a number concurrently, some failing
// afterwards: every success counts exactly once, in order.
func TestGroupTallies(t *testing.T) {
	b := openBolt(t)
	const people, steps = 24, 60
	counter := []byte("count")
	succeeded := make([]int, people)
	var all sync.WaitGroup
	for who := range people {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(who), 1))
			for range steps {
				refuse, seen := random.IntN(5) == 0, uint64(0)
				err := b.Update(func(tx kv.Tx) error {
					seen = 0
					if v := tx.Get(counts, counter); v != nil {
						seen = binary.BigEndian.Uint64(v)
					}
					err := tx.Put(counts, counter, binary.BigEndian.AppendUint64(nil, seen+1))
					if err == nil && refuse {
						err = errors.New("in vain")
					}
					return err
				})
				if (err != nil) != refuse {
					t.Errorf("error %v", err)
				}
				if err == nil {
					succeeded[who]++
				}
				// An update that has returned is visible to everybody.
				_ = b.View(func(tx kv.Tx) error {
					if v := tx.Get(counts, counter); err == nil && binary.BigEndian.Uint64(v) <= seen {
						t.Errorf("update %d was answered before it was kept", seen+1)
					}
					return nil
				})
			}
		})
	}
	all.Wait()
	total := 0
	for _, n := range succeeded {
		total += n
	}
	err := b.Update(func(tx kv.Tx) error {
		if got := binary.BigEndian.Uint64(tx.Get(counts, counter)); got != uint64(total) {
			t.Errorf("%d succeeded, %d are counted", total, got)
		}
		return tx.Delete(counts, counter)
	})
	if err != nil {
		t.Error(err)
	}
}
