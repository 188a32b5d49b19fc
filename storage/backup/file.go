package backup

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"raumbot/storage/kv"
)

// Create makes a new file that is there whole, on the disk, or not at all. Its errors are sentences
// for the operator.
func Create(path string, write func(io.Writer) error) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists already: name a new file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), Unfinished+"*")
	if err != nil {
		return fmt.Errorf("raumbot cannot write to %s: %w", filepath.Dir(path), err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		if kv.IsFull(err) {
			return fmt.Errorf("there is no room for %s on its disk: make room, or name a file elsewhere (%w)", path, err)
		}
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil { // unlike Rename, refuses to overwrite
		return err
	}
	if err := os.Remove(f.Name()); err != nil {
		return err
	}
	return syncFolder(path)
}

// Replace puts a file that is on the disk in the place of another. What is there after a crash is one of the two.
func Replace(path, by string) error {
	if err := os.Rename(by, path); err != nil {
		return err
	}
	return syncFolder(path)
}

// Unfinished is what the names of files begin with that [Create] has not finished.
const Unfinished = ".raumbot-"

// syncFolder makes sure that the name of a file is on the disk.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) { // some file systems have none
		return err
	}
	return nil
}
