// Package postgres keeps tables in PostgreSQL, from version 14 on, so that the machine that
// serves can be replaced while the data stay.
//
//	postgres.go   Engine: views and updates
//	open.go       opens a database, with sentences for what can be wrong with it
//	owner.go      the one process that writes; others stand by
//	group.go      updates that share one transaction of the server
//	tx.go         reads and writes within a transaction
//	cache.go      values that were read, as long as nobody changes them
//	schema.sql    the tables
//
// All records are in one table, pair, ordered bytewise. The table state has one row. Every update locks
// it, which makes updates run one at a time over all processes; its generation counts the
// transactions that wrote, and its epoch the processes that have owned the database. A process whose
// epoch has passed writes nothing more, whatever it was doing meanwhile.
package postgres
