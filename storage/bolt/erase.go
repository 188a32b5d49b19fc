package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"time"

	"raumbot/storage/kv"
)

// Deleted data stay in free pages of the file until bbolt uses these again. Erasing has it use all
// of them: it fills a table with zeros until no page is free, and empties the table. This relies on
// bbolt writing pages whole, and on nothing else about the file.

// filling is the table that uses up the free pages.
const filling kv.Table = "erasing"

const (
	// eraseAtOnce is the number of pages that one update fills, so that others need not wait long.
	eraseAtOnce = 256
	// fillersPerPage is the number of records that use up a page: bbolt begins a new page when one
	// is half full, and each record takes a fifth.
	fillersPerPage, fillerPart = 2, 5
	// erasePatience is how long erasing waits for a running view, such as a copy.
	erasePatience = 10 * time.Second
)

var errBusy = errors.New("something has been reading the database for long")

// Erase implements [kv.File].
func (b *Engine) Erase(ctx context.Context) (pages int, err error) {
	if err := b.emptyFilling(); err != nil { // an interrupted run may have left it full
		return 0, err
	}
	if err := b.putFillers(0, 1); err != nil {
		return 0, err
	}
	// From here on all that was deleted before is in pages that are free, or become free with the
	// next update, unless a view that began before that update still reads them.
	if err := b.awaitViews(ctx, erasePatience); err != nil {
		return 0, err
	}
	pages, err = b.fill(ctx)
	return pages, errors.Join(err, b.emptyFilling())
}

// awaitViews waits for a moment in which no view runs.
func (b *Engine) awaitViews(ctx context.Context, patience time.Duration) error {
	begun := time.Now()
	for b.db.Stats().OpenTxN > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if time.Since(begun) >= patience {
			return errBusy
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}

// fill puts records into the table until the file has no free page, and returns the number of pages
// that they use up.
func (b *Engine) fill(ctx context.Context) (pages int, err error) {
	n := 1
	for {
		if err := ctx.Err(); err != nil {
			return pages, err
		}
		if err := b.putFillers(1+pages*fillersPerPage, n*fillersPerPage); err != nil {
			return pages, err
		}
		pages += n
		free := b.db.Stats().FreePageN
		if free == 0 {
			return pages, nil
		}
		// Each commit uses some pages for itself. Taking fewer than are free keeps the file from growing.
		n = min(max(1, free*7/8), eraseAtOnce)
	}
}

// putFillers puts n records with successive keys into the table.
func (b *Engine) putFillers(first, n int) error {
	zeros := make([]byte, b.pageSize/fillerPart)
	return b.Update(func(tx kv.Tx) error {
		for i := range n {
			key := binary.BigEndian.AppendUint64(nil, uint64(first+i))
			if err := tx.Put(filling, key, zeros); err != nil {
				return err
			}
		}
		return nil
	})
}

// emptyFilling deletes all records of the table.
func (b *Engine) emptyFilling() error {
	for left := true; left; {
		err := b.Update(func(tx kv.Tx) error {
			var keys [][]byte
			for key := range tx.Scan(filling, nil) {
				if keys = append(keys, bytes.Clone(key)); len(keys) == eraseAtOnce*fillersPerPage {
					break
				}
			}
			left = len(keys) > 0
			for _, key := range keys {
				if err := tx.Delete(filling, key); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
