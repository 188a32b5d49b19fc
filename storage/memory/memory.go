// Package memory implements tables in memory, for tests.
package memory

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"sync"

	"raumbot/storage/kv"
)

// Engine implements [kv.Engine] with sorted slices, and an undo list for the
// running transaction.
type Engine struct {
	mu     sync.RWMutex
	tables map[kv.Table][]pair
}

type pair struct{ key, value []byte }

// New returns an engine without tables.
func New() *Engine { return &Engine{tables: map[kv.Table][]pair{}} }

// View implements [kv.Engine].
func (m *Engine) View(fn func(kv.Tx) error) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return fn(&transaction{m: m})
}

// Update implements [kv.Engine].
func (m *Engine) Update(fn func(kv.Tx) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	tx := &transaction{m: m, writable: true}
	done := false
	defer func() {
		if !done { // fn failed, or panicked
			for _, undo := range slices.Backward(tx.undo) {
				undo()
			}
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	done = true
	return nil
}

// Close implements [kv.Engine].
func (m *Engine) Close() error { return nil }

type transaction struct {
	m        *Engine
	writable bool
	undo     []func()
}

var errReadOnly = errors.New("a view cannot write")

func (t *transaction) find(name kv.Table, key []byte) (int, bool) {
	return slices.BinarySearchFunc(t.m.tables[name], key, func(p pair, k []byte) int {
		return bytes.Compare(p.key, k)
	})
}

func (t *transaction) Get(name kv.Table, key []byte) []byte {
	if i, ok := t.find(name, key); ok {
		return t.m.tables[name][i].value
	}
	return nil
}

func (t *transaction) Put(name kv.Table, key, value []byte) error {
	if !t.writable {
		return errReadOnly
	}
	old := t.Get(name, key)
	key = bytes.Clone(key)
	t.set(name, key, append([]byte{}, value...)) // never nil, which means deleted
	t.undo = append(t.undo, func() { t.set(name, key, old) })
	return nil
}

func (t *transaction) Delete(name kv.Table, key []byte) error {
	if !t.writable {
		return errReadOnly
	}
	if old := t.Get(name, key); old != nil {
		key = bytes.Clone(key)
		t.set(name, key, nil)
		t.undo = append(t.undo, func() { t.set(name, key, old) })
	}
	return nil
}

// set sets the value of a key; nil deletes it.
func (t *transaction) set(name kv.Table, key, value []byte) {
	pairs := t.m.tables[name]
	i, ok := t.find(name, key)
	switch {
	case ok && value == nil:
		pairs = slices.Delete(pairs, i, i+1)
	case ok:
		pairs[i].value = value
	case value != nil:
		pairs = slices.Insert(pairs, i, pair{key, value})
	}
	t.m.tables[name] = pairs
}

func (t *transaction) Scan(name kv.Table, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		i, _ := t.find(name, from)
		for _, p := range t.m.tables[name][i:] {
			if !yield(p.key, p.value) {
				return
			}
		}
	}
}
