package backup

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/storage"
)

func TestMake(t *testing.T) {
	s, err := storage.Open(filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Update(t.Context(), func(tx bot.Tx) error { return tx.PutGame(bot.Game{ID: 1}) })
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := Make(t.Context(), s, path); err != nil {
		t.Fatal(err)
	}
	copied, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	var a, b bytes.Buffer
	if err := errors.Join(s.Export(&a), copied.Export(&b)); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Error("the copy differs")
	}
	if err := Make(t.Context(), s, path); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("a copy over a file: %v", err)
	}
}
