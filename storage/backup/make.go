// Package backup copies and restores databases.
//
//	file.go     files written atomically
//	make.go     a copy or an export of an open store
//	offer.go    a running bot serves copies over a socket
//	rotate.go   a running bot keeps copies in a folder
//	restore.go  replaces the database by a copy
//	compact.go  replaces the database by one without free space
//	erase.go    a running bot overwrites deleted records
//	tidy.go     removes the remains of interrupted operations
//	owner_*.go  gives files to the owner of the database
package backup

import (
	"context"
	"fmt"
	"io"

	"raumbot/storage"
)

// Make writes a copy of the database, as of one moment, to a new file, provided that
// its structure is sound. It does not overwrite files. The store may be in use.
func Make(ctx context.Context, store *storage.Store, path string) error {
	return Create(path, func(w io.Writer) error {
		return store.Copy(ctx, func(int64) (io.Writer, error) { return w, nil })
	})
}

// Export writes [storage.Store.Export] to a new file, provided that the database's structure is
// sound.
func Export(ctx context.Context, store *storage.Store, path string) error {
	if err := store.Sound(ctx); err != nil {
		return fmt.Errorf("nothing is exported: %w", err)
	}
	return Create(path, store.Export)
}
