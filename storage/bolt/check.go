package bolt

import (
	"context"
	"errors"
	"os"

	"go.etcd.io/bbolt"
)

// Faults implements [kv.File].
func (b *Engine) Faults(ctx context.Context) ([]string, error) {
	faults, err := b.pageFaults(ctx)
	if err != nil || len(faults) > 0 {
		return faults, err // the rest cannot be read
	}
	return b.metaFaults()
}

// metaFaults checks both meta pages, which commits write in turn. If one is damaged, bbolt silently
// uses the other, and with it the state before the last commit.
func (b *Engine) metaFaults() (faults []string, err error) {
	err = b.guarded(func() error {
		if !b.db.IsReadOnly() {
			tx, err := b.db.Begin(true) // keeps others from writing them
			if err != nil {
				return err
			}
			defer func() { _ = tx.Rollback() }() // can only fail on a finished transaction
		}
		file, err := os.Open(b.path)
		if err != nil {
			return err
		}
		defer file.Close()
		w := &pageWalk{file: file, size: b.pageSize}
		for n := range 2 {
			if _, ok := w.metaPage(n); !ok {
				w.fault("page %d is damaged, one of the two that tell what was kept last: that may be lost", n)
			}
		}
		faults = w.faults
		return nil
	})
	return faults, err
}

// pageFaults checks the structure of all pages of the file.
func (b *Engine) pageFaults(ctx context.Context) (faults []string, err error) {
	for range metaTries {
		err = b.guarded(func() error {
			return b.db.View(func(tx *bbolt.Tx) error {
				faults, err = walkPages(ctx, tx, false)
				return err
			})
		})
		if !errors.Is(err, errMetaGone) {
			break
		}
	}
	return faults, err
}

// metaTries limits how often a check is restarted because commits have overtaken it.
const metaTries = 100

// walkPages checks the pages that a transaction can see. If branches is set, it checks only those
// above the leaves.
func walkPages(ctx context.Context, tx *bbolt.Tx, branches bool) (faults []string, err error) {
	file, err := os.Open(tx.DB().Path())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	w := &pageWalk{file: file, size: tx.DB().Info().PageSize, branches: branches}
	m, ok := w.readMeta(uint64(tx.ID()))
	if !ok { // two commits since the transaction began, or damage
		return nil, errMetaGone
	}
	err = w.walk(ctx, m)
	return w.faults, err
}

var errMetaGone = errors.New("the page that the transaction began from has been replaced")
