// Package storage keeps what the bot must not forget: in one bbolt file, or in
// memory for tests. It implements [bot.Store] and decides nothing.
//
//	store, err := storage.Open("raumbot.db")
//	if err != nil {
//		return err // a sentence for the operator
//	}
//	defer store.Close()
//
// Both kinds of store are the same code over an [engine], a few tables of
// ordered keys, so that what passes in memory passes on disk. Records are JSON.
// The index tables repeat parts of records in other orders; they are written in
// the transaction of their record, and Check compares the two.
//
//	store.go kind.go table.go key.go seal.go   the store, its tables, and how a record is kept
//	index.go fingerprint.go   index entries, and whether their rules have changed
//	game.go challenge.go log.go plan.go note.go analysis.go due.go   games and what belongs to them
//	player.go rating.go puzzle.go room.go memo.go tournament.go gamefile.go   all other records
//	outbox.go event.go meta.go   messages that wait, events that were applied, counters
//	check.go aside.go   faults, and records set aside because they are damaged
//	migrate*.go export.go erase.go   earlier schemas, export and import, deleted records
package storage
