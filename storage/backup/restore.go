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

// Restore replaces a database by the copy in file, if sound finds nothing wrong with the copy. The
// previous database is renamed, and its new name is returned. The copy itself is only read.
func Restore(database, file string, sound func(file string) error) (aside string, err error) {
	like := filepath.Dir(database)
	if place, err := filepath.EvalSymlinks(database); err == nil { // a symbolic link stays one
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
	_ = os.Remove(fresh) // left by an interrupted restoration
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
	if aside, err = keepAside(database); err != nil {
		return "", err
	}
	return aside, Replace(database, fresh)
}

// keepAside gives a database another name beside its own, which no file has yet. It returns an
// empty name if there is no database.
func keepAside(database string) (aside string, err error) {
	name := database + ".replaced-" + time.Now().UTC().Format(copyStamp)
	for n := 1; ; n++ {
		aside = name
		if n > 1 {
			aside = fmt.Sprintf("%s-%d", name, n)
		}
		switch err := os.Link(database, aside); {
		case errors.Is(err, fs.ErrNotExist):
			return "", nil
		case !errors.Is(err, fs.ErrExist):
			return aside, err
		}
	}
}

// restoring is the suffix of a database while it is being restored.
const restoring = ".restoring"

// notInUse returns an error if a bot is using a database. A missing or damaged database is fine.
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
