package storage

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

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
		if faults, err = b.checkMetas(); err != nil {
			return faults, err
		}
	}
	err = s.engine.view(func(kv kv) (err error) {
		t := tx{kv}
		if wrong := t.checkRecords(); len(wrong) > 0 {
			faults = append(faults, wrong...)
			return nil // indexes are made of records
		}
		wrong, err := t.checkRefs()
		faults = append(faults, wrong...)
		return err
	})
	return faults, err
}

// checkMetas looks at the two pages of which each commit writes one. With one of them damaged bbolt goes
// on from the other, and so from before the last commit.
func (b *bolt) checkMetas() (faults []string, err error) {
	err = b.guarded(func() error {
		tx, err := b.db.Begin(true) // so that neither is being written
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // fails only on a transaction that has ended
		file, err := os.Open(b.db.Path())
		if err != nil {
			return err
		}
		defer file.Close()
		w := &pageWalk{file: file, size: b.db.Info().PageSize}
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

// checkPages walks over the pages of the file. bbolt's own check is not used: it runs in a
// goroutine of its own, where what a damaged page makes of it cannot be caught, and may not end.
func (b *bolt) checkPages(ctx context.Context) (faults []string, err error) {
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

// metaTries is how often a walk is begun anew because commits have overtaken it.
const metaTries = 100

// walkPages looks at the pages that a transaction sees, all of them or those by which it finds its way.
func walkPages(ctx context.Context, tx *bbolt.Tx, branches bool) (faults []string, err error) {
	file, err := os.Open(tx.DB().Path())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	w := &pageWalk{file: file, size: tx.DB().Info().PageSize, branches: branches}
	m, ok := w.readMeta(uint64(tx.ID()))
	if !ok { // two commits have come since the transaction began, or damage
		return nil, errMetaGone
	}
	err = w.walk(ctx, m)
	return w.faults, err
}

var errMetaGone = errors.New("the page that the transaction began from has been replaced")

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
		{"last entry", []table{logTable}},
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
