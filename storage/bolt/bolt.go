package bolt

import (
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"raumbot/storage/kv"
)

// Engine implements [kv.File] with a bbolt file.
type Engine struct {
	db   *bbolt.DB
	path string
	file os.FileInfo // of the file when it was opened; see present
	// pageSize is the size of a page in bytes. It is read when the file is opened, because
	// [bbolt.DB.Info] must not be called while another goroutine maps a grown file anew.
	pageSize int
	// commit commits a transaction. Tests replace it to simulate failures.
	commit func(*bbolt.Tx) error
	// damaged is set once the file has turned out to be damaged: from then on nothing
	// is read or written.
	damaged atomic.Bool

	failed atomic.Bool  // the disk has reported an error; see guarded
	looked atomic.Int64 // when present was last checked, in nanoseconds

	views   atomic.Uint64 // number of views so far, for trim
	waiting atomic.Int32  // number of updates waiting to write
	writing sync.Mutex    // held by the running update
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

// trimEvery is the number of views after which the memory map is trimmed. It is small enough that
// the map grows by only a few megabytes, and large enough that trimming costs nothing.
const trimEvery = 256

// closePatience is how long Close waits if the file is damaged.
const closePatience = time.Second

// Close implements [kv.Engine]. If bbolt has panicked because of damage it may hold a lock forever
// that its Close waits for. The file is then left open until the process ends.
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
