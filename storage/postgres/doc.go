// Package postgres implements tables in PostgreSQL 14 or later, so that the machine that runs
// the bot can be replaced without moving its data.
//
//	postgres.go   Engine: views and updates
//	open.go       opens a database, with errors that are sentences for the operator
//	owner.go      makes sure that only one process writes while others stand by
//	group.go      concurrent updates share one transaction of the server
//	tx.go         reads and writes within a transaction
//	known.go      a part of the tables that is known: pairs, and ranges without others
//	cache.go      what is known of the last generation, with a limit
//	lease.go      who of several processes does what
//	pinned.go     a schema for another library's tables, written by one process at a time through one connection
//	lease.go      who of several processes does what
//	schema.sql    the tables
//
// All records are in one table, pair, ordered bytewise. The table state has one row: its generation changes with
// every transaction that writes, and its epoch counts the processes that have owned the database.
//
// Only the owner writes, so it need not ask for what it knows: an update runs on what is known of the generation that it
// follows, and asks the server only for the rest; then one round trip begins a transaction, which locks the row of state
// and fails unless that has the expected epoch and generation, writes, and commits. A process whose
// epoch is over cannot write any more, even if it was suspended and does not know. A view sees one generation in the
// same way; it relies on the epoch for a few seconds after the server's last word.
package postgres
