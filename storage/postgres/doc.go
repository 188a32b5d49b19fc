// Package postgres implements tables in PostgreSQL 14 or later, so that the machine that runs
// the bot can be replaced without moving its data.
//
//	postgres.go   Engine: views and updates
//	open.go       opens a database, with errors that are sentences for the operator
//	owner.go      makes sure that only one process writes while others stand by
//	group.go      concurrent updates share one transaction of the server
//	tx.go         reads and writes within a transaction
//	cache.go      values read before, as long as nobody changes them
//	schema.sql    the tables
//
// All records are in one table, pair, ordered bytewise. The table state has one row, which every update
// locks, so that updates run one at a time across all processes; its generation counts the
// transactions that wrote, and its epoch the processes that have owned the database. A process whose
// epoch is over cannot write any more, even if it was suspended and does not know.
package postgres
