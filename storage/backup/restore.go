package backup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"raumbot/storage"
)

// Restore puts a copy in the place of a database, if sound finds nothing wrong with
// it. The database as it was is kept under another name, which is returned; the file
// that is restored is only read.
func Restore(database, file string, sound func(file string) error) (aside string, err error) {
	like := filepath.Dir(database)
	if place, err := filepath.EvalSymlinks(database); err == nil { // a link to it stays one
		database, like = place, place
	}
	if err := notInUse(database); err != nil {
		return "", err
	}
	from, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("%w: name a file that db backup wrote", err)
	}
	defer from.Close()
	fresh := database + restoring
	_ = os.Remove(fresh) // of a restoration that was cut off
	if err := Create(fresh, func(w io.Writer) error { _, err := io.Copy(w, from); return err }); err != nil {
		return "", err
	}
	defer os.Remove(fresh)
	if err := sound(fresh); err != nil {
		return "", fmt.Errorf("%s is not restored: %w", file, err)
	}
	if err := OwnLike(fresh, like); err != nil {
		return "", err
	}
	aside = database + ".replaced-" + time.Now().UTC().Format(copyStamp)
	if err := os.Link(database, aside); errors.Is(err, fs.ErrNotExist) {
		aside = ""
	} else if err != nil {
		return "", err
	}
	return aside, Replace(database, fresh)
}

// restoring ends the name of a database that is being restored.
const restoring = ".restoring"

// notInUse makes sure that no bot uses a database. That it is missing or damaged is no obstacle.
func notInUse(database string) error {
	store, err := storage.OpenAsIs(database)
	if err == nil {
		return store.Close()
	}
	if errors.Is(err, storage.ErrInUse) {
		return fmt.Errorf("%s %w: stop the bot first", database, storage.ErrInUse)
	}
	return nil
}
