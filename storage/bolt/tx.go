package bolt

import (
	"bytes"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"raumbot/storage/kv"
)

// transaction implements [kv.Tx] for one update or view within a transaction of the file.
type transaction struct {
	tx   *bbolt.Tx
	undo []change
}

// change is the value of a key before a write, nil if it did not exist.
type change struct {
	table      kv.Table
	key, value []byte
}

// rollback undoes the writes.
func (t *transaction) rollback() error {
	for _, c := range slices.Backward(t.undo) {
		bucket := t.tx.Bucket([]byte(c.table))
		var err error
		if c.value == nil {
			err = bucket.Delete(c.key)
		} else {
			err = bucket.Put(c.key, c.value)
		}
		if err != nil {
			return err
		}
	}
	t.undo = nil
	return nil
}

func (t *transaction) Get(name kv.Table, key []byte) []byte {
	bucket := t.tx.Bucket([]byte(name))
	if bucket == nil {
		return nil
	}
	return bucket.Get(key)
}

func (t *transaction) Put(name kv.Table, key, value []byte) error {
	bucket := t.tx.Bucket([]byte(name))
	if bucket == nil {
		var err error
		if bucket, err = t.tx.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	if value == nil {
		value = []byte{} // bbolt itself distinguishes nil from a missing key only after the commit
	}
	old := bucket.Get(key)
	if err := bucket.Put(key, value); err != nil {
		return err
	}
	t.undo = append(t.undo, change{name, bytes.Clone(key), old})
	return nil
}

func (t *transaction) Delete(name kv.Table, key []byte) error {
	bucket := t.tx.Bucket([]byte(name))
	if bucket == nil {
		return nil
	}
	old := bucket.Get(key)
	if old == nil {
		return nil
	}
	if err := bucket.Delete(key); err != nil {
		return err
	}
	t.undo = append(t.undo, change{name, bytes.Clone(key), old})
	return nil
}

func (t *transaction) Scan(name kv.Table, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		bucket := t.tx.Bucket([]byte(name))
		if bucket == nil {
			return
		}
		cursor := bucket.Cursor()
		for k, v := cursor.Seek(from); k != nil; k, v = cursor.Next() {
			if !yield(k, v) {
				return
			}
		}
	}
}
