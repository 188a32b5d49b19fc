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
}

// Schema returns the schema that this program reads and writes.
func Schema() int { return len(migrations) }

var schemaKey = []byte("schema")

// migrate brings the database to the current schema in one transaction. A
// database that has it already is not written to.
func (s *Store) migrate() error {
	var schema uint64
	err := s.engine.view(func(kv kv) (err error) {
		schema, err = tx{kv}.number(string(schemaKey))
		return err
	})
	switch {
	case err != nil:
		return err
	case schema > uint64(Schema()):
		return fmt.Errorf("%w (schema %d, this one knows %d): use that version, or restore an older backup", ErrNewer, schema, Schema())
	case schema == uint64(Schema()):
		return nil
	}
	return s.engine.update(func(kv kv) error {
		t := tx{kv}
		for n := schema; n < uint64(Schema()); n++ {
			if err := migrations[n](t); err != nil {
				return fmt.Errorf("migration to schema %d: %w", n+1, err)
			}
		}
		return t.save(metaTable, schemaKey, Schema())
	})
}
