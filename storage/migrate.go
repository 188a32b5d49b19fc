package storage

import (
	"errors"
	"fmt"

	"raumbot/storage/kv"
)

// ErrNewer is wrapped if a database was written by a later version.
var ErrNewer = errors.New("the database was written by a newer raumbot")

// migrations[n] migrates a database from schema n to n+1. Steps are only ever appended. They work
// on the text of records, through [tx.unseal] and [tx.write], because the Go types match the newest
// schema only.
var migrations = []func(tx) error{
	// 1: the first schema. Nothing to change in a new database.
	func(tx) error { return nil },
	// 2: an index of who plays where. No record changes.
	func(tx) error { return nil },
	// 3: checksums of records, chained in logs. sealAll adds the missing ones.
	func(tx) error { return nil },
	// 4: logs, results and tournaments hold data instead of sentences.
	proseToData,
	// 5: an index of boards, which step 7 replaces.
	func(tx) error { return nil },
	// 6: games are seen in their rooms again after the rooms were closed to the bot for a while.
	comeHome,
	// 7: ongoing games record what stands on their board.
	addBoards,
}

// Schema returns the schema version that this program reads and writes.
func Schema() int { return len(migrations) }

var schemaKey = []byte("schema")

// schema returns the schema version of the database, with an error if it is newer than this
// program's.
func (s *Store) schema() (schema uint64, err error) {
	err = s.engine.View(func(kv kv.Tx) (err error) {
		schema, err = tx{kv: kv}.number(string(schemaKey))
		return err
	})
	if err == nil && schema > uint64(Schema()) {
		err = fmt.Errorf("%w (schema %d, this one knows %d): use that version, or restore an older backup", ErrNewer, schema, Schema())
	}
	return schema, err
}

// CurrentSchema returns an error, a sentence for the operator, if the database has another schema
// than this program's.
func (s *Store) CurrentSchema() error {
	schema, err := s.schema()
	if err == nil && schema < uint64(Schema()) {
		err = fmt.Errorf("the database has schema %d, that of an older raumbot: `raumbot db migrate` brings it to %d; keep a copy if you may go back to that raumbot", schema, Schema())
	}
	return err
}

// Current is [Store.CurrentSchema], with an error also if the indexes were built by other rules.
func (s *Store) Current() error {
	if err := s.CurrentSchema(); err != nil {
		return err
	}
	same, err := s.sameRules()
	if err == nil && !same {
		err = errors.New("the indexes of the database are those of another raumbot: `raumbot db migrate` makes them anew")
	}
	return err
}

// sameRules reports whether the indexes were built by this program's rules.
func (s *Store) sameRules() (same bool, err error) {
	err = s.engine.View(func(kv kv.Tx) error {
		rules, err := tx{kv: kv}.number(string(fingerprintKey))
		same = rules == fingerprint()
		return err
	})
	return same, err
}

// upToDate reports whether there is nothing to migrate.
func (s *Store) upToDate() (bool, error) {
	schema, err := s.schema()
	if err != nil || schema != uint64(Schema()) {
		return false, err
	}
	return s.sameRules()
}

// migrate migrates the database to the current schema, and rebuilds indexes built by other rules,
// in one transaction. It does not write to a database that is up to date.
func (s *Store) migrate() error {
	if done, err := s.upToDate(); done || err != nil {
		return err
	}
	schema, err := s.schema()
	if err != nil {
		return err
	}
	return s.engine.Update(func(kv kv.Tx) error {
		return tx{kv: kv}.upgrade(schema)
	})
}

// migrateFrom migrates the records from a schema to the current one.
func (t tx) migrateFrom(schema uint64) error {
	t.migrating = true
	for n := schema; n < uint64(Schema()); n++ {
		if err := migrations[n](t); err != nil {
			return fmt.Errorf("migration to schema %d: %w", n+1, err)
		}
	}
	return t.sealAll()
}

// upgrade migrates the records from a schema to the current one, and rebuilds the indexes.
func (t tx) upgrade(schema uint64) error {
	if schema < uint64(Schema()) {
		if err := t.migrateFrom(schema); err != nil {
			return err
		}
	}
	if err := t.rebuild(); err != nil {
		return err
	}
	if err := t.setMeta(fingerprintKey, fingerprint()); err != nil {
		return err
	}
	return t.setMeta(schemaKey, Schema())
}
