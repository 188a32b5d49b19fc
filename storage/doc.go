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
package storage
