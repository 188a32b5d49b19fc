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

// Create writes a new file atomically: after a crash it is complete, and synced, or does not exist.
// Its errors are sentences for the operator.
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
	if err := os.Link(f.Name(), path); err != nil { // unlike Rename, fails if the file exists
		return err
	}
	if err := os.Remove(f.Name()); err != nil {
		return err
	}
	return syncFolder(path)
}

// Replace atomically replaces a file by another that has been synced.
func Replace(path, by string) error {
	if err := os.Rename(by, path); err != nil {
		return err
	}
	return syncFolder(path)
}

// Unfinished is the prefix of files that [Create] has not finished writing.
const Unfinished = ".raumbot-"

// syncFolder syncs the folder of a file, so that its name is durable.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	// some file systems cannot sync folders
	if err := folder.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}
