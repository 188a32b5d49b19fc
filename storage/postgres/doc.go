// Package postgres implements tables in PostgreSQL 14 or later, so that the machine of the bot and
// that of the database can each be replaced. One process works on a database at a time; others
// stand by.
//
//	postgres.go   Engine: views
//	group.go      updates; concurrent ones share one transaction of the server
//	commit.go     sends what was written in one round trip, and finds out what became of it
//	tx.go         reads and writes within a transaction
//	cache.go      what is known of the tables, in pages, with a limit
//	owner.go      the lock and the epoch of the process at work; standing by
//	open.go       opens a database
//	url.go        reads its URL
//	sentence.go   errors of opening as sentences for the operator
//	session.go    what a connection is set to, and whether it is a session of the server
//	schema.sql    the tables
//
// All records are in one table, pair, ordered bytewise. The table state has one row, which says
// where the database stands: its generation grows by one with every transaction that writes, its
// mark is a random number of that transaction, and its epoch grows by one when a process takes the
// database over.
//
// The process at work, the owner, holds an advisory lock of the server by a connection of its own,
// over which it asks every second where the server is. Processes that stand by try to take the lock
// ten times a second. The server frees it when the owner unlocks it to stop, when the owner's
// connection ends, or when the owner has said nothing for 15 seconds. Whoever has the lock begins
// an epoch.
//
// Nobody but the owner writes, so it keeps what it has read and written in a cache. An update reads
// that, asks the server for what is missing, and commits in one round trip: a transaction that
// fails unless state has the expected epoch, generation and mark. So a process that was suspended,
// and does not know that its epoch is over, writes nothing more. If it has not heard from the
// server for three seconds it also asks before it answers a question or delivers a message
// (AtWork). A view reads the cache and at the first thing that is missing opens a snapshot of the
// server, which must be at the same position.
//
// If the server does not answer, a view or an update waits for some seconds (Patience). Once one
// has waited in vain, others fail at once, until the owner has heard from the server again.
//
// If a commit is not answered, the owner looks for its mark. If the mark is not there, the same
// statement moves the generation on, so that the commit cannot come late. If the server is found at
// a position that the owner did not lead it to, it was set back: a standby was promoted without the
// last commits. The owner forgets its cache, tells the bot, and goes on.
package postgres
