package storage

import (
	"context"
	"encoding/binary"
	"fmt"

	"raumbot/storage/kv"
)

// Check reads everything and returns a sentence for each fault of the file, its records and its
// indexes. service.Check checks whether the records make sense.
func (s *Store) Check(ctx context.Context) (faults []string, err error) {
	if file, ok := s.engine.(kv.File); ok {
		if faults, err = file.Faults(ctx); err != nil || len(faults) > 0 {
			return faults, err // the rest cannot be read
		}
	}
	err = s.engine.View(func(kv kv.Tx) (err error) {
		t := tx{kv: kv}
		if wrong := append(t.checkRecords(), t.checkLogs()...); len(wrong) > 0 {
			faults = append(faults, wrong...)
			return nil // indexes cannot be compared with damaged records
		}
		wrong, err := t.checkIndexes()
		faults = append(faults, wrong...)
		return err
	})
	return faults, err
}

// CheckNumbers returns a sentence for each counter that would assign a number already in use.
func (s *Store) CheckNumbers() (faults []string, err error) {
	err = s.engine.View(func(kv kv.Tx) (err error) {
		faults, err = tx{kv: kv}.checkCounters()
		return err
	})
	return faults, err
}

func (t tx) checkCounters() (faults []string, err error) {
	for _, c := range []struct {
		counter string
		tables  []kv.Table
	}{
		{"last player", []kv.Table{players.table}},
		{"last entry", []kv.Table{entries.table}},
		{"last game", []kv.Table{games.table, challenges.table}},
		{"last message", []kv.Table{outbox.table}},
		{"last tournament", []kv.Table{tournaments.table}},
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

// lastNumber returns the number at the end of a table's last key.
func (t tx) lastNumber(name kv.Table) (last uint64) {
	for k := range t.kv.Scan(name, nil) {
		if len(k) >= 8 {
			last = max(last, binary.BigEndian.Uint64(k[len(k)-8:]))
		}
	}
	return last
}
