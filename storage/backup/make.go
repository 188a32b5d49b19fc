// Package backup makes copies of a database, and puts them back.
//
//	file.go     a file that is there whole or not at all
//	make.go     a copy, or an export, of a store that is open
//	offer.go    a running bot gives copies to whoever asks, over a socket
//	rotate.go   a running bot keeps copies in a folder
//	restore.go  a copy takes the place of the database
//	compact.go  the database without what was deleted takes its own place
//	erase.go    a running bot overwrites what was deleted
//	tidy.go     removes what was cut off
//	owner_*.go  files belong to whom the database belongs
package backup

import (
	"context"
	"fmt"
	"io"

	"raumbot/storage"
)

// Make writes a copy of the database, as it is at one moment, to a new file,
// if the structure of its own is sound. A file that exists is not overwritten. Others may go on using the store.
func Make(ctx context.Context, store *storage.Store, path string) error {
	return Create(path, func(w io.Writer) error {
		return store.Copy(ctx, func(int64) (io.Writer, error) { return w, nil })
	})
}

// Export writes [storage.Store.Export] to a new file, if the structure of the database is sound.
func Export(ctx context.Context, store *storage.Store, path string) error {
	if err := store.Sound(ctx); err != nil {
		return fmt.Errorf("nothing is exported: %w", err)
	}
	return Create(path, store.Export)
}
