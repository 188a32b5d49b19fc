package bolt

import (
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"raumbot/storage/kv"
)

// Engine is a [kv.File].
type Engine struct {
	db   *bbolt.DB
	path string
	file os.FileInfo // of the file when it was opened: see present
	// commit commits a transaction. Tests have it fail.
	commit func(*bbolt.Tx) error
	// damaged is set when the file has shown damage: nothing is read from it
	// or written to it any more.
	damaged atomic.Bool

	failed atomic.Bool  // the disk has reported an error: see guarded
	looked atomic.Int64 // when somebody last looked for the file, in nanoseconds

	views   atomic.Uint64 // how many there were, for trim
	waiting atomic.Int32  // updates that wait for writing
	writing sync.Mutex    // held by the update that runs
	open    *group        // guarded by writing; nil when no transaction is open
}

var _ kv.File = (*Engine)(nil)

// View implements [kv.Engine].
func (b *Engine) View(fn func(kv.Tx) error) error {
	return b.guarded(func() error {
		if err := b.presentLately(); err != nil {
			return err
		}
		return b.db.View(func(tx *bbolt.Tx) error {
			if b.views.Add(1)%trimEvery == 0 {
				trim(tx)
			}
			return fn(&transaction{tx: tx})
		})
	})
}

// trimEvery is after how many views the memory map is trimmed: often enough that few megabytes
// come in between, and seldom enough not to be felt.
const trimEvery = 256

// closePatience is how long Close waits for a file that has shown damage.
const closePatience = time.Second

// Close implements [kv.Engine]. Where damage has made bbolt panic, it may hold a lock for ever that its Close
// waits for: then the file is let go with the process.
func (b *Engine) Close() error {
	if !b.damaged.Load() && !b.failed.Load() {
		return b.db.Close()
	}
	closed := make(chan error, 1)
	go func() { closed <- b.db.Close() }()
	select {
	case err := <-closed:
		return err
	case <-time.After(closePatience):
		return nil
	}
}
