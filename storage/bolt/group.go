package bolt

import (
	"errors"

	"go.etcd.io/bbolt"

	"raumbot/storage/kv"
)

// group is updates that share one transaction of the file, and so one wait for
// the disk. Each is still kept whole or not at all: what a failing one wrote is
// taken back before the next one reads.
type group struct {
	tx      *bbolt.Tx
	members int
	wrote   bool
	broken  bool // one of them panicked, so that nothing is sure of the transaction
	done    chan struct{}
	err     error // what became of the transaction; final when done is closed
}

// maxGroup bounds how many updates share a transaction, and so how long the
// first of them waits for the last.
const maxGroup = 256

// errGroup ends a group in which an update has panicked.
var errGroup = errors.New("another update has broken the transaction")

// Update implements [kv.Engine]. Every update runs in its own goroutine, one at a
// time; the last of those that wait commits for all. One that nobody follows
// commits at once. When a commit fails, each is tried again alone, so that
// none fails for another's sake.
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

// runInGroup runs fn in a group, waits until it is settled, and returns it with
// what fn returned. The group is nil if there is no transaction to be had.
func (b *Engine) runInGroup(fn func(kv.Tx) error, alone bool) (g *group, err error) {
	g, err = b.join(fn, alone)
	if g != nil {
		<-g.done // also what fn refused may rest on what others wrote
	}
	return g, err
}

// join runs fn in the group that is open, or in a new one, and settles it
// unless somebody follows who will.
func (b *Engine) join(fn func(kv.Tx) error, alone bool) (*group, error) {
	b.waiting.Add(1)
	b.writing.Lock()
	b.waiting.Add(-1)
	defer b.writing.Unlock()
	if alone && b.open != nil {
		b.settle()
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
			b.settle()
		}
	}()
	return g, g.run(fn)
}

// run runs fn, and takes back what it wrote if it fails.
func (g *group) run(fn func(kv.Tx) error) error {
	t := &transaction{tx: g.tx}
	g.broken = true // stands if fn does not return
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

// settle ends the group that is open. If nothing was written there is nothing
// to wait for.
func (b *Engine) settle() {
	g := b.open
	b.open = nil
	g.err = errGroup // stands if what follows panics
	defer close(g.done)
	defer func() {
		if g.tx.DB() != nil {
			_ = g.tx.Rollback() // fails only on a transaction that has ended
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
