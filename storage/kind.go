package storage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// kind describes one kind of record: its table, its keys, and its index entries.
// Every record of an indexed kind is written through put and drop, which keep
// the indexes up to date.
type kind[T any] struct {
	table kv.Table
	// key returns a record's key; nil if the key does not follow from the record.
	key func(T) []byte
	// proper reports whether a key is well-formed; used if key is nil.
	proper func(k []byte) bool
	// refs returns the index entries of a record under a key; nil if the kind has none.
	refs func(k []byte, record T) []ref
}

// load reads the record under a key.
func (kd kind[T]) load(t tx, k []byte) (record T, err error) {
	value := t.kv.Get(kd.table, k)
	if value == nil {
		return record, fmt.Errorf("%w in %s", bot.ErrNotFound, kd.table)
	}
	if d := damaged(kd.table, k, nil); d.Game != 0 && t.isAside(d) {
		d.Aside = true
		return record, d
	}
	return kd.decode(t, k, value)
}

// decode unseals and decodes the value of a record.
func (kd kind[T]) decode(t tx, k, value []byte) (record T, err error) {
	text, err := t.unseal(kd.table, k, value)
	if err == nil {
		err = json.Unmarshal(text, &record)
	}
	if err != nil {
		d := damaged(kd.table, k, err)
		d.Aside = t.isAside(d)
		return record, d
	}
	return record, nil
}

// put writes a record under its own key.
func (kd kind[T]) put(t tx, record T) error { return kd.putAt(t, kd.key(record), record) }

// putAt writes a record under a key, and updates its index entries.
func (kd kind[T]) putAt(t tx, k []byte, record T) error {
	if kd.refs != nil {
		old, err := kd.oldRefs(t, k)
		if err != nil && !errors.Is(err, bot.ErrNotFound) {
			return err
		}
		if err := t.reindex(old, kd.refs(k, record)); err != nil {
			return err
		}
	}
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return t.write(kd.table, k, text)
}

// drop deletes a record and its index entries. It is no error if there is none.
func (kd kind[T]) drop(t tx, k []byte) error {
	if kd.refs != nil {
		old, err := kd.oldRefs(t, k)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		if err == nil {
			err = t.reindex(old, nil)
		}
		if err != nil {
			return err
		}
	}
	return t.kv.Delete(kd.table, k)
}

// oldRefs returns the index entries of the record under a key.
func (kd kind[T]) oldRefs(t tx, k []byte) ([]ref, error) {
	old, err := kd.load(t, k)
	if err != nil {
		return nil, err
	}
	return kd.refs(k, old), nil
}

// records is a kind of any record type.
type records interface {
	name() kv.Table
	// check returns an error if the text of a record cannot be decoded, or belongs under another key.
	check(k, text []byte) error
	// eachRef calls do with every index entry that follows from the records.
	eachRef(t tx, do func(ref) error) error
	// probe calls do with the index entries of random records.
	probe(do func(ref))
}

func (kd kind[T]) name() kv.Table { return kd.table }

func (kd kind[T]) check(k, text []byte) error {
	var record T
	if err := json.Unmarshal(text, &record); err != nil {
		return err
	}
	if kd.key == nil {
		if !kd.proper(k) {
			return errors.New("its key has another form")
		}
		return nil
	}
	if belongs := kd.key(record); !bytes.Equal(k, belongs) {
		return fmt.Errorf("it belongs under %x", belongs)
	}
	return nil
}

// each calls do with the records whose keys begin with a prefix, starting at from, until do returns
// false. It skips records that were set aside.
func (kd kind[T]) each(t tx, prefix, from []byte, do func(k []byte, record T) bool) error {
	if bytes.Compare(from, prefix) < 0 {
		from = prefix
	}
	for k, v := range t.kv.Scan(kd.table, from) {
		if !bytes.HasPrefix(k, prefix) {
			return nil
		}
		if d := damaged(kd.table, k, nil); d.Game != 0 && t.isAside(d) {
			continue
		}
		record, err := kd.decode(t, k, v)
		var d *bot.Damage
		if errors.As(err, &d) && d.Aside {
			continue
		}
		if err != nil {
			return err
		}
		if !do(k, record) {
			return nil
		}
	}
	return nil
}

// at returns the records under some keys. It leaves out records that were set aside.
func (kd kind[T]) at(t tx, keys [][]byte) (all []T, err error) {
	for _, k := range keys {
		record, err := kd.load(t, k)
		var d *bot.Damage
		if errors.As(err, &d) && d.Aside {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, record)
	}
	return all, nil
}

// list returns the records that each visits, up to limit of them unless that is zero.
func (kd kind[T]) list(t tx, prefix, from []byte, limit int) (all []T, err error) {
	err = kd.each(t, prefix, from, func(_ []byte, record T) bool {
		all = append(all, record)
		return len(all) != limit
	})
	return all, err
}

func (kd kind[T]) eachRef(t tx, do func(ref) error) error {
	if kd.refs == nil {
		return nil
	}
	for k, v := range t.kv.Scan(kd.table, nil) {
		record, err := kd.decode(t, k, v)
		if err != nil {
			return err
		}
		for _, r := range kd.refs(k, record) {
			if err := do(r); err != nil {
				return err
			}
		}
	}
	return nil
}
