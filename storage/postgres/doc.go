// Package postgres implements tables in PostgreSQL 14 or later, so that several machines can share the work, and each can be replaced without
// moving its data.
//
//	postgres.go   Engine: views and updates
//	open.go       opens a database
//	url.go        reads its URL
//	sentence.go   errors of opening as sentences for the operator
//	session.go    what a connection is set to, and whether it is a session of the server
//	member.go     one process among those at work, and those that need the database alone
//	standby.go    waits until no other process has the database
//	group.go      concurrent updates share one transaction of the server
//	absence.go    what an update is told that waits behind others while the server is away
//	turn.go       waits for this process's turn, where others are busy
//	commit.go     sends what was written in one round trip
//	outcome.go    finds out what became of a commit that was not answered
//	tx.go         reads and writes within a transaction
//	news.go       what other processes have committed
//	known.go      a part of the tables that is known: pairs, and ranges without others
//	cache.go      what is known of the last generation, with a limit
//	lease.go      who of several processes does what
//	giveback.go   gives tasks back
//	held.go       a task that this process does
//	pinned.go     a schema for another library's tables, written by one process at a time through one connection
//	schema.sql    the tables
//
// All records are in one table, pair, ordered bytewise. The table state has one row: its generation changes with
// every transaction that writes, its mark is a random number of that transaction, and its epoch changes when a process had the database to
// itself. The table change tells the keys that each of the last transactions has written, and lease who holds which task.
//
// An update need not ask for what is known: it runs on what is known of the generation that it follows,
// and asks the server only for the rest; then one round trip begins a transaction, which locks the row of state
// and fails unless that has the expected epoch, generation and mark, writes, notifies the other processes, and commits. Another process
// that is notified, or whose own commit fails, reads in one round trip what has changed, and keeps the rest of what it knows; after a failure it
// locks the row before the update runs, so that it has its turn. A view sees one generation in the
// same way. It may be one that is some milliseconds old; while a process does not hear from the server every few seconds, its views ask.
//
// Processes at work share an advisory lock; a migration to a newer schema, an import or another program that needs the database alone holds it exclusively,
// which it gets when all others have ended, and begins an epoch. A process whose epoch is over cannot
// write any more, even if it was suspended and does not know.
package postgres
