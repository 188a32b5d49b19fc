// Package kv defines the interface between records and the databases: tables of
// ordered keys and values, with transactions. It is implemented by bolt, postgres and
// memory; a new implementation has to be added to the stores of storage's tests.
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
	// Update runs fn while no other Update runs, and commits its changes durably, or none if it fails. It may run fn again.
	Update(fn func(Tx) error) error
	Close() error
}

// File is an [Engine] that keeps its tables in a file.
type File interface {
	Engine
	// Faults checks the structure of the file, and returns a sentence for each fault.
	Faults(ctx context.Context) ([]string, error)
	// Copy writes the file, as of one moment, to the writer returned by begin, which is
	// given its length in bytes. A file with faults is not copied.
	Copy(ctx context.Context, begin func(length int64) (io.Writer, error)) error
	// Erase overwrites the remains of deleted values in the file, and returns the number of pages overwritten.
	Erase(ctx context.Context) (pages int, err error)
	// Compact writes the tables to a new file without free space.
	Compact(path string) error
}

// Shared is an [Engine] on a server, which several processes may use.
type Shared interface {
	Engine
	// Lost returns a channel that is closed when another process has taken the database over.
	Lost() <-chan struct{}
	// Leases returns the database's leases, nil if it was opened for reading only.
	Leases() bot.Leases
	// Hear makes the engine call fn after other processes have committed, and views of this one see it. It must be called at most
	// once, and fn must not wait for the engine. fn has returned when Close returns.
	Hear(fn func(Heard))
	// Say tells the other processes something that is not kept, in at most [MostSaid] bytes. Those that are not connected at the
	// moment miss it.
	Say(ctx context.Context, text string) error
	// RoundTrips returns how often views and updates have waited for the server.
	RoundTrips() int64
}

// MostSaid is the largest number of bytes of a text that can be said.
const MostSaid = 7000

// Heard tells what other processes have committed, or said.
type Heard struct {
	// Said is a text given to Say; empty if something was committed.
	Said string
	// Keys are the keys that were written or deleted, by table; nil if anything may have changed.
	Keys map[string][]string
}

// Tx is a transaction on tables whose keys are ordered bytewise. Slices that it
// returns are valid until the transaction ends, and must not be modified.
type Tx interface {
	// Get returns nil if there is no such key.
	Get(t Table, key []byte) []byte
	// Put writes a value; nil counts as empty. It fails in a View.
	Put(t Table, key, value []byte) error
	// Delete deletes a key; it is no error if there is none.
	Delete(t Table, key []byte) error
	// Scan iterates over the pairs in order of keys, starting at from. The table must
	// not be written to during the iteration.
	Scan(t Table, from []byte) iter.Seq2[[]byte, []byte]
}

// Table names a table.
type Table string
