package bolt

import (
	"errors"

	"go.etcd.io/bbolt"

	"raumbot/storage/kv"
)

// group is a set of updates that share one transaction of the file, and so one fsync. Each update
// is still atomic: if one fails, its writes are undone before the next one runs.
type group struct {
	tx      *bbolt.Tx
	members int
	wrote   bool
	broken  bool // an update panicked, so that the state of the transaction is unknown
	done    chan struct{}
	err     error // result of the transaction; final once done is closed
}

// maxGroup limits the number of updates that share a transaction, and so how long the first waits
// for the last.
const maxGroup = 256

// errGroup is the result of a group in which an update has panicked.
var errGroup = errors.New("another update has broken the transaction")

// Update implements [kv.Engine]. Each update runs in its caller's goroutine, one at a time; the
// last of those waiting commits for all. If no other update is waiting it commits at once. If a
// commit fails, each update is retried in a transaction of its own, so that none fails because of
// another.
func (b *Engine) Update(fn func(kv.Tx) error) error {
	return b.guarded(func() error {
		g, err := b.runInGroup(fn, false)
		if g != nil && g.members > 1 && g.err != nil && !b.failed.Load() {
			g, err = b.runInGroup(fn, true)
		}
		if g != nil && g.err != nil {
			return g.err
		}
		return err
	})
}

// runInGroup runs fn in a group, waits until the group is committed, and returns both the group and
// fn's error. The group is nil if no transaction could be begun.
func (b *Engine) runInGroup(fn func(kv.Tx) error, alone bool) (g *group, err error) {
	g, err = b.join(fn, alone)
	if g != nil {
		<-g.done // even an error of fn may depend on what other updates wrote
	}
	return g, err
}

// join runs fn in the open group, or in a new one. It commits the group, unless another update is
// waiting to join it.
func (b *Engine) join(fn func(kv.Tx) error, alone bool) (*group, error) {
	b.waiting.Add(1)
	b.writing.Lock()
	b.waiting.Add(-1)
	defer b.writing.Unlock()
	if alone && b.open != nil {
		b.commitOpen()
	}
	if b.open == nil {
		if b.failed.Load() {
			return nil, kv.ErrDisk
		}
		if err := b.present(); err != nil {
			return nil, err
		}
		tx, err := b.db.Begin(true)
		if err != nil {
			return nil, err
		}
		b.open = &group{tx: tx, done: make(chan struct{})}
	}
	g := b.open
	g.members++
	defer func() {
		if alone || g.broken || g.members == maxGroup || b.waiting.Load() == 0 {
			b.commitOpen()
		}
	}()
	return g, g.run(fn)
}

// run runs fn, and undoes its writes if it fails.
func (g *group) run(fn func(kv.Tx) error) error {
	t := &transaction{tx: g.tx}
	g.broken = true // remains set if fn panics
	err := fn(t)
	if err != nil {
		if undone := t.rollback(); undone != nil {
			return errors.Join(err, undone)
		}
	} else if len(t.undo) > 0 {
		g.wrote = true
	}
	g.broken = false
	return err
}

// commitOpen commits the open group. If nothing was written, there is nothing
// to commit.
func (b *Engine) commitOpen() {
	g := b.open
	b.open = nil
	g.err = errGroup // remains set if the commit panics
	defer close(g.done)
	defer func() {
		if g.tx.DB() != nil {
			_ = g.tx.Rollback() // can only fail on a finished transaction
		}
	}()
	switch {
	case g.broken:
	case g.wrote:
		if g.err = b.commit(g.tx); g.err == nil {
			g.err = b.present()
		}
		if isDiskError(g.err) {
			b.failed.Store(true)
		}
	default:
		g.err = nil
	}
}
