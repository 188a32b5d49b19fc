package storage

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"

	"go.etcd.io/bbolt"
	"raumbot/bot"
)

// Check reads everything and returns a sentence for each fault of the
// file, its records and its indexes. What the records mean is for
// [bot.Check].
func (s *Store) Check(ctx context.Context) (faults []string, err error) {
	if b, ok := s.engine.(*bolt); ok {
		if faults, err = b.checkPages(ctx); err != nil || len(faults) > 0 {
			return faults, err // no use in reading further
		}
	}
	err = s.engine.view(func(kv kv) error {
		faults, err = tx{kv}.checkRefs()
		return err
	})
	return faults, err
}

// checkPages reads every page that holds something, and counts those that
// hold nothing. bbolt's own check is not used: it runs in a goroutine of its own, where
// what a damaged page makes of it cannot be caught.
func (b *bolt) checkPages(ctx context.Context) (faults []string, err error) {
	err = b.guarded(func() error {
		return b.db.View(func(tx *bbolt.Tx) error {
			if err := readAll(tx); err != nil {
				return err
			}
			free, err := freePages(tx)
			if stats := b.db.Stats(); err == nil && free != stats.FreePageN+stats.PendingPageN {
				faults = append(faults, fmt.Sprintf("the list of free pages names %d, the file has %d", stats.FreePageN+stats.PendingPageN, free))
			}
			return errors.Join(err, ctx.Err())
		})
	})
	return faults, err
}

// freePages counts the pages of the file that are listed as free.
func freePages(tx *bbolt.Tx) (free int, err error) {
	for id := 0; ; id++ {
		page, err := tx.Page(id)
		if err != nil || page == nil {
			return free, err
		}
		if page.Type == "free" {
			free++
		}
	}
}

// readAll looks at every key and value.
func readAll(tx *bbolt.Tx) error {
	return tx.ForEach(func(name []byte, bucket *bbolt.Bucket) error {
		seen := byte(0)
		err := bucket.ForEach(func(k, v []byte) error {
			for _, b := range v {
				seen ^= b
			}
			return nil
		})
		runtime.KeepAlive(seen)
		return err
	})
}

// CheckNumbers returns a sentence for each number that has been given and
// could be given again.
func (s *Store) CheckNumbers() (faults []string, err error) {
	err = s.engine.view(func(kv kv) (err error) {
		faults, err = tx{kv}.checkCounters()
		return err
	})
	return faults, err
}

func (t tx) checkCounters() (faults []string, err error) {
	for _, c := range []struct {
		counter string
		tables  []table
	}{
		{"last player", []table{playerTable}},
		{"last game", []table{gameTable, challengeTable}},
		{"last message", []table{outboxTable}},
		{"last tournament", []table{tournamentTable}},
	} {
		n, err := t.number(c.counter)
		if err != nil {
			return nil, err
		}
		for _, name := range c.tables {
			if used := t.lastNumber(name); used > n {
				faults = append(faults, fmt.Sprintf("meta: %s is %d, but %s has %d", c.counter, n, name, used))
			}
		}
	}
	return faults, nil
}

// lastNumber returns the greatest number at the end of a table's keys.
func (t tx) lastNumber(name table) (last uint64) {
	for k := range t.kv.scan(name, nil) {
		if len(k) >= 8 {
			last = max(last, binary.BigEndian.Uint64(k[len(k)-8:]))
		}
	}
	return last
}

var _ bot.Store = (*Store)(nil)
