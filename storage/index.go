package storage

import (
	"bytes"
	"fmt"

	"raumbot/storage/kv"
)

// ref is an index entry: a key without a value.
type ref struct {
	table kv.Table
	key   []byte
}

// reindex replaces the old index entries of a record by its new ones.
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
			if err := t.kv.Delete(r.table, r.key); err != nil {
				return err
			}
		}
	}
	for _, r := range now {
		if !has(old, r) {
			if err := t.kv.Put(r.table, r.key, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// under returns the keys of an index that begin with a prefix, starting at from,
// up to limit of them unless that is zero.
func (t tx) under(in kv.Table, prefix, from []byte, limit int) [][]byte {
	if bytes.Compare(from, prefix) < 0 {
		from = prefix
	}
	var keys [][]byte
	for k := range t.kv.Scan(in, from) {
		if !bytes.HasPrefix(k, prefix) || limit > 0 && len(keys) == limit {
			break
		}
		keys = append(keys, bytes.Clone(k))
	}
	return keys
}

// eachRef calls do with every index entry that follows from the records.
func (t tx) eachRef(do func(ref) error) error {
	for _, kd := range kinds {
		if err := kd.eachRef(t, do); err != nil {
			return err
		}
	}
	return nil
}

// checkIndexes compares the index tables with the records in both directions,
// and returns a sentence for each difference.
func (t tx) checkIndexes() ([]string, error) {
	asked := map[kv.Table]map[string]bool{}
	for _, name := range indexTables {
		asked[name] = map[string]bool{}
	}
	err := t.eachRef(func(r ref) error {
		asked[r.table][string(r.key)] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, name := range indexTables {
		for k := range t.kv.Scan(name, nil) {
			if !asked[name][string(k)] {
				faults = append(faults, fmt.Sprintf("index %s has an entry %x that no record asks for", name, k))
			}
			delete(asked[name], string(k))
		}
		for k := range asked[name] {
			faults = append(faults, fmt.Sprintf("index %s lacks the entry %x that a record asks for", name, k))
		}
	}
	return faults, nil
}

// rebuild rebuilds the index tables from the records.
func (t tx) rebuild() error {
	for _, tables := range [][]kv.Table{indexTables, formerTables} {
		for _, name := range tables {
			for _, k := range t.under(name, nil, nil, 0) {
				if err := t.kv.Delete(name, k); err != nil {
					return err
				}
			}
		}
	}
	return t.eachRef(func(r ref) error { return t.kv.Put(r.table, r.key, nil) })
}
