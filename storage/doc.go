// Package storage stores the bot's data: in a bbolt file, in PostgreSQL, or in
// memory for tests. It implements [bot.Store] and contains no rules of the game or the service.
//
//	store, err := storage.Open("raumbot.db")
//	if err != nil {
//		return err // is a sentence for the operator
//	}
//	defer store.Close()
//
// All stores are the same code over a [kv.Engine], a few tables of ordered keys, so that tests in
// memory also cover most of the others. Records are JSON. Index tables list records in other
// orders; they are written in the same transaction as the record, and Check compares the two.
//
//	store.go kind.go table.go key.go seal.go   the store, its tables, and how a record is kept
//	index.go fingerprint.go   index entries, and whether their rules have changed
//	game.go challenge.go log.go plan.go note.go analysis.go due.go   games and what belongs to them
//	player.go rating.go puzzle.go room.go memo.go tournament.go gamefile.go   all other records
//	outbox.go event.go meta.go   undelivered messages, applied events, counters
//	check.go aside.go   consistency checks, and records set aside as damaged
//	migrate*.go export.go erase.go   migrations, export and import, erasing of deleted records
package storage
