package bolt

import (
	"context"
	"fmt"
	"io"

	"go.etcd.io/bbolt"

	"raumbot/storage/kv"
)

// Copy implements [kv.File].
func (b *Engine) Copy(ctx context.Context, begin func(length int64) (io.Writer, error)) error {
	faults, err := b.pageFaults(ctx)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%w: %s", kv.ErrDamaged, faults[0])
	}
	if err != nil {
		return fmt.Errorf("no backup is made: %w", err)
	}
	return b.guarded(func() error {
		return b.db.View(func(tx *bbolt.Tx) error {
			w, err := begin(tx.Size())
			if err != nil {
				return err
			}
			_, err = tx.WriteTo(w)
			return err
		})
	})
}
