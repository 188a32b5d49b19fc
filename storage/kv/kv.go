// Package kv defines the interface between records and databases: tables of ordered keys and
// values, with transactions. It is implemented by bolt, postgres and memory. A new implementation
// has to be added to the stores of storage's tests.
package kv

import (
	"context"
	"io"
	"iter"

	"raumbot/bot"
)

// Errors that an [Engine] wraps.
var (
	// ErrDamaged means that a file is not a sound database.
	ErrDamaged = bot.ErrDamaged
	// ErrFull means that the disk is full.
	ErrFull = bot.ErrFull
	// ErrDisk means that the disk reported an error; ErrGone means that the file
	// was deleted or replaced while it was open.
	ErrDisk = bot.ErrDisk
	ErrGone = bot.ErrGone
)

// Engine is a set of tables with transactions.
type Engine interface {
	// View runs fn on a read-only snapshot.
	View(fn func(Tx) error) error
	// Update runs fn while no other Update runs, and commits its changes durably, or none if it
	// fails. It may run fn again.
	Update(fn func(Tx) error) error
	Close() error
}

// File is an [Engine] that keeps its tables in a file.
type File interface {
	Engine
	// Faults checks the structure of the file, and returns a sentence for each fault.
	Faults(ctx context.Context) ([]string, error)
	// Copy writes the file, as of one moment, to the writer returned by begin, which is given the
	// file's length in bytes. A file with faults is not copied.
	Copy(ctx context.Context, begin func(length int64) (io.Writer, error)) error
	// Erase overwrites the remains of deleted values in the file, and returns the number of pages
	// overwritten.
	Erase(ctx context.Context) (pages int, err error)
	// Compact writes the tables to a new file without free space.
	Compact(path string) error
}

// Server is an [Engine] on a server, on which one process works at a time.
type Server interface {
	Engine
	// Lost returns a channel that is closed when another process has taken the database over.
	Lost() <-chan struct{}
	// AtWork returns an error unless this process is known to be the one that works on the
	// database; it wraps [bot.ErrTaken] if that is another.
	AtWork() error
	// OnSetBack makes the engine call fn after the server has lost its latest transactions. It must
	// be called at most once, and fn must not wait for the engine. fn has returned when Close
	// returns.
	OnSetBack(fn func())
	// RoundTrips returns how often views and updates have waited for the server.
	RoundTrips() int64
}

// Tx is a transaction on tables whose keys are ordered bytewise. Slices that it
// returns are valid until the transaction ends, and must not be modified.
type Tx interface {
	// Get returns nil if there is no such key.
	Get(t Table, key []byte) []byte
	// Put writes a value; nil counts as empty. It fails in a View.
	Put(t Table, key, value []byte) error
	// Delete deletes a key. It is no error if the key does not exist.
	Delete(t Table, key []byte) error
	// Scan iterates over the pairs in the order of their keys, starting at from. The table must not be
	// written to during the iteration.
	Scan(t Table, from []byte) iter.Seq2[[]byte, []byte]
}

// Table names a table.
type Table string
