// Package kv is the seam between records and what keeps them: tables of ordered
// keys and values, with transactions. bolt and memory implement it; whoever adds
// another implementation adds a line to the stores of storage's tests.
package kv

import (
	"context"
	"io"
	"iter"

	"raumbot/bot"
)

// Errors that an [Engine] wraps.
var (
	// ErrDamaged is about a file that is no sound database.
	ErrDamaged = bot.ErrDamaged
	// ErrFull is about a disk without room.
	ErrFull = bot.ErrFull
	// ErrDisk is about a disk that reports errors, and ErrGone about a file that
	// has been deleted or replaced while it was open.
	ErrDisk = bot.ErrDisk
	ErrGone = bot.ErrGone
)

// Engine is a set of tables with transactions.
type Engine interface {
	// View runs fn on a snapshot that no Update changes.
	View(fn func(Tx) error) error
	// Update runs fn alone and keeps its changes durably, or none if it fails. It may run fn again.
	Update(fn func(Tx) error) error
	Close() error
}

// File is an [Engine] whose tables are in a file.
type File interface {
	Engine
	// Faults reads the structure of the file, and returns a sentence for each fault.
	Faults(ctx context.Context) ([]string, error)
	// Copy writes the file as it is at one moment to wherever begin says, which
	// is told its length in bytes. A file with faults is not copied.
	Copy(ctx context.Context, begin func(length int64) (io.Writer, error)) error
	// Erase overwrites what deleted values have left in the file, and returns in how many pages.
	Erase(ctx context.Context) (pages int, err error)
	// Compact writes the tables to a new file without gaps.
	Compact(path string) error
}

// Tx is a transaction on tables whose keys are ordered bytewise. What it
// returns may be read until the transaction ends, and not written to.
type Tx interface {
	// Get returns nil if there is no such key.
	Get(t Table, key []byte) []byte
	// Put writes a value, of which nil is an empty one. It fails in a View.
	Put(t Table, key, value []byte) error
	// Delete removes a key, if it is there.
	Delete(t Table, key []byte) error
	// Scan returns the pairs from a key on. The table must not be
	// written to meanwhile.
	Scan(t Table, from []byte) iter.Seq2[[]byte, []byte]
}

// Table names a table.
type Table string
