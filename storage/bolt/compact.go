package bolt

import (
	"errors"

	"go.etcd.io/bbolt"
)

// compactAtOnce limits the size of a transaction of the new file, in bytes.
const compactAtOnce = 1 << 20

// Compact implements [kv.File].
func (b *Engine) Compact(path string) error {
	into, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockPatience, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return err
	}
	err = b.guarded(func() error { return bbolt.Compact(into, b.db, compactAtOnce) })
	return errors.Join(err, into.Close())
}
