package storage

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"sync"
)

// memory is an engine that forgets everything at its end: sorted slices, and
// an undo list for the transaction that is running.
type memory struct {
	mu     sync.RWMutex
	tables map[table][]pair
}

type pair struct{ key, value []byte }

// Memory returns a store that lives as long as the process.
func Memory() *Store {
	s := &Store{engine: &memory{tables: map[table][]pair{}}}
	if err := s.migrate(); err != nil {
		panic(err) // an empty store in memory cannot fail to migrate
	}
	return s
}

func (m *memory) view(fn func(kv) error) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return fn(&memoryTx{m: m})
}

func (m *memory) update(fn func(kv) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	tx := &memoryTx{m: m, writable: true}
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

func (m *memory) close() error { return nil }

type memoryTx struct {
	m        *memory
	writable bool
	undo     []func()
}

var errReadOnly = errors.New("a view cannot write")

func (t *memoryTx) find(name table, key []byte) (int, bool) {
	return slices.BinarySearchFunc(t.m.tables[name], key, func(p pair, k []byte) int {
		return bytes.Compare(p.key, k)
	})
}

func (t *memoryTx) get(name table, key []byte) []byte {
	if i, ok := t.find(name, key); ok {
		return t.m.tables[name][i].value
	}
	return nil
}

func (t *memoryTx) put(name table, key, value []byte) error {
	if !t.writable {
		return errReadOnly
	}
	old := t.get(name, key)
	key = bytes.Clone(key)
	t.set(name, key, append([]byte{}, value...)) // never nil: that would be absence
	t.undo = append(t.undo, func() { t.set(name, key, old) })
	return nil
}

func (t *memoryTx) drop(name table, key []byte) error {
	if !t.writable {
		return errReadOnly
	}
	if old := t.get(name, key); old != nil {
		key = bytes.Clone(key)
		t.set(name, key, nil)
		t.undo = append(t.undo, func() { t.set(name, key, old) })
	}
	return nil
}

// set makes the value of a key what is given, nil for none.
func (t *memoryTx) set(name table, key, value []byte) {
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

func (t *memoryTx) scan(name table, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		i, _ := t.find(name, from)
		for _, p := range t.m.tables[name][i:] {
			if !yield(p.key, p.value) {
				return
			}
		}
	}
}
