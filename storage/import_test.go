package storage_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"raumbot/storage"
)

// TestImportAgain imports into a store whose updates run twice. A reader that cannot be read twice
// is refused, and nothing of it is stored.
func TestImportAgain(t *testing.T) {
	var export bytes.Buffer
	if err := filled(t).Export(&export); err != nil {
		t.Fatal(err)
	}
	s := storage.Memory()
	if err := storage.Again(s).Import(io.MultiReader(bytes.NewReader(export.Bytes()))); err == nil || !strings.Contains(err.Error(), "nothing was imported; try again") {
		t.Errorf("what cannot be read twice: %v", err)
	}
	if err := storage.Again(s).Import(bytes.NewReader(export.Bytes())); err != nil {
		t.Fatal(err)
	}
	var copied bytes.Buffer
	if err := s.Export(&copied); err != nil || copied.String() != export.String() {
		t.Errorf("imported was %s, %v", &copied, err)
	}
}

// TestDiscard empties a store, and imports the same export into it again.
func TestDiscard(t *testing.T) {
	var export bytes.Buffer
	if err := filled(t).Export(&export); err != nil {
		t.Fatal(err)
	}
	for kind, open := range stores {
		t.Run(kind, func(t *testing.T) {
			s := open(t)
			for range 2 {
				if err := s.Import(bytes.NewReader(export.Bytes())); err != nil {
					t.Fatal(err)
				}
				mustBeSound(t, s)
				if err := s.Discard(); err != nil {
					t.Fatal(err)
				}
				mustBeSound(t, s)
				if err := s.Current(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
