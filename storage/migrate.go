package storage

import (
	"errors"
	"fmt"
)

// ErrNewer is wrapped when a database comes from a later raumbot.
var ErrNewer = errors.New("the database was written by a newer raumbot")

// migrations[n] takes a database from schema n to n+1. Steps are only ever
// added, and work on raw values: the records' types belong to the newest schema.
var migrations = []func(tx) error{
	// 1: the first schema. A new database has nothing to change.
	func(tx) error { return nil },
	// 2: who plays where is an index. No record changes.
	func(tx) error { return nil },
}

// Schema returns the schema that this program reads and writes.
func Schema() int { return len(migrations) }

var schemaKey = []byte("schema")

// schema returns the schema of the database, which is none that this program does not know.
func (s *Store) schema() (schema uint64, err error) {
	err = s.engine.view(func(kv kv) (err error) {
		schema, err = tx{kv}.number(string(schemaKey))
		return err
	})
	if err == nil && schema > uint64(Schema()) {
		err = fmt.Errorf("%w (schema %d, this one knows %d): use that version, or restore an older backup", ErrNewer, schema, Schema())
	}
	return schema, err
}

// Current returns an error, a sentence for the operator, if the database is of an earlier schema.
func (s *Store) Current() error {
	schema, err := s.schema()
	if err == nil && schema < uint64(Schema()) {
		err = fmt.Errorf("the database has schema %d, that of an older raumbot: `raumbot db migrate` brings it to %d; keep a copy if you may go back to that raumbot", schema, Schema())
	}
	return err
}

// migrate brings the database to the current schema in one transaction. A
// database that has it already is not written to.
func (s *Store) migrate() error {
	schema, err := s.schema()
	if err != nil || schema == uint64(Schema()) {
		return err
	}
	return s.engine.update(func(kv kv) error {
		return tx{kv}.climb(schema)
	})
}

// climb takes the records from a schema to the current one, and makes the indexes anew.
func (t tx) climb(schema uint64) error {
	for n := schema; n < uint64(Schema()); n++ {
		if err := migrations[n](t); err != nil {
			return fmt.Errorf("migration to schema %d: %w", n+1, err)
		}
	}
	if err := t.rebuild(); err != nil {
		return err
	}
	return t.save(metaTable, schemaKey, Schema())
}

// rebuild makes the index tables anew from the records.
func (t tx) rebuild() error {
	for _, name := range indexTables {
		for _, k := range t.under(name, nil, nil, 0) {
			if err := t.kv.drop(name, k); err != nil {
				return err
			}
		}
	}
	return t.eachRef(func(r ref) error { return t.kv.put(r.table, r.key, nil) })
}
