package storage_test

import (
	"bytes"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage"
)

func gameFileContract(t *testing.T, s *storage.Store) {
	at := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	one := bot.GameFile{ID: "tiny@2", Text: "format = 1\nname = \"tiny\"\n", Added: at}
	two := bot.GameFile{ID: "tiny@1", Text: "format = 1\n", RatedAs: "tiny@2", Added: at}
	update(t, s, func(tx bot.Tx) {
		for _, f := range []bot.GameFile{one, two, one} {
			if err := tx.PutGameFile(f); err != nil {
				t.Error(err)
			}
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "files", must[[]bot.GameFile](t)(tx.GameFiles()), []bot.GameFile{two, one})
	})
}

// TestExportCarriesGameFiles checks that an export contains game files, and that an import restores them.
func TestExportCarriesGameFiles(t *testing.T) {
	s := storage.Memory()
	file := bot.GameFile{ID: "tiny@1", Text: "format = 1\nname = \"tiny\" # <&>\n", Added: time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)}
	update(t, s, func(tx bot.Tx) {
		if err := tx.PutGameFile(file); err != nil {
			t.Error(err)
		}
	})
	var text bytes.Buffer
	if err := s.Export(&text); err != nil {
		t.Fatal(err)
	}
	copied := storage.Memory()
	if err := copied.Import(&text); err != nil {
		t.Fatal(err)
	}
	view(t, copied, func(tx bot.Tx) {
		want(t, "files", must[[]bot.GameFile](t)(tx.GameFiles()), []bot.GameFile{file})
	})
}
