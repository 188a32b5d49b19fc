package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"raumbot/bot"
)

// Store is a [bot.Store].
type Store struct {
	engine engine
	path   string // empty in memory
}

// Close ends the use of the store.
func (s *Store) Close() error { return s.engine.close() }

// View implements [bot.Store].
func (s *Store) View(ctx context.Context, fn func(bot.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.engine.view(func(kv kv) error { return fn(tx{kv}) })
}

// Update implements [bot.Store].
func (s *Store) Update(ctx context.Context, fn func(bot.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.engine.update(func(kv kv) error {
		if err := ctx.Err(); err != nil { // others may have come first
			return err
		}
		return fn(tx{kv})
	})
}

// tx reads and writes records. It implements [bot.Tx].
type tx struct{ kv kv }

// load reads a record.
func load[T any](t tx, from table, key []byte) (record T, err error) {
	value := t.kv.get(from, key)
	if value == nil {
		return record, fmt.Errorf("%w in %s", bot.ErrNotFound, from)
	}
	return decode[T](from, key, value)
}

// decode reads the value of a record.
func decode[T any](from table, key, value []byte) (record T, err error) {
	if err := json.Unmarshal(value, &record); err != nil {
		return record, fmt.Errorf("%w: record %x of %s: %w", ErrDamaged, key, from, err)
	}
	return record, nil
}

// save writes a record.
func (t tx) save(to table, key []byte, record any) error {
	value, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return t.kv.put(to, key, value)
}

// ref is an entry of an index: a key without a value.
type ref struct {
	table table
	key   []byte
}

// reindex replaces the entries that a record had by those that it has now.
func (t tx) reindex(old, now []ref) error {
	has := func(refs []ref, r ref) bool {
		for _, other := range refs {
			if other.table == r.table && bytes.Equal(other.key, r.key) {
				return true
			}
		}
		return false
	}
	for _, r := range old {
		if !has(now, r) {
			if err := t.kv.drop(r.table, r.key); err != nil {
				return err
			}
		}
	}
	for _, r := range now {
		if !has(old, r) {
			if err := t.kv.put(r.table, r.key, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// under returns the keys of an index that begin with a prefix, from a key on,
// at most limit of them unless that is zero.
func (t tx) under(in table, prefix, from []byte, limit int) [][]byte {
	if bytes.Compare(from, prefix) < 0 {
		from = prefix
	}
	var keys [][]byte
	for k := range t.kv.scan(in, from) {
		if !bytes.HasPrefix(k, prefix) || limit > 0 && len(keys) == limit {
			break
		}
		keys = append(keys, bytes.Clone(k))
	}
	return keys
}

// next counts up a number that is kept in the meta table.
func (t tx) next(name string) (uint64, error) {
	n, err := t.number(name)
	if err != nil {
		return 0, err
	}
	return n + 1, t.save(metaTable, []byte(name), n+1)
}

// number reads a number from the meta table, zero if it is not there.
func (t tx) number(name string) (uint64, error) {
	if t.kv.get(metaTable, []byte(name)) == nil {
		return 0, nil
	}
	return load[uint64](t, metaTable, []byte(name))
}
