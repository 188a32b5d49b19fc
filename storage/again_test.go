package storage

import (
	"errors"

	"raumbot/storage/kv"
)

// again runs every update twice, as an engine may do when a connection is lost. The writes of the
// first run are discarded.
type again struct{ kv.Engine }

func (a again) Update(fn func(kv.Tx) error) error {
	first := errors.New("the first run")
	var refused error
	err := a.Engine.Update(func(tx kv.Tx) error {
		refused = fn(tx)
		return first
	})
	if !errors.Is(err, first) || refused != nil {
		return errors.Join(err, refused)
	}
	return a.Engine.Update(fn)
}

// Again returns a store like s whose updates run twice.
func Again(s *Store) *Store { return &Store{engine: again{s.engine}} }
