package storagetest

import (
	"errors"
	"sync/atomic"

	"raumbot/storage/kv"
)

// Turns returns an engine whose transactions are run by others in turn, which are those of several processes on one
// database. If aware is set, each has heard of what the others have done before an update begins, so that none runs twice.
func Turns(aware bool, engines ...kv.Engine) kv.Engine { return &turns{aware: aware, engines: engines} }

type turns struct {
	aware   bool
	engines []kv.Engine
	count   atomic.Int64
}

func (t *turns) next(aware bool) (kv.Engine, error) {
	e := t.engines[int(t.count.Add(1))%len(t.engines)]
	if !aware {
		return e, nil
	}
	// A process may hear of another's commits a little later, but not later than its next update has ended.
	return e, e.Update(func(kv.Tx) error { return nil })
}

// View implements [kv.Engine].
func (t *turns) View(fn func(kv.Tx) error) error {
	e, err := t.next(true)
	if err != nil {
		return err
	}
	return e.View(fn)
}

// Update implements [kv.Engine].
func (t *turns) Update(fn func(kv.Tx) error) error {
	e, err := t.next(t.aware)
	if err != nil {
		return err
	}
	return e.Update(fn)
}

// Close implements [kv.Engine].
func (t *turns) Close() (err error) {
	for _, e := range t.engines {
		err = errors.Join(err, e.Close())
	}
	return err
}
